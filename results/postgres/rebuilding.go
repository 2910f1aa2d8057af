package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Rebuilding keeps other processes from rebuilding boards of a benchmark until done is
// called: boards are made of many reads, and the older of two must not be saved last.
// It is not mine while another process is at it. The lock is that of a connection and
// ends with it, also when this program is killed.
func (db *DB) Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error) {
	if db.w == nil {
		return nil, false, fmt.Errorf("rebuild boards: %w", results.ErrReadOnly)
	}
	conn, err := db.w.Connx(ctx)
	if err != nil {
		return nil, false, sqlstore.MapError("rebuild boards", err)
	}
	if err := conn.GetContext(ctx, &mine, "SELECT pg_try_advisory_lock(?, hashtext(?))", rebuildLocks, benchmark); err != nil || !mine {
		return nil, false, errors.Join(sqlstore.MapError("rebuild boards", err), conn.Close())
	}
	return func() {
		short, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_, _ = conn.ExecContext(short, "SELECT pg_advisory_unlock(?, hashtext(?))", rebuildLocks, benchmark) // a connection that is cut off has none
		conn.Close()
	}, true, nil
}
