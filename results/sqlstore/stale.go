package sqlstore

import (
	"context"
	"math/rand/v2"

	"github.com/jmoiron/sqlx"
)

// newMark is a mark of boards that lag. Each is another, so that whoever has
// rebuilt boards strikes off only what was there when it began.
func newMark() int64 { return rand.Int64()>>1 | 1 }

// markStale notes that the boards of a benchmark lag behind its records, in the
// transaction that makes it so. Whoever writes next rebuilds them, also after
// this program was killed before it could.
func markStale(ctx context.Context, tx *sqlx.Tx, benchmark int64) error {
	return exec(ctx, tx, "mark boards as stale", "UPDATE benchmarks SET stale = ? WHERE id = ?", newMark(), benchmark)
}

// MarkStale notes that the boards of all benchmarks lag, as after a change of
// how they are made.
func (db *DB) MarkStale(ctx context.Context) error {
	return db.inTx(ctx, "mark all boards as stale", noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = ?", newMark()))
	})
}

// StaleBenchmarks lists the benchmarks whose boards and cases lag behind.
func (db *DB) StaleBenchmarks(ctx context.Context) ([]string, error) {
	rows := []struct {
		Slug  string
		Stale int64
	}{}
	if err := db.r.SelectContext(ctx, &rows, "SELECT slug, stale FROM benchmarks WHERE stale <> 0 ORDER BY slug LIMIT 100000"); err != nil {
		return nil, MapError("list stale benchmarks", err)
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.marks = map[string]int64{}
	list := make([]string, len(rows))
	for i, r := range rows {
		list[i] = r.Slug
		db.marks[r.Slug] = r.Stale
	}
	return list, nil
}

// MarkCurrent notes that the boards and cases of a benchmark were rebuilt since
// StaleBenchmarks listed it. If it was marked again meanwhile, by a run that
// another process has stored, it stays on the list.
func (db *DB) MarkCurrent(ctx context.Context, benchmark string) error {
	db.mu.Lock()
	mark := db.marks[benchmark]
	db.mu.Unlock()
	return db.inBenchmark(ctx, "mark boards of "+benchmark+" as current", benchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = 0 WHERE slug = ? AND stale = ? AND stale <> 0", benchmark, mark))
	})
}
