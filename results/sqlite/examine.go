package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// Examine reads the whole database and reports faults.
func (db *DB) Examine(ctx context.Context) (*sqlstore.Examined, error) {
	x := &sqlstore.Examined{}
	if err := db.examineFile(ctx, x); err != nil || len(x.Faults) > 0 {
		return x, err // later checks would fail at the same damaged pages
	}
	switch err := db.examineTexts(ctx); {
	case errors.Is(err, results.ErrReadOnly):
		x.Notes = append(x.Notes, "the text index was not examined, which only who may write can do")
	case err != nil:
		x.Faults = append(x.Faults, err.Error())
	}
	return x, errors.Join(db.ExamineRows(ctx, x), db.ExamineBodies(ctx, x))
}

func (db *DB) examineFile(ctx context.Context, x *sqlstore.Examined) error {
	found, err := sqlstore.ListOf[string](ctx, db.r, "check database", "SELECT integrity_check FROM pragma_integrity_check")
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0] != "ok" {
		x.Faults = append(x.Faults, found...)
		return nil
	}
	const q = `SELECT "table" || ' row ' || COALESCE(rowid, '') || ' refers to no ' || parent FROM pragma_foreign_key_check LIMIT 100`
	found, err = sqlstore.ListOf[string](ctx, db.r, "check references", q)
	x.Faults = append(x.Faults, found...)
	return err
}

// examineTexts checks the full-text index. SQLite requires a write transaction for that, although
// nothing is changed.
func (db *DB) examineTexts(ctx context.Context) error {
	w := db.w
	if w == nil {
		var err error
		if w, err = connect(ctx, dsn(db.path, "mode=rw&_txlock=immediate&_busy_timeout=5000")); err != nil {
			return sqlstore.MapError("check text index", err)
		}
		defer w.Close()
	}
	tx, err := begin(ctx, w, "")
	if err != nil {
		return sqlstore.MapError("check text index", err)
	}
	defer tx.Rollback()
	return (textIndex{tx}).check(ctx)
}

// Verify reads the file at the path with a new connection and returns the id of the database. It
// fails if the file is truncated or a table cannot be read to its end. It reads the small tables
// used by all pages completely.
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
	if err := known(state.Version, db.path); err != nil { // another process may have migrated the file
		return "", err
	}
	if log, err := os.Stat(db.path + "-wal"); err == nil && log.Size() > 0 {
		return state.ID, nil // checking the file size would be wrong while pages exist only in the WAL
	}
	info, err := os.Stat(db.path)
	if err != nil {
		return "", fmt.Errorf("read database: %w", err)
	}
	if whole := state.Pages * state.Size; info.Size() < whole {
		return "", fmt.Errorf("read database: the file is truncated to %d of %d bytes", info.Size(), whole)
	}
	return state.ID, nil
}
