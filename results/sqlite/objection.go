package sqlite

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveObjections replaces what speaks against a stored run.
func (db *DB) SaveObjections(ctx context.Context, r *results.Run) error {
	objections, err := toJSON(nonNil(r.Objections))
	if err != nil {
		return fmt.Errorf("save objections of %s: %w", r.Slug, err)
	}
	return db.inTx(ctx, "save objections of "+r.Slug, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE runs SET objections = ? WHERE id = ?", objections, r.ID); err != nil {
			return mapError("save objections of "+r.Slug, err)
		}
		return bumpRevision(ctx, tx)
	})
}

// SaveReplaces notes which run the stored run corrects. If that is new, the
// boards of its benchmark lag behind.
func (db *DB) SaveReplaces(ctx context.Context, run, replaces string) error {
	return db.inTx(ctx, "save what "+run+" replaces", func(tx *sqlx.Tx) error {
		var benchmarks []int64
		const q = `UPDATE runs
SET replaces = ?
WHERE slug = ?
  AND replaces <> ?
RETURNING benchmark_id`
		if err := tx.SelectContext(ctx, &benchmarks, q, replaces, run, replaces); err != nil {
			return mapError("save what "+run+" replaces", err)
		}
		for _, b := range benchmarks {
			if err := markStale(ctx, tx, b); err != nil {
				return err
			}
		}
		return nil
	})
}

// RunsPointingAt lists the runs whose objections speak of the run: those that it
// corrects, and those that repeat its records.
func (db *DB) RunsPointingAt(ctx context.Context, run string) ([]results.Run, error) {
	rows := []runRow{}
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE EXISTS (SELECT 1 FROM json_each(r.objections) o WHERE o.value ->> 'run' = ?)
ORDER BY r.id
LIMIT 100`
	if err := db.r.SelectContext(ctx, &rows, q, run); err != nil {
		return nil, mapError("list runs that point at "+run, err)
	}
	return runsOf(rows)
}
