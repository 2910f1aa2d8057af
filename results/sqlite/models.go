package sqlite

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// ModelSizes counts the runs and figures of every model.
func (db *DB) ModelSizes(ctx context.Context) ([]results.ModelSize, error) {
	list := []results.ModelSize{}
	const q = `SELECT m.slug AS model,
  (SELECT count(*) FROM runs r WHERE r.model_id = m.id) AS runs,
  (SELECT count(*) FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL) AS figures,
  (SELECT count(*) FROM (
    SELECT r.benchmark_id FROM runs r WHERE r.model_id = m.id
    UNION
    SELECT f.benchmark_id FROM figures f WHERE f.model_id = m.id AND f.value IS NOT NULL)) AS benchmarks
FROM models m
ORDER BY m.slug
LIMIT 10000`
	err := db.r.SelectContext(ctx, &list, q)
	return list, mapError("count what is known of models", err)
}

// TaskMeans gives the outcome of every expected task in each of the runs, in
// the order of the runs' ids and of the dataset.
func (db *DB) TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error) {
	list := []results.TaskMean{}
	if len(runs) == 0 {
		return list, nil
	}
	// With min() SQLite takes the bare column status from the row of the minimum.
	const q = `SELECT t.run_id, s.slug AS scenario, k.slug AS task, min(t.attempt) AS first, t.status,
  CAST(total(CASE WHEN t.score IS NOT NULL THEN t.attempts END) AS INTEGER) AS attempts,
  sum(t.score * t.attempts) / sum(CASE WHEN t.score IS NOT NULL THEN t.attempts END) AS mean
FROM trials t
JOIN tasks k ON k.id = t.task_id AND k.extra = 0
JOIN scenarios s ON s.id = k.scenario_id
WHERE t.run_id IN (?)
GROUP BY t.run_id, t.task_id
ORDER BY t.run_id, s.ordinal, s.slug, k.ordinal, k.slug
LIMIT 1000000`
	in, args, err := sqlx.In(q, runs)
	if err != nil {
		return nil, mapError("read outcomes of tasks", err)
	}
	rows := []struct {
		results.TaskMean
		First int `db:"first"`
	}{}
	err = db.r.SelectContext(ctx, &rows, in, args...)
	if err := whole("read outcomes of tasks", len(rows), err); err != nil {
		return nil, err
	}
	for i := range rows {
		list = append(list, rows[i].TaskMean)
	}
	return list, nil
}
