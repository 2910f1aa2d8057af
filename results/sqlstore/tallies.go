package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"
)

func readOutcomes(ctx context.Context, q sqlx.QueryerContext, run int64) ([]tally, error) {
	const sums = `SELECT s.slug AS scenario, k.slug AS task,
  (SELECT f.status FROM trials f WHERE f.run_id = t.run_id AND f.task_id = t.task_id ORDER BY f.attempt LIMIT 1) AS status,
  count(CASE WHEN t.status <> 'not_judged' THEN 1 END) AS trials,
  count(CASE WHEN t.status <> 'not_judged' AND t.score IS NULL THEN 1 END) AS errors,
  count(CASE WHEN t.status = 'not_judged' THEN 1 END) AS unjudged,
  coalesce(sum(CASE WHEN t.score IS NOT NULL THEN t.attempts END), 0) AS attempts,
  avg(t.score) AS average,
  sum(t.score * t.attempts) / sum(CASE WHEN t.score IS NOT NULL THEN t.attempts END) AS mean,
  coalesce(max(t.gold), '') AS gold,
  count(*) AS records,
  coalesce(sum(t.duration_ms), 0) AS duration_ms, count(t.duration_ms) AS duration_of,
  coalesce(sum(COALESCE(t.tokens_total, t.tokens_input + t.tokens_output)), 0) AS tokens,
  count(COALESCE(t.tokens_total, t.tokens_input + t.tokens_output)) AS tokens_of,
  sum(t.cost_usd) AS cost_usd, count(t.cost_usd) AS cost_of,
  coalesce(sum(CASE WHEN t.steps_total > 0 THEN t.tool_calls END), 0) AS tool_calls,
  count(CASE WHEN t.steps_total > 0 THEN 1 END) AS tool_calls_of
FROM trials t
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE t.run_id = ?
GROUP BY t.run_id, t.task_id, s.slug, k.slug
ORDER BY s.slug, k.slug`
	return ListOf[tally](ctx, q, "sum up trials", sums, run)
}

// saveOutcomes stores the packed outcomes of a run, after its trials have been written.
func saveOutcomes(ctx context.Context, tx *sqlx.Tx, run int64) error {
	list, err := readOutcomes(ctx, tx, run)
	if err != nil {
		return err
	}
	return insert(ctx, tx, "save outcomes", "run_outcomes", "run_id, data", run, packOutcomes(list))
}

// eachOutcome calls fn with the outcomes of each run selected by the SQL condition "where". It
// includes only tasks for which find returns true. The tally is valid only during the call, and fn
// must not modify its scores.
func (db *DB) eachOutcome(ctx context.Context, what, where, order string, args []any,
	find func(scenario, task string) (taskPlace, bool), fn func(run int64, slug string, o *tally)) error {
	q := `SELECT r.id, r.slug
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE ` + where + `
ORDER BY ` + order
	runs, err := ListOf[outcomesOf](ctx, db.r, what, q, args...)
	if err != nil {
		return err
	}
	r := newOutcomeReader(find)
	room := make([][]byte, min(outcomesAtOnce, len(runs))) // buffers, reused for each block of runs
	for some := range slices.Chunk(runs, outcomesAtOnce) {
		if err := db.readPacked(ctx, some, room); err != nil {
			return MapError(what, err)
		}
		for i := range some {
			r.open(some[i].data)
			var o tally
			for r.next(&o) {
				fn(some[i].ID, some[i].Slug, &o)
			}
			if err := r.err(); err != nil {
				return MapError(what, fmt.Errorf("run %s: outcomes: %w", some[i].Slug, err))
			}
		}
	}
	return nil
}

type outcomesOf struct {
	ID   int64
	Slug string
	data []byte
}

// outcomesAtOnce is the number of runs whose packed outcomes are read with one query. A single
// query for all runs, sorted by slug, would need temporary files.
const outcomesAtOnce = 64

// readPacked reads the packed outcomes of several runs. It reuses the buffers in room.
func (db *DB) readPacked(ctx context.Context, runs []outcomesOf, room [][]byte) error {
	at := make(map[int64]int, len(runs))
	ids := make([]int64, len(runs))
	for i := range runs {
		ids[i], at[runs[i].ID] = runs[i].ID, i
	}
	q, args, err := sqlx.In(`SELECT run_id, data
FROM run_outcomes
WHERE run_id IN (?)
ORDER BY run_id`, ids)
	if err != nil {
		return err
	}
	err = db.block(ctx, q, args, func(rows *sqlx.Rows) error {
		var id int64
		var data sql.RawBytes
		if err := rows.Scan(&id, &data); err != nil {
			return err
		}
		i := at[id]
		room[i] = append(room[i][:0], data...)
		runs[i].data = room[i]
		delete(at, id)
		return nil
	})
	if err != nil {
		return err
	}
	for id, i := range at { // runs whose outcomes have not been packed yet
		list, err := readOutcomes(ctx, db.r, id)
		if err != nil {
			return err
		}
		runs[i].data = packOutcomes(list)
	}
	return nil
}

// taskPlaces maps scenario and task to the position among the expected tasks of a benchmark.
type taskPlaces map[[2]string]taskPlace

func (p taskPlaces) find(scenario, task string) (taskPlace, bool) {
	at, ok := p[[2]string{scenario, task}]
	return at, ok
}

type taskPlace struct {
	at int // index among the expected tasks, in the order of the dataset
	id int64
}

func (db *DB) places(ctx context.Context, benchmarks string, args ...any) (taskPlaces, error) {
	q := `SELECT k.id, s.slug AS scenario, k.slug AS task
FROM tasks k
JOIN scenarios s ON s.id = k.scenario_id
WHERE k.benchmark_id IN (` + benchmarks + `)
  AND NOT k.extra
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug`
	rows, err := ListOf[struct {
		ID             int64
		Scenario, Task string
	}](ctx, db.r, "list tasks", q, args...)
	if err != nil {
		return nil, err
	}
	m := make(taskPlaces, len(rows))
	for i, r := range rows {
		m[[2]string{r.Scenario, r.Task}] = taskPlace{i, r.ID}
	}
	return m, nil
}
