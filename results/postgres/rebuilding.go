package postgres

import "context"

// Rebuilding waits until no other process rebuilds boards of this database and keeps
// them waiting until done is called: boards are made of many reads, and the older of
// two must not be saved last. The lock is that of a connection and ends with it.
func (db *DB) Rebuilding(ctx context.Context) (done func(), err error) {
	return db.hold(ctx, "rebuild boards", rebuildLock)
}
