package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// KeyBits is how far the key of a run is shifted in the keys of its steps and trials:
// they are unique and in the order of the runs without a look at others.
const KeyBits = 32

// RunNamed are the tables whose rows have a column run_id only in databases that want it,
// which Dialect.RunColumn says. In others the key of the trial or step has the
// run, or is looked up.
var RunNamed = []string{
	"labels", "steps", "trace_agents", "trace_groups",
	"trace_ids", "trace_refs", "trial_checks",
}

// runKeys reads a table of what was made of runs, which has a key for each: the version
// of what it was made by. It gives the keys of a benchmark's runs; runs without one
// are left out.
func (db *DB) runKeys(ctx context.Context, what, table, benchmark string) (map[int64]string, error) {
	q := `SELECT m.run_id AS key, m.key AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN ` + table + ` m ON m.run_id = r.id
WHERE b.slug = ?
ORDER BY m.run_id`
	return mapOf[int64, string](ctx, db.r, what, q, benchmark)
}

// saveMade replaces what was made of a run, with the key that it was made by: deleting
// the row of the table deletes what was made before. fill writes the rest.
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
