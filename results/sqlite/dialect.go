package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/mattn/go-sqlite3"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// patience is the maximum time to wait for another writing process, which may be inserting a large
// run.
const patience = 30 * time.Minute

// begin opens a write transaction. SQLite's own wait cannot be cancelled, so begin waits briefly
// and retries.
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

var dialect = sqlstore.Dialect{
	Begin: begin,
	NextRun: `UPDATE meta
SET value = CAST(value AS BIGINT) + 1
WHERE key = 'last_run'
RETURNING CAST(value AS BIGINT)`,
	NextRaws: `WITH RECURSIVE n(i) AS (SELECT 1 WHERE ?1 > 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
SELECT (SELECT COALESCE(max(id), 0) FROM raws) + i
FROM n`,
	LastRun:  "SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'last_run'",
	NumberOn: numberOn,
	Day:      func(column string) string { return "date(" + column + " / 1000, 'unixepoch')" },
	Object:   func(key, value string) string { return "json_group_object(" + key + ", " + value + ")" },
	Elements: eachOf,
	Texts:    eachOf,
	Numbers:  eachOf,
	Field: func(object string, names ...string) string {
		return object + " ->> '$." + strings.Join(names, ".") + "'"
	},
}

// numberOn makes the ids of new runs start after lastRun. Other tables continue after their highest
// id.
func numberOn(ctx context.Context, tx *sqlx.Tx, lastRun int64) error {
	_, err := tx.ExecContext(ctx, "UPDATE meta SET value = max(CAST(value AS BIGINT), ?) WHERE key = 'last_run'", lastRun)
	return sqlstore.MapError("number runs on", err)
}

func eachOf(array string) string { return "json_each(" + array + ")" }

func inFile(old bool) sqlstore.Parts {
	last := recent.New[[]byte](blocksKept)
	return sqlstore.Parts{
		Blobs: func(db sqlx.ExtContext) sqlstore.Blobs { return blobRows{db, last, old} },
		Put: func(ctx context.Context, db sqlx.ExtContext, run int64, pieces []blob.Piece) error {
			return blobRows{db, last, old}.put(ctx, run, pieces)
		},
		Texts: func(db sqlx.ExtContext) sqlstore.Searcher { return textIndex{db} },
	}
}

// Rebuilding prevents other processes from rebuilding the leaderboards until done is called;
// otherwise the older of two rebuilds might be saved last. mine is false if another process is
// rebuilding.
func (db *DB) Rebuilding(_ context.Context, _ string) (done func(), mine bool, err error) {
	if db.w == nil {
		return nil, false, fmt.Errorf("rebuild boards: %w", results.ErrReadOnly)
	}
	if db.alone {
		return func() {}, true, nil
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.lock == nil {
		// Keep the file open until the database is closed. Closing it earlier would release all
		// locks of this process, including SQLite's.
		if db.lock, err = os.Open(db.path); err != nil {
			return nil, false, fmt.Errorf("rebuild boards: %w", err)
		}
	}
	if !tryLockFile(db.lock) {
		return nil, false, nil
	}
	return func() { unlockFile(db.lock) }, true, nil
}
