package sqlstore

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/jmoiron/sqlx"
)

// newMark is a new mark of stale boards: a rebuild clears only the mark that it saw.
func newMark() int64 { return rand.Int64()>>1 | 1 }

// markStale marks the boards of a benchmark as stale in the transaction of the change, so that a crash loses nothing.
func markStale(ctx context.Context, tx *sqlx.Tx, benchmark int64) error {
	return exec(ctx, tx, "mark boards as stale", "UPDATE benchmarks SET stale = ? WHERE id = ?", newMark(), benchmark)
}

// MarkStale marks the boards of all benchmarks as stale.
func (db *DB) MarkStale(ctx context.Context) error {
	return db.inTx(ctx, "mark all boards as stale", noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = ?", newMark()))
	})
}

// StaleBenchmarks lists the benchmarks whose boards and cases lag behind.
func (db *DB) StaleBenchmarks(ctx context.Context) ([]string, error) {
	marks, err := mapOf[string, int64](ctx, db.r, "list stale benchmarks", "SELECT slug AS key, stale AS value FROM benchmarks WHERE stale <> 0")
	if err != nil {
		return nil, err
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.marks = marks
	return slices.Sorted(maps.Keys(marks)), nil
}

// MarkCurrent clears the mark that StaleBenchmarks saw, not one that another process has set since.
func (db *DB) MarkCurrent(ctx context.Context, benchmark string) error {
	db.mu.Lock()
	mark := db.marks[benchmark]
	db.mu.Unlock()
	return db.inBenchmark(ctx, "mark boards of "+benchmark+" as current", benchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = 0 WHERE slug = ? AND stale = ? AND stale <> 0", benchmark, mark))
	})
}
