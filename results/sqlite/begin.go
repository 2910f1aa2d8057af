package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"
)

// patience is how long a write waits for another process, which may insert a large run.
const patience = 30 * time.Minute

// begin opens a write transaction. SQLite's own waiting cannot be cancelled, so it waits briefly and repeats.
func begin(ctx context.Context, w *sqlx.DB, _ string) (*sqlx.Tx, error) {
	for start := time.Now(); ; {
		tx, err := w.BeginTxx(ctx, nil)
		var se sqlite3.Error
		if err == nil || !errors.As(err, &se) || se.Code != sqlite3.ErrBusy || time.Since(start) > patience {
			return tx, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}
