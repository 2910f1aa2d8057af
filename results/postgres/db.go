// Package postgres stores rows in PostgreSQL through package sqlstore, and blobs as objects in a
// directory or bucket. It has its own full-text index.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// DB is an open database. If it was opened for reading, it has no write connections.
type DB struct {
	*sqlstore.DB
	config  *pgx.ConnConfig
	r, w    *sqlx.DB
	objects objects.Store
	claimed atomic.Bool // set once the object store is known to belong to this database

	rebuilding sync.Map // connections that hold a rebuild lock, by benchmark

	probing sync.Once
	probe   *sqlx.DB // connection pool of Verify; nil before the first call

	keeper  *sqlx.Conn // connection that keeps the snapshot open, see OpenMoment; nil without a snapshot
	keepers *sqlx.DB   // pool that keeper belongs to
}

// Search paths of connections. Readers use views that omit hidden runs.
const (
	writerPath = "main"
	readerPath = "shown, main"
)

// writers is the maximum number of write connections of a process.
const writers = 4

// connectMost is the connection timeout unless the URL sets connect_timeout.
const connectMost = 5 * time.Second

// Open opens a database for writing and creates missing tables. The object store in holds the
// blobs; dir is the directory for temporary files.
func Open(ctx context.Context, dsn string, in objects.Store, dir string) (*DB, error) {
	config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	w := pool(config, writerPath, false)
	w.SetMaxOpenConns(writers)
	if err := makeSchema(ctx, w); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", config.Database, err), w.Close())
	}
	return newDB(config, readers(config, ""), w, in, dir), nil
}

// OpenReader opens a database for reading. It returns an error if the database has a different
// schema version than this program.
func OpenReader(ctx context.Context, dsn string, in objects.Store) (*DB, error) {
	return openReader(ctx, dsn, in, schemaVersion)
}

func openReader(ctx context.Context, dsn string, in objects.Store, least int) (*DB, error) {
	config, err := parse(dsn)
	if err != nil {
		return nil, err
	}
	db := newDB(config, readers(config, ""), nil, in, "")
	if err := checkVersion(ctx, db.r, least); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", config.Database, err), db.Close())
	}
	return db, nil
}

// parse parses the URL of a database. It replaces the error messages of pgx, which may contain the
// password.
func parse(dsn string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("open database: not a valid PostgreSQL URL: %w", results.ErrInvalid)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectMost
	}
	return config, nil
}

// readers opens a pool of read connections. They read the given exported snapshot unless it is
// empty.
func readers(config *pgx.ConnConfig, snapshot string) *sqlx.DB {
	r := poolAt(config, readerPath, true, snapshot)
	n := max(4, runtime.NumCPU()*2)
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	return r
}

// keptBytes is the maximum size in bytes of the cache of compressed pieces.
const keptBytes = 64 << 20

func newDB(config *pgx.ConnConfig, r, w *sqlx.DB, in objects.Store, dir string) *DB {
	read := objects.NewReader(in, keptBytes)
	db := &DB{config: config, r: r, w: w, objects: in}
	parts := sqlstore.Parts{
		Blobs: func(db sqlx.ExtContext) sqlstore.Blobs { return bodies{db, read} },
		Send:  func(dir string) sqlstore.Sender { return newSender(in, dir, db.claim) },
		Texts: func(db sqlx.ExtContext) sqlstore.Searcher { return textIndex{db} },
	}
	own := dialect
	own.Begin = db.begin
	db.DB = sqlstore.New(sqlstore.Config{Read: r, Write: w, Parts: parts, Dialect: own, Stage: dir})
	return db
}

func (db *DB) Close() error {
	err := errors.Join(db.endMoment(), db.r.Close())
	for _, other := range []*sqlx.DB{db.w, db.probe} {
		if other != nil {
			err = errors.Join(err, other.Close())
		}
	}
	return err
}
