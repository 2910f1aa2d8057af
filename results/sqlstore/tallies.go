package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// readOutcomes sums the trials of one run up, task by task.
func readOutcomes(ctx context.Context, q sqlx.QueryerContext, run int64) ([]tally, error) {
	list := []tally{}
	const sums = `SELECT s.slug AS scenario, k.slug AS task,
  (SELECT f.status FROM trials f WHERE f.run_id = t.run_id AND f.task_id = t.task_id ORDER BY f.attempt LIMIT 1) AS status,
  count(CASE WHEN t.status <> 'not_judged' THEN 1 END) AS trials,
  count(CASE WHEN t.status <> 'not_judged' AND t.score IS NULL THEN 1 END) AS errors,
  count(CASE WHEN t.status = 'not_judged' THEN 1 END) AS unjudged,
  coalesce(sum(CASE WHEN t.score IS NOT NULL THEN t.attempts END), 0) AS attempts,
  avg(t.score) AS average,
  sum(t.score * t.attempts) / sum(CASE WHEN t.score IS NOT NULL THEN t.attempts END) AS mean,
  max(CASE WHEN t.told_contrary THEN 1 ELSE 0 END) AS contrary, coalesce(max(t.gold), '') AS gold,
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
	if err := sqlx.SelectContext(ctx, q, &list, sums, run); err != nil {
		return nil, mapError("sum up trials", err)
	}
	at := make(map[[2]string]int, len(list))
	for i := range list {
		at[[2]string{list[i].Scenario, list[i].Task}] = i
	}
	failed := []struct {
		Scenario, Task string
		Attempt        int
		Words          string
	}{}
	const below = `SELECT s.slug AS scenario, k.slug AS task, t.attempt, coalesce(c.detail, '') AS words
FROM trials t
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
LEFT JOIN trial_checks c ON c.trial_id = t.id /*! AND c.run_id = t.run_id */ AND c.ordinal = 1
WHERE t.run_id = ?
  AND t.score < 1
ORDER BY t.task_id, t.attempt`
	if err := sqlx.SelectContext(ctx, q, &failed, below, run); err != nil {
		return nil, mapError("list failed trials", err)
	}
	for _, f := range failed {
		o := &list[at[[2]string{f.Scenario, f.Task}]]
		o.Failed = append(o.Failed, failedTrial{Attempt: f.Attempt, Words: wordsSum(f.Words)})
	}
	return list, nil
}

// saveOutcomes packs the outcomes of a run whose trials are written.
func saveOutcomes(ctx context.Context, tx *sqlx.Tx, run int64) error {
	list, err := readOutcomes(ctx, tx, run)
	if err != nil {
		return err
	}
	const q = `INSERT INTO run_outcomes (run_id, data)
VALUES (?, ?)`
	_, err = tx.ExecContext(ctx, q, run, packOutcomes(list))
	return mapError("save outcomes", err)
}

// FillOutcomes packs the outcomes of the runs that have none, which are those
// that an older program has written.
func (db *DB) FillOutcomes(ctx context.Context) error {
	missing := []int64{}
	const q = `SELECT id
FROM runs
WHERE id NOT IN (SELECT run_id FROM run_outcomes)
ORDER BY id`
	if err := db.w.SelectContext(ctx, &missing, q); err != nil || len(missing) == 0 {
		return mapError("find runs without outcomes", err)
	}
	tx, err := db.begin(ctx, "")
	if err != nil {
		return mapError("begin outcomes", err)
	}
	defer tx.Rollback()
	for _, run := range missing {
		if err := saveOutcomes(ctx, tx, run); err != nil {
			return err
		}
	}
	return mapError("commit outcomes", tx.Commit())
}

// eachOutcome calls fn with the outcomes of the runs that where names, run by
// run in the given order, at the tasks that find knows, read as far as parts says;
// the outcome is fn's only until it returns, and the scores that it points to are
// not to be changed.
func (db *DB) eachOutcome(ctx context.Context, what, where, order string, args []any, parts outcomeParts, find func(scenario, task string) (taskPlace, bool), fn func(run int64, slug string, o *tally)) error {
	q := `SELECT r.id, r.slug, o.data
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
LEFT JOIN run_outcomes o ON o.run_id = r.id
WHERE ` + where + `
ORDER BY ` + order
	r := newOutcomeReader(parts, find)
	return mapError(what, db.block(ctx, q, args, func(rows *sqlx.Rows) error {
		var id int64
		var slug string
		var data sql.RawBytes
		if err := rows.Scan(&id, &slug, &data); err != nil {
			return err
		}
		if data == nil { // nothing is packed yet
			list, err := readOutcomes(ctx, db.r, id)
			if err != nil {
				return err
			}
			data = packOutcomes(list)
		}
		r.open(data)
		var o tally
		for r.next(&o) {
			fn(id, slug, &o)
		}
		if err := r.err(); err != nil {
			return fmt.Errorf("run %s: outcomes: %w", slug, err)
		}
		return nil
	}))
}

// taskPlaces are the expected tasks of a benchmark by scenario and task.
type taskPlaces map[[2]string]taskPlace

func (p taskPlaces) find(scenario, task string) (taskPlace, bool) {
	at, ok := p[[2]string{scenario, task}]
	return at, ok
}

// ofKind finds the tasks of one kind alone.
func (p taskPlaces) ofKind(kind string) func(scenario, task string) (taskPlace, bool) {
	return func(scenario, task string) (taskPlace, bool) {
		at, ok := p.find(scenario, task)
		return at, ok && at.kind == kind
	}
}

// taskPlace is where a task stands in its dataset.
type taskPlace struct {
	at   int // counts from 0 over the expected tasks, in the dataset's order
	id   int64
	kind string
}

// places finds the expected tasks of a benchmark by scenario and task.
func (db *DB) places(ctx context.Context, benchmarks string, args ...any) (taskPlaces, error) {
	rows := []struct {
		ID       int64
		Scenario string
		Task     string
		Kind     string
	}{}
	q := `SELECT k.id, s.slug AS scenario, k.slug AS task, k.kind
FROM tasks k
JOIN scenarios s ON s.id = k.scenario_id
WHERE k.benchmark_id IN (` + benchmarks + `)
  AND NOT k.extra
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug`
	if err := db.r.SelectContext(ctx, &rows, q, args...); err != nil {
		return nil, mapError("list tasks", err)
	}
	m := make(taskPlaces, len(rows))
	for i, r := range rows {
		m[[2]string{r.Scenario, r.Task}] = taskPlace{i, r.ID, r.Kind}
	}
	return m, nil
}
