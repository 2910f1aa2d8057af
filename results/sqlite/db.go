// Package sqlite stores benchmarks, runs and traces in a single SQLite file (WAL mode), with one
// connection for writing and a pool of read-only connections. Publish writes a compact copy.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/jmoiron/sqlx"
	_ "github.com/mattn/go-sqlite3" // registers the driver "sqlite3"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// DB is an open database. A reader has no connection for writing.
type DB struct {
	*sqlstore.DB
	path string
	r    *sqlx.DB
	file fs.FileInfo // file that all connections of a reader use
	// options are additional DSN parameters that a reader needs for this file.
	options string
	w       *sqlx.DB // connection for writing; nil for readers

	mu    sync.Mutex
	lock  *os.File // file lock held by Rebuilding
	alone bool     // set if no other process can write to the file
}

const (
	writerDSN = "_sync=NORMAL&" + writing
	// asideDSN is the DSN of a file that other processes cannot see until it is completely on disk.
	asideDSN  = "_sync=OFF&" + writing
	writing   = "_txlock=immediate&_journal=WAL&_busy_timeout=500&_fk=on&_cache_size=-4000&_stmt_cache_size=64"
	readerDSN = "mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=128&_cache_size=-16000"
	// besideDSN is the DSN of the readers in a writing process. They read each run once and need
	// little cache.
	besideDSN = "mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=128&_cache_size=-1000"
)

func dsn(path, options string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options
}

// OpenWriter opens or creates the database at path. If the file belongs to another application or
// has a different schema version, it fails without changing the file.
func OpenWriter(ctx context.Context, path string) (*DB, error) {
	return openWriter(ctx, path, writerDSN)
}

func openWriter(ctx context.Context, path, options string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("create directory of database: %w", errors.Join(results.ErrReadOnly, err))
	}
	there, err := inspect(ctx, path)
	switch {
	case err == nil && there:
		err = notOld(path) // check the version before SQLite changes the journal mode
	case err == nil:
		err = makePrivate(path)
	}
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	w, err := connect(ctx, dsn(path, options))
	if err != nil {
		return nil, sqlstore.MapError("open database "+path, err)
	}
	w.SetMaxOpenConns(1)
	if err := makeSchema(ctx, w, path); err != nil {
		w.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	r, err := openPool(ctx, path, besideDSN, nil)
	if err != nil {
		w.Close()
		return nil, err
	}
	return newDB(path, r, w, false), nil
}

// private is the file mode of a database, which may contain hidden runs.
const private fs.FileMode = 0o600

// makePrivate creates the file of a new database with permissions for its owner only.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process created the file first
	}
	if err != nil {
		return errors.Join(results.ErrReadOnly, err)
	}
	return f.Close()
}

// OpenReader opens an existing database read-only.
func OpenReader(ctx context.Context, path string) (*DB, error) {
	if err := mustExist(ctx, path); err != nil {
		return nil, err
	}
	return openReader(ctx, path, false)
}

func mustExist(ctx context.Context, path string) error {
	there, err := inspect(ctx, path)
	if err == nil && !there {
		err = noDatabase(path)
	}
	if err != nil {
		return fmt.Errorf("open database %s: %w", path, err)
	}
	return nil
}

// OpenMoment opens a database read-only in one snapshot.
func OpenMoment(ctx context.Context, path string) (*DB, error) {
	if err := mustExist(ctx, path); err != nil {
		return nil, err
	}
	return openReader(ctx, path, true)
}

// noDatabase returns the error for a file that is missing or empty.
func noDatabase(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("the file is empty: %w", results.ErrNotFound)
	}
	return results.ErrNotFound
}

// Reopen opens the file that is now at the path of db, which may have been replaced.
func (db *DB) Reopen(ctx context.Context) (*DB, error) { return openReader(ctx, db.path, false) }

// openTries is the maximum number of attempts to open a reader while another process replaces or
// writes the file.
const openTries = 50

func openReader(ctx context.Context, path string, snapshot bool) (db *DB, err error) {
	for range openTries {
		if db, err = openPinned(ctx, path, snapshot); !errors.Is(err, errMoved) {
			return db, err
		}
	}
	return nil, fmt.Errorf("open database %s: %w", path, err)
}

// openPinned opens all connections of a reader at once. SQLite opens files by path, so a connection
// opened later could read a file that has replaced the first one.
func openPinned(ctx context.Context, path string, snapshot bool) (*DB, error) {
	file, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	to := &pin{path: path, file: file, snapshot: snapshot}
	options := ""
	r, err := openPool(ctx, path, readerDSN, to)
	if err != nil {
		// WAL mode needs shared memory, which is not available on a read-only disk. If the WAL file
		// has no content, the database can be opened as immutable.
		if log, serr := os.Stat(path + "-wal"); errors.Is(err, errMoved) || serr == nil && log.Size() > 0 {
			return nil, err
		}
		options = "&immutable=1"
		if r, err = openPool(ctx, path, readerDSN+options, to); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(ours(ctx, r, path), checkVersion(ctx, r, path), openAll(ctx, r)); err != nil {
		r.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	db := newDB(path, r, nil, false)
	db.file, db.options = file, options
	return db, nil
}

func openAll(ctx context.Context, r *sqlx.DB) error {
	for range r.Stats().MaxOpenConnections {
		c, err := r.Conn(ctx)
		if err != nil {
			return sqlstore.MapError("connect", err)
		}
		defer c.Close()
	}
	return nil
}

func newDB(path string, r, w *sqlx.DB, old bool) *DB {
	rows := sqlstore.New(sqlstore.Config{Read: r, Write: w, Parts: inFile(old), Dialect: dialect, Stage: filepath.Dir(path)})
	return &DB{DB: rows, path: path, r: r, w: w}
}

func openPool(ctx context.Context, path, options string, to *pin) (*sqlx.DB, error) {
	r, err := connectReader(ctx, dsn(path, options), to)
	if err != nil {
		return nil, sqlstore.MapError("open database "+path, err)
	}
	n := max(4, runtime.NumCPU()*2)
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	var searches bool
	err = r.GetContext(ctx, &searches, "SELECT sqlite_compileoption_used('ENABLE_FTS5') FROM (SELECT count(*) FROM sqlite_schema)")
	if err == nil && !searches {
		err = errUntagged
	}
	if err != nil {
		r.Close()
		return nil, sqlstore.MapError("open database "+path, err)
	}
	return r, nil
}

// Close closes all connections. A writer first copies the WAL into the database file, so that the
// file is complete without it.
func (db *DB) Close() error {
	if db.w == nil {
		return db.r.Close()
	}
	err := db.r.Close()
	_, _ = db.w.Exec("PRAGMA wal_checkpoint(TRUNCATE)") // does not wait long for readers, because the WAL remains valid
	err = errors.Join(err, db.w.Close())
	if db.lock != nil {
		err = errors.Join(err, db.lock.Close())
	}
	return err
}

// Path returns the path of the database file.
func (db *DB) Path() string { return db.path }

// File describes the file that a reader has open, which another process may have replaced since
// then.
func (db *DB) File() fs.FileInfo { return db.file }
