package postgres

import "context"

// Rebuilding keeps other processes from rebuilding boards of a benchmark until done is
// called: boards are made of many reads, and the older of two must not be saved last.
// It is not mine while another process is at it.
func (db *DB) Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error) {
	return db.hold(ctx, "rebuild boards",
		"SELECT pg_try_advisory_lock(?, hashtext(?))",
		"SELECT pg_advisory_unlock(?, hashtext(?))",
		rebuildLocks, benchmark)
}
