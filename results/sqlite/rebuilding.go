package sqlite

import (
	"context"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results"
)

// Rebuilding keeps other processes from rebuilding boards of this database, of any
// benchmark, until done is called: boards are made of many reads, and the older of two
// must not be saved last. It is not mine while another process is at it.
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
		// Open until the database is closed: with its descriptor all locks of
		// this process on the file would go, also SQLite's.
		if db.lock, err = os.Open(db.path); err != nil {
			return nil, false, fmt.Errorf("rebuild boards: %w", err)
		}
	}
	if !tryLockFile(db.lock) {
		return nil, false, nil
	}
	return func() { unlockFile(db.lock) }, true, nil
}
