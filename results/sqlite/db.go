// Package sqlite stores benchmarks, runs and traces in one SQLite file (WAL) with one writer connection and a pool of
// read-only ones. Publish makes a compact copy.
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
	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// DB is an open database. A reader has no write connection.
type DB struct {
	*sqlstore.DB
	path string
	r    *sqlx.DB
	file fs.FileInfo // of a reader: what all its connections read
	// options are what its file needs to be read, beside those of all readers.
	options string
	w       *sqlx.DB // nil for readers

	mu    sync.Mutex
	lock  *os.File // see Rebuilding
	alone bool     // no other process can write to it
}

const (
	writerDSN = "_sync=NORMAL&" + writing
	// asideDSN is for a file that nobody sees before all of it is on the disk.
	asideDSN  = "_sync=OFF&" + writing
	writing   = "_txlock=immediate&_journal=WAL&_busy_timeout=500&_fk=on&_cache_size=-4000&_stmt_cache_size=64"
	readerDSN = "mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=128&_cache_size=-16000"
	// besideDSN is for readers in a process that writes: they read a run once and need little cache.
	besideDSN = "mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=128&_cache_size=-1000"
)

func dsn(path, options string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options
}

// OpenWriter opens or creates the database at path. Foreign files and other schemas stay as they are.
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
		err = notOld(path) // before SQLite changes its journal
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
	return newDB(path, r, w), nil
}

// private is the mode of a database, which holds hidden runs.
const private fs.FileMode = 0o600

// makePrivate makes the file of a new database for its owner alone.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private)
	if errors.Is(err, fs.ErrExist) {
		return nil // empty, or another process was faster
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

// mustExist fails if no database of this program is at path.
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

// noDatabase says that there is no file, or one without content.
func noDatabase(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("the file is empty: %w", results.ErrNotFound)
	}
	return results.ErrNotFound
}

// Reopen opens the file that is now at the path of db.
func (db *DB) Reopen(ctx context.Context) (*DB, error) { return openReader(ctx, db.path, false) }

// openTries is how often a reader is reopened when another process replaces or writes the file meanwhile.
const openTries = 50

func openReader(ctx context.Context, path string, snapshot bool) (db *DB, err error) {
	for range openTries {
		if db, err = openPinned(ctx, path, snapshot); !errors.Is(err, errMoved) {
			return db, err
		}
	}
	return nil, fmt.Errorf("open database %s: %w", path, err)
}

// openPinned opens all connections of a reader at once: SQLite opens files by path, and later ones could read a
// replacement.
func openPinned(ctx context.Context, path string, snapshot bool) (*DB, error) {
	file, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	to := &pin{path: path, file: file, snapshot: snapshot}
	options := ""
	r, err := openPool(ctx, path, readerDSN, to)
	if err != nil {
		// On a read-only disk WAL has no shared memory; without a pending log the file can be read as immutable.
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
	db := newDB(path, r, nil)
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

// newDB puts a store together; w is nil for a reader.
func newDB(path string, r, w *sqlx.DB) *DB {
	rows := sqlstore.New(sqlstore.Config{Read: r, Write: w, Parts: inFile(), Dialect: dialect, Stage: filepath.Dir(path)})
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

// Close closes all connections. A writer first moves the log into the file, so that the log does not matter later.
func (db *DB) Close() error {
	if db.w == nil {
		return db.r.Close()
	}
	err := db.r.Close()
	_, _ = db.w.Exec("PRAGMA wal_checkpoint(TRUNCATE)") // waits for no reader for long; the log stays valid
	err = errors.Join(err, db.w.Close())
	if db.lock != nil {
		err = errors.Join(err, db.lock.Close())
	}
	return err
}

// Path returns the path of the database file.
func (db *DB) Path() string { return db.path }

// File describes the file that a reader has open, which another may have replaced since.
func (db *DB) File() fs.FileInfo { return db.file }
