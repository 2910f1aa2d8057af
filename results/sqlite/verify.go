package sqlite

import (
	"context"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Verify reads the file at the database's path with a connection of its own,
// which has no page in memory, and returns the id of the database in it. It
// fails if the file is shorter than it says, if its tables cannot be read to their
// last rows, or if those that every page needs cannot be read whole.
func (db *DB) Verify(ctx context.Context) (id string, err error) {
	fresh, err := connect(ctx, dsn(db.path, readerDSN))
	if err != nil {
		return "", sqlstore.MapError("read database", err)
	}
	defer fresh.Close()
	fresh.SetMaxOpenConns(1)
	var state struct {
		Pages, Size, Rows int64
		Version           int
		ID                string
	}
	const q = `SELECT
  (SELECT page_count FROM pragma_page_count) AS pages,
  (SELECT page_size FROM pragma_page_size) AS size,
  (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT value FROM meta WHERE key = 'id') AS id,
  (SELECT COALESCE(max(id), 0) FROM benchmarks) + (SELECT COALESCE(max(id), 0) FROM tasks) + (SELECT COALESCE(max(id), 0) FROM runs)
    + (SELECT COALESCE(max(id), 0) FROM trials) + (SELECT COALESCE(max(id), 0) FROM steps) + (SELECT COALESCE(max(id), 0) FROM raws)
    + (SELECT COALESCE(max(id), 0) FROM figures) + (SELECT count(*) FROM benchmarks NOT INDEXED) + (SELECT count(*) FROM scenarios NOT INDEXED)
    + (SELECT count(*) FROM models NOT INDEXED) + (SELECT count(*) FROM model_aliases NOT INDEXED) + (SELECT count(*) FROM runs NOT INDEXED)
    + (SELECT count(*) FROM boards NOT INDEXED) + (SELECT count(*) FROM board_rows NOT INDEXED) + (SELECT count(*) FROM tasks NOT INDEXED) AS rows`
	if err := fresh.GetContext(ctx, &state, q); err != nil {
		return "", sqlstore.MapError("read database", err)
	}
	if err := known(state.Version, db.path); err != nil { // migrated in its place since it was opened
		return "", err
	}
	if log, err := os.Stat(db.path + "-wal"); err == nil && log.Size() > 0 {
		return state.ID, nil // pages may be in the log alone
	}
	info, err := os.Stat(db.path)
	if err != nil {
		return "", fmt.Errorf("read database: %w", err)
	}
	if whole := state.Pages * state.Size; info.Size() < whole {
		return "", fmt.Errorf("read database: the file has %d of its %d bytes", info.Size(), whole)
	}
	return state.ID, nil
}
