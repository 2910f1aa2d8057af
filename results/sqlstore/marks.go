package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// MarkKeys returns the keys that marks were saved under, by run.
func (db *DB) MarkKeys(ctx context.Context, benchmark string) (map[int64]string, error) {
	return db.runKeys(ctx, "list marks of "+benchmark, "run_marks", benchmark)
}

// SaveMarks replaces the marks of a run, which then was compared with no other.
func (db *DB) SaveMarks(ctx context.Context, benchmark string, run int64, key string, data []byte) error {
	return db.saveMade(ctx, "marks", "run_marks", benchmark, run, key, func(tx *sqlx.Tx) error {
		return exec(ctx, tx, "save marks", "UPDATE run_marks SET data = ? WHERE run_id = ?", data, run)
	})
}

// RunMarks are the marks of a run.
func (db *DB) RunMarks(ctx context.Context, run int64) ([]byte, error) {
	return oneOf[[]byte](ctx, db.r, "read marks", "SELECT data FROM run_marks WHERE run_id = ?", run)
}

// Shared returns what runs have in common with others; runs that were not compared are absent.
func (db *DB) Shared(ctx context.Context, benchmark string) (map[int64][]results.Shared, error) {
	const q = `SELECT m.run_id AS key, m.shared AS value
FROM benchmarks b
JOIN runs r ON r.benchmark_id = b.id
JOIN run_marks m ON m.run_id = r.id
WHERE b.slug = ?
  AND m.shared IS NOT NULL
ORDER BY m.run_id`
	texts, err := mapOf[int64, string](ctx, db.r, "list what runs of "+benchmark+" share", q, benchmark)
	if err != nil {
		return nil, err
	}
	list := make(map[int64][]results.Shared, len(texts))
	for run, text := range texts {
		var shared []results.Shared
		if err := fromJSON(text, &shared); err != nil {
			return nil, err
		}
		list[run] = shared
	}
	return list, nil
}

// SaveShared notes what a run has in common with others.
func (db *DB) SaveShared(ctx context.Context, benchmark string, run int64, list []results.Shared) error {
	text, err := toJSON(nonNil(list))
	if err != nil {
		return err
	}
	return db.inBenchmark(ctx, "save what a run shares", benchmark, func(tx *sqlx.Tx) error {
		return exec(ctx, tx, "save what a run shares", "UPDATE run_marks SET shared = ? WHERE run_id = ?", text, run)
	})
}
