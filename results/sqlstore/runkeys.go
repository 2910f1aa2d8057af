package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// KeyBits is how far a run's key is shifted in the keys of its steps and trials.
const KeyBits = 32

// RunNamed are the tables with a column run_id where Dialect.RunColumn says so.
var RunNamed = []string{
	"labels", "steps", "trace_agents", "trace_groups",
	"trace_ids", "trace_refs", "trial_checks",
}

// runKeys reads the keys of a table of derived data, by run of a benchmark.
func (db *DB) runKeys(ctx context.Context, what, table, benchmark string) (map[int64]string, error) {
	q := `SELECT m.run_id AS key, m.key AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN ` + table + ` m ON m.run_id = r.id
WHERE b.slug = ?
ORDER BY m.run_id`
	return mapOf[int64, string](ctx, db.r, what, q, benchmark)
}

// saveMade replaces derived data of a run with its key. Deleting the table's row deletes the former data.
func (db *DB) saveMade(ctx context.Context, what, table, benchmark string, run int64, key string, fill func(*sqlx.Tx) error) error {
	what = fmt.Sprintf("save %s of run %d", what, run)
	return db.inBenchmark(ctx, what, benchmark, func(tx *sqlx.Tx) error {
		err := execAll(ctx, tx, what,
			statement{"DELETE FROM " + table + " WHERE run_id = ?", []any{run}},
			statement{"INSERT INTO " + table + " (run_id, key) VALUES (?, ?)", []any{run, key}})
		if err != nil {
			return err
		}
		if err := fill(tx); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}

// madeAtOnce is how many rows of what was made one statement inserts.
const madeAtOnce = 50
