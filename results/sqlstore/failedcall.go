package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// FailureKeys returns, by run, the key under which failed calls were saved.
func (db *DB) FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list failed calls of "+benchmark, "run_failures", benchmark)
}

// Failures returns the numbers of failed calls by cause for each run. It omits runs without failed
// calls.
func (db *DB) Failures(ctx context.Context, benchmark string) (list []results.RunFailures, err error) {
	const q = `SELECT c.run_id AS run, c.family, c.cause, c.calls, c.trials
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_causes c ON c.run_id = r.id
WHERE b.slug = ?
ORDER BY c.run_id, c.family, c.cause
LIMIT 1000000`
	counts, err := wholeOf[struct {
		Run int64
		results.CauseCount
	}](ctx, db.r, "count causes of "+benchmark, q, benchmark)
	for _, c := range counts {
		if n := len(list); n == 0 || list[n-1].Run != c.Run {
			list = append(list, results.RunFailures{Run: c.Run})
		}
		x := &list[len(list)-1]
		x.Causes = append(x.Causes, c.CauseCount)
	}
	return list, err
}

// FailedCalls returns failed calls of a run, in the order of dataset and trace. Empty filters match
// everything.
func (db *DB) FailedCalls(ctx context.Context, run int64, tool, family, cause string) ([]results.FailedCall, error) {
	const q = `SELECT f.trial_id AS trial, f.step, f.call, f.tool, f.family, f.failure, f.cause, f.asked, f.quote,
  s.slug AS scenario, k.slug AS task, t.attempt, t.status
FROM failed_calls f
JOIN runs r ON r.id = f.run_id
JOIN trials t ON t.id = f.trial_id /*! AND t.run_id = f.run_id */
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE f.run_id = ?1
  AND (?2 = '' OR f.tool = ?2)
  AND (?3 = '' OR f.family = ?3)
  AND (?4 = '' OR f.cause = ?4)
ORDER BY f.ordinal
LIMIT 1000000`
	return wholeOf[results.FailedCall](ctx, db.r, fmt.Sprintf("list failed calls of run %d", run), q, run, tool, family, cause)
}

const failedAtOnce = 80

// SaveFailedCalls replaces the failed calls of a run and their counts by cause.
func (db *DB) SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error {
	return db.saveMade(ctx, "failed calls", "run_failures", benchmark, run, key, func(tx *sqlx.Tx) error {
		rows := NewBatch(tx, "failed_calls", "run_id, family, cause, ordinal, trial_id, step, call, tool, failure, asked, quote", failedAtOnce)
		err := insertAll(ctx, rows, list, func(i int, f *results.FailedCall) ([]any, error) {
			return []any{run, f.Family, f.Cause, i, f.Trial, f.Step, f.Call, f.Tool, f.Failure, f.Asked, f.Quote}, nil
		})
		if err != nil {
			return err
		}
		const counts = `INSERT INTO run_causes (run_id, family, cause, calls, trials)
SELECT run_id, family, cause, count(*), count(DISTINCT trial_id)
FROM failed_calls
WHERE run_id = ?
GROUP BY run_id, family, cause`
		return exec(ctx, tx, "count failed calls", counts, run)
	})
}
