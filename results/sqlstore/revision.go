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

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Revisions returns the id of the database and the stamps of its content.
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

// concern says whose pages a write changes: those of some benchmarks, by slug.
type concern []string

// noBenchmark is for writes to shared tables; their triggers note which benchmarks change.
var noBenchmark = concern{}

// newStamp is random, because counters of two copies could meet at the same number.
func newStamp() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// stamp draws new stamps for everything and for the benchmarks concerned.
func (c concern) stamp(ctx context.Context, tx *sqlx.Tx) error {
	list := []statement{{"UPDATE meta SET value = ? WHERE key = 'all'", []any{newStamp()}}}
	for _, slug := range c {
		list = append(list, statement{"UPDATE benchmarks SET revision = ? WHERE slug = ?", []any{newStamp(), slug}})
	}
	return execAll(ctx, tx, "stamp database", list...)
}

// errSame undoes a write that changed nothing, so that no stamp moves.
var errSame = errors.New("nothing has changed")

// changedBy is the error of a statement, and errSame if it has met no row.
func changedBy(r sql.Result, err error) error {
	if err != nil {
		return MapError("write", err)
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return errSame
}

// ifChanged runs write and returns errSame if the rows of the queries stay the same.
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

// digest is the sha256 over the values of all rows.
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
