package sqlite

import (
	"context"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results"
)

// Rebuilding keeps other processes from rebuilding boards until done is called: the older of two must not be saved last.
// mine is false while another process rebuilds.
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
		// Closing it would end all locks of this process, also SQLite's, so it stays open with the database.
		if db.lock, err = os.Open(db.path); err != nil {
			return nil, false, fmt.Errorf("rebuild boards: %w", err)
		}
	}
	if !tryLockFile(db.lock) {
		return nil, false, nil
	}
	return func() { unlockFile(db.lock) }, true, nil
}
