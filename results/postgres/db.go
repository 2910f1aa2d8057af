// Package postgres stores rows in PostgreSQL by sqlstore, with its own text index, and bodies as objects.
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

// DB is an open database. A reader has no write connections.
type DB struct {
	*sqlstore.DB
	config  *pgx.ConnConfig
	r, w    *sqlx.DB
	objects objects.Store
	claimed atomic.Bool // the objects are known to be of this database

	rebuilding sync.Map // connections that keep others from it, by benchmark

	probing sync.Once
	probe   *sqlx.DB // of Verify, which has made it

	keeper  *sqlx.Conn // keeps the snapshot that is read, see OpenMoment; else nil
	keepers *sqlx.DB   // its pool
}

// The search paths of connections. Readers find a view without hidden runs before the table.
const (
	writerPath = "main"
	readerPath = "shown, main"
)

// writers is the number of write connections of a process.
const writers = 4

// connectMost bounds connecting unless the address sets connect_timeout.
const connectMost = 5 * time.Second

// Open opens a database for writing and makes missing tables. in holds the bodies; dir is for staged data.
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

// OpenReader opens a database that has the schema of this program for reading.
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

// parse reads an address. Errors of pgx may hold the password, so they are dropped.
func parse(dsn string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("open database: the address is not one of PostgreSQL: %w", results.ErrInvalid)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectMost
	}
	return config, nil
}

// readers opens a pool of connections for reading, at a snapshot if one is named.
func readers(config *pgx.ConnConfig, snapshot string) *sqlx.DB {
	r := poolAt(config, readerPath, true, snapshot)
	n := max(4, runtime.NumCPU()*2)
	r.SetMaxOpenConns(n)
	r.SetMaxIdleConns(n)
	return r
}

// keptBytes is how much of the objects a process keeps in memory, packed.
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

// Close closes all connections.
func (db *DB) Close() error {
	err := errors.Join(db.endMoment(), db.r.Close())
	for _, other := range []*sqlx.DB{db.w, db.probe} {
		if other != nil {
			err = errors.Join(err, other.Close())
		}
	}
	return err
}
