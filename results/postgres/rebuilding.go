package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// Rebuilding keeps other processes from rebuilding the boards of a benchmark until done is called. mine is false while
// another one rebuilds. If its connection breaks, writes to the benchmark fail until done.
func (db *DB) Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error) {
	conn, free, err := db.hold(ctx, "rebuild boards",
		"SELECT pg_try_advisory_lock(?, hashtext(?))",
		"SELECT pg_advisory_unlock(?, hashtext(?))",
		rebuildLocks, benchmark)
	if err != nil || conn == nil {
		return nil, false, err
	}
	if err := db.analyze(ctx); err != nil { // boards are made, and then shown, of what has come
		free()
		return nil, false, err
	}
	db.rebuilding.Store(benchmark, conn)
	return func() { db.rebuilding.Delete(benchmark); free() }, true, nil
}

// stillRebuilds fails if this process rebuilds the boards and its lock was lost, because a newer rebuild must win.
func (db *DB) stillRebuilds(ctx context.Context, benchmark string) error {
	held, ok := db.rebuilding.Load(benchmark)
	if !ok {
		return nil
	}
	if err := held.(*sqlx.Conn).PingContext(ctx); err != nil {
		return fmt.Errorf("another program may have begun to rebuild the same boards: %w", errors.Join(results.ErrUnavailable, err))
	}
	return nil
}
