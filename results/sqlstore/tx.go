package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// inTx runs fn in one write transaction and sets new tokens for the benchmarks in about. If fn
// returns errSame, it rolls back everything.
func (db *DB) inTx(ctx context.Context, what string, about concern, fn func(*sqlx.Tx) error) error {
	return db.write(ctx, what, "", about, fn)
}

// inBenchmark is like inTx, for rows of one benchmark. It does not wait for transactions that write
// other benchmarks.
func (db *DB) inBenchmark(ctx context.Context, what, benchmark string, fn func(*sqlx.Tx) error) error {
	return db.write(ctx, what, benchmark, concern{benchmark}, fn)
}

// ofRun is like inTx, for derived rows of one run that pages do not show directly.
func (db *DB) ofRun(ctx context.Context, what string, run int64, fn func(*sqlx.Tx) error) error {
	const q = `SELECT b.slug
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE r.id = ?`
	benchmark, err := oneOf[string](ctx, db.r, what, q, run)
	if err != nil && !errors.Is(err, results.ErrNotFound) {
		return err
	}
	return db.write(ctx, what, benchmark, noBenchmark, fn)
}

// write runs fn in one transaction for rows of a benchmark, or of all benchmarks if it is empty. It
// repeats the transaction after ErrAgain.
func (db *DB) write(ctx context.Context, what, benchmark string, about concern, fn func(*sqlx.Tx) error) error {
	if db.w == nil {
		return fmt.Errorf("%s: %w", what, results.ErrReadOnly)
	}
	return again(ctx, func() error { return db.writeOnce(ctx, what, benchmark, about, fn) })
}

const tries = 5

func again(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if try == tries || !errors.Is(err, ErrAgain) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(1+rand.IntN(20<<try)) * time.Millisecond):
		}
	}
}

func (db *DB) writeOnce(ctx context.Context, what, benchmark string, about concern, fn func(*sqlx.Tx) error) error {
	tx, err := db.begin(ctx, benchmark)
	if err != nil {
		return MapError(what, err)
	}
	defer tx.Rollback()
	switch err := fn(tx); {
	case errors.Is(err, errSame):
		return nil
	case err != nil:
		return err
	}
	if err := about.stamp(ctx, tx); err != nil {
		return err
	}
	return MapError(what, tx.Commit())
}
