package sqlstore

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	mathrand "math/rand/v2"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Revisions returns the id of the database and the tokens that identify its current content.
func (db *DB) Revisions(ctx context.Context) (results.Revision, error) {
	const q = `SELECT 'meta' AS kind, key, value
FROM meta
WHERE key IN ('id', 'all')
UNION ALL
SELECT 'benchmark', b.slug, m.value || b.revision
FROM benchmarks b
JOIN meta m ON m.key = 'base'`
	rev := results.Revision{Benchmarks: map[string]string{}}
	rows, err := ListOf[struct{ Kind, Key, Value string }](ctx, db.r, "read revisions", q)
	if err != nil {
		return rev, err
	}
	for _, r := range rows {
		switch {
		case r.Kind == "benchmark":
			rev.Benchmarks[r.Key] = r.Value
		case r.Key == "id":
			rev.ID = r.Value
		default:
			rev.All = r.Value
		}
	}
	if rev.ID == "" || rev.All == "" {
		return rev, fmt.Errorf("read revisions: the database lacks its id: %w", results.ErrNotFound)
	}
	return rev, nil
}

// concern lists the slugs of the benchmarks whose pages are changed by a write.
type concern []string

// noBenchmark is for writes to shared tables, whose triggers set new tokens for the affected
// benchmarks.
var noBenchmark = concern{}

// newStamp returns a random token. A counter could have the same value in two copies with different
// content.
func newStamp() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// stamp sets new tokens for the database and for the listed benchmarks.
func (c concern) stamp(ctx context.Context, tx *sqlx.Tx) error {
	list := []statement{{"UPDATE meta SET value = ? WHERE key = 'all'", []any{newStamp()}}}
	for _, slug := range c {
		list = append(list, statement{"UPDATE benchmarks SET revision = ? WHERE slug = ?", []any{newStamp(), slug}})
	}
	return execAll(ctx, tx, "stamp database", list...)
}

// errSame rolls back a transaction that changed nothing, so that all tokens stay the same.
var errSame = errors.New("nothing has changed")

// changedBy returns the error of a statement, or errSame if the statement affected no rows.
func changedBy(r sql.Result, err error) error {
	if err != nil {
		return MapError("write", err)
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return errSame
}

// ifChanged runs write and returns errSame if the results of the queries in rows are the same
// before and after it.
func ifChanged(ctx context.Context, tx *sqlx.Tx, rows []statement, write func() error) error {
	before, err := digest(ctx, tx, rows)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	after, err := digest(ctx, tx, rows)
	if err != nil {
		return err
	}
	if before == after {
		return errSame
	}
	return nil
}

func digest(ctx context.Context, tx *sqlx.Tx, rows []statement) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	for _, r := range rows {
		if err := hashRows(ctx, tx, r, h); err != nil {
			return sum, MapError("compare what is stored", err)
		}
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}

func hashRows(ctx context.Context, tx *sqlx.Tx, r statement, h hash.Hash) error {
	rows, err := tx.QueryxContext(ctx, r.query, r.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.SliceScan()
		if err != nil {
			return err
		}
		for _, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			s := fmt.Sprint(v)
			fmt.Fprintf(h, "%T%d:", v, len(s))
			io.WriteString(h, s)
		}
		io.WriteString(h, "\n")
	}
	return rows.Err()
}

// notePrefix distinguishes the keys of notes from those of the database's own metadata.
const notePrefix = "note."

// Note returns the note with the given key; empty if there is none.
func (db *DB) Note(ctx context.Context, key string) (string, error) {
	return oneOf[string](ctx, db.r, "read note "+key, "SELECT COALESCE((SELECT value FROM meta WHERE key = ?), '')", notePrefix+key)
}

// SaveNote stores a note in the database, such as the version of its bundled data.
func (db *DB) SaveNote(ctx context.Context, key, value string) error {
	return db.inTx(ctx, "save note "+key, noBenchmark, func(tx *sqlx.Tx) error {
		return saveNote(ctx, tx, key, value)
	})
}

// saveNote is like SaveNote, but within a transaction; it returns errSame if the value is
// unchanged.
func saveNote(ctx context.Context, tx *sqlx.Tx, key, value string) error {
	const q = `INSERT INTO meta (key, value)
VALUES (?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
WHERE meta.value <> excluded.value`
	return changedBy(tx.ExecContext(ctx, q, notePrefix+key, value))
}

// newMark returns a random nonzero value that marks leaderboards as stale. A rebuild clears the
// mark only if it still has the value that the rebuild read.
func newMark() int64 { return mathrand.Int64()>>1 | 1 }

// markStale marks the leaderboards of a benchmark as stale. It runs in the transaction of the
// change, so that the mark is not lost in a crash.
func markStale(ctx context.Context, tx *sqlx.Tx, benchmark int64) error {
	return exec(ctx, tx, "mark boards as stale", "UPDATE benchmarks SET stale = ? WHERE id = ?", newMark(), benchmark)
}

// MarkStale marks the leaderboards of all benchmarks as stale.
func (db *DB) MarkStale(ctx context.Context) error {
	return db.inTx(ctx, "mark all boards as stale", noBenchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = ?", newMark()))
	})
}

// StaleBenchmarks returns the benchmarks whose leaderboards and cases are stale.
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

// MarkCurrent clears the stale mark of a benchmark, unless another process has set a new one since
// StaleBenchmarks.
func (db *DB) MarkCurrent(ctx context.Context, benchmark string) error {
	db.mu.Lock()
	mark := db.marks[benchmark]
	db.mu.Unlock()
	return db.inBenchmark(ctx, "mark boards of "+benchmark+" as current", benchmark, func(tx *sqlx.Tx) error {
		return changedBy(tx.ExecContext(ctx, "UPDATE benchmarks SET stale = 0 WHERE slug = ? AND stale = ? AND stale <> 0", benchmark, mark))
	})
}
