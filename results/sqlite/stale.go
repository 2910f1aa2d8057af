package sqlite

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// markStale notes that the boards of a benchmark lag behind its records, in the
// transaction that makes it so. Whoever writes next rebuilds them, also after
// this program was killed before it could.
func markStale(ctx context.Context, tx *sqlx.Tx, benchmark int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE benchmarks SET stale = 1 WHERE id = ?", benchmark)
	return mapError("mark boards as stale", err)
}

// StaleBenchmarks lists the benchmarks whose boards and cases lag behind.
func (db *DB) StaleBenchmarks(ctx context.Context) ([]string, error) {
	list := []string{}
	err := db.r.SelectContext(ctx, &list, "SELECT slug FROM benchmarks WHERE stale ORDER BY slug LIMIT 100000")
	return list, mapError("list stale benchmarks", err)
}

// MarkCurrent notes that the boards and cases of a benchmark were rebuilt.
func (db *DB) MarkCurrent(ctx context.Context, benchmark string) error {
	return db.inTx(ctx, "mark boards of "+benchmark+" as current", concern{benchmark}, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = 0 WHERE slug = ? AND stale <> 0", benchmark))
	})
}
