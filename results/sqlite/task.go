package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// idsAtOnce bounds the parameters of one query, far below SQLite's limit.
const idsAtOnce = 500

// ScoreSums sums the scores of each run of a benchmark over its expected tasks.
func (db *DB) ScoreSums(ctx context.Context, benchmark string) ([]results.ScoreSum, error) {
	list := []results.ScoreSum{}
	const q = `SELECT r.slug AS run, count(*) AS scored, sum(x.score) AS sum
FROM (
  SELECT t.run_id, t.task_id, avg(t.score) AS score
  FROM trials t
  JOIN tasks k ON k.id = t.task_id
  JOIN benchmarks b ON b.id = k.benchmark_id
  WHERE b.slug = ?
    AND k.extra = 0
    AND t.score IS NOT NULL
  GROUP BY t.run_id, t.task_id
) x
JOIN runs r ON r.id = x.run_id
GROUP BY x.run_id
ORDER BY r.slug
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, benchmark)
	return list, whole("sum scores of "+benchmark, len(list), err)
}

// TaskOutcomes lists how each run fared at each expected task of a benchmark.
// Trials that nothing judges are not among them: they are no lack of a verdict.
func (db *DB) TaskOutcomes(ctx context.Context, benchmark string) ([]results.TaskOutcome, error) {
	list := []results.TaskOutcome{}
	const q = `SELECT r.slug AS run, s.slug AS scenario, k.slug AS task, avg(t.score) AS score, count(*) AS trials,
  sum(t.score IS NULL) AS errors, max(t.told_contrary) AS contrary, coalesce(max(t.gold), '') AS gold
FROM trials t
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
JOIN benchmarks b ON b.id = k.benchmark_id
JOIN runs r ON r.id = t.run_id
WHERE b.slug = ?
  AND k.extra = 0
  AND t.status <> 'not_judged'
GROUP BY t.task_id, t.run_id
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, r.slug
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, benchmark)
	return list, whole("list scores of "+benchmark, len(list), err)
}

// FailedChecks lists what the checkers said of the exec trials of a benchmark
// that were not passed.
func (db *DB) FailedChecks(ctx context.Context, benchmark string) ([]results.CheckWords, error) {
	list := []results.CheckWords{}
	const q = `SELECT t.id AS trial, r.slug AS run, s.slug AS scenario, k.slug AS task, coalesce(c.detail, '') AS words
FROM trials t
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
JOIN benchmarks b ON b.id = k.benchmark_id
JOIN runs r ON r.id = t.run_id
LEFT JOIN trial_checks c ON c.trial_id = t.id AND c.ordinal = 1
WHERE b.slug = ?
  AND k.kind = ?
  AND t.score < 1
ORDER BY s.ordinal, s.slug, k.ordinal, k.slug, r.slug, t.attempt
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, benchmark, results.KindExecCheck)
	return list, whole("list failed checks of "+benchmark, len(list), err)
}

// ManyDetails reads the details of several trials by their ids.
func (db *DB) ManyDetails(ctx context.Context, trials []int64) (map[int64]results.TrialDetails, error) {
	out := make(map[int64]results.TrialDetails, len(trials))
	err := db.inBlocks(ctx, "read details", "SELECT id, details FROM trials WHERE id IN (?) ORDER BY id", trials, func(rows *sqlx.Rows) error {
		var id int64
		var blob []byte
		if err := rows.Scan(&id, &blob); err != nil {
			return err
		}
		data, err := unpackSized(blob)
		if err != nil {
			return err
		}
		var d results.TrialDetails
		if err := json.Unmarshal(data, &d); err != nil {
			return fmt.Errorf("decode details: %w", err)
		}
		out[id] = d
		return nil
	})
	return out, err
}

// ManyChecks reads the checks of several trials by their ids.
func (db *DB) ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error) {
	const q = `SELECT trial_id, check_id, day, weight, red_line, passed, detail
FROM trial_checks
WHERE trial_id IN (?)
ORDER BY trial_id, ordinal`
	out := make(map[int64][]results.Check, len(trials))
	err := db.inBlocks(ctx, "read checks", q, trials, func(rows *sqlx.Rows) error {
		var row struct {
			Trial int64 `db:"trial_id"`
			results.Check
		}
		if err := rows.StructScan(&row); err != nil {
			return err
		}
		out[row.Trial] = append(out[row.Trial], row.Check)
		return nil
	})
	return out, err
}

// inBlocks runs a query with one IN list over ids, in blocks.
func (db *DB) inBlocks(ctx context.Context, what, query string, ids []int64, scan func(*sqlx.Rows) error) error {
	for len(ids) > 0 {
		n := min(len(ids), idsAtOnce)
		q, args, err := sqlx.In(query, ids[:n])
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if err := db.block(ctx, q, args, scan); err != nil {
			return mapError(what, err)
		}
		ids = ids[n:]
	}
	return nil
}

func (db *DB) block(ctx context.Context, q string, args []any, scan func(*sqlx.Rows) error) error {
	rows, err := db.r.QueryxContext(ctx, q, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
