// Package sqlite stores benchmarks, runs and traces in one SQLite file. It is
// the only package that speaks SQL. One writer connection and a pool of
// read-only connections share the file (WAL), and Publish makes a compact copy
// that can be served immutable.
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

	"github.com/jmoiron/sqlx"
	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"

	"github.com/clawatlas/clawatlas/results"
)

// DB is an open database. A reader has no write connection.
type DB struct {
	path string
	r    *sqlx.DB
	w    *sqlx.DB // nil for readers
}

const (
	writerDSN = "_txlock=immediate&_journal=WAL&_sync=NORMAL&_busy_timeout=5000&_fk=on&_cache_size=-32000&_stmt_cache_size=64"
	readerDSN = "mode=ro&_query_only=1&_busy_timeout=5000&_stmt_cache_size=128&_cache_size=-16000"
)

func dsn(path, options string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + options
}

// OpenWriter opens or creates the database at path and brings its schema up to
// date.
func OpenWriter(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("create directory of database: %w", errors.Join(results.ErrReadOnly, err))
	}
	w, err := sqlx.ConnectContext(ctx, "sqlite3", dsn(path, writerDSN))
	if err != nil {
		return nil, mapError("open database "+path, err)
	}
	w.SetMaxOpenConns(1)
	if err := migrate(ctx, w); err != nil {
		w.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if err := fillOutcomes(ctx, w); err != nil {
		w.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	r, err := openPool(ctx, path, readerDSN)
	if err != nil {
		w.Close()
		return nil, err
	}
	return &DB{path: path, r: r, w: w}, nil
}

// OpenReader opens an existing database read-only.
func OpenReader(ctx context.Context, path string) (*DB, error) {
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open database %s: %w", path, results.ErrNotFound)
		}
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	r, err := openPool(ctx, path, readerDSN)
	if err != nil {
		// On a read-only disk WAL's shared memory cannot be made; a database
		// without a pending log can still be read as immutable.
		if log, serr := os.Stat(path + "-wal"); serr == nil && log.Size() > 0 {
			return nil, err
		}
		if r, err = openPool(ctx, path, readerDSN+"&immutable=1"); err != nil {
			return nil, err
		}
	}
	if err := checkVersion(ctx, r); err != nil {
		r.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return &DB{path: path, r: r}, nil
}

func openPool(ctx context.Context, path, options string) (*sqlx.DB, error) {
	r, err := sqlx.ConnectContext(ctx, "sqlite3", dsn(path, options))
	if err != nil {
		return nil, mapError("open database "+path, err)
	}
	n := max(4, runtime.NumCPU()*2)
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	var tables int
	if err := r.GetContext(ctx, &tables, "SELECT count(*) FROM sqlite_schema"); err != nil {
		r.Close()
		return nil, mapError("open database "+path, err)
	}
	return r, nil
}

// Close closes all connections.
func (db *DB) Close() error {
	if db.w != nil {
		return errors.Join(db.r.Close(), db.w.Close())
	}
	return db.r.Close()
}

// Path returns the path of the database file.
func (db *DB) Path() string { return db.path }

// Publish writes a compact copy of the database to path, whole or not at all.
func (db *DB) Publish(ctx context.Context, path string) error {
	tmp := path + ".part"
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("publish %s: %w", path, err)
	}
	if err := db.vacuumInto(ctx, tmp); err != nil {
		os.Remove(tmp)
		return mapError("publish "+path, err)
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return fmt.Errorf("publish %s: %w", path, err)
	}
	return nil
}

// vacuumInto copies the database. To SQLite that is a write, although it leaves
// the database itself alone, so a reader's connection is let do it.
func (db *DB) vacuumInto(ctx context.Context, path string) error {
	const copyTo = "VACUUM INTO ?"
	if db.w != nil {
		_, err := db.w.ExecContext(ctx, copyTo, path)
		return err
	}
	conn, err := db.r.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only = OFF"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, copyTo, path)
	_, back := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA query_only = ON")
	return errors.Join(err, back)
}

// inTx runs fn in one write transaction and stamps what it concerns. If fn
// returns errSame everything is undone, and that is no error.
func (db *DB) inTx(ctx context.Context, what string, about concern, fn func(*sqlx.Tx) error) error {
	if db.w == nil {
		return fmt.Errorf("%s: %w", what, results.ErrReadOnly)
	}
	tx, err := db.w.BeginTxx(ctx, nil)
	if err != nil {
		return mapError(what, err)
	}
	defer tx.Rollback()
	switch err := fn(tx); {
	case errors.Is(err, errSame):
		return nil
	case err != nil:
		return err
	}
	if err := about.stamp(ctx, tx); err != nil {
		return err
	}
	return mapError(what, tx.Commit())
}
