// Package sqlstore keeps benchmarks, runs and traces in SQL tables. The packages of the stores open the database and
// give it what differs between them.
package sqlstore

import (
	"context"
	"sync"

	"github.com/jmoiron/sqlx"
)

// DB is an open database. A reader has no write connection.
type DB struct {
	r, w    *sqlx.DB
	parts   Parts
	dialect Dialect
	stage   string

	mu    sync.Mutex
	marks map[string]int64 // of the benchmarks that StaleBenchmarks has listed
}

// Config is what a store is made of.
type Config struct {
	Read    *sqlx.DB // sees no hidden run as long as it asks for runs and not for main.runs
	Write   *sqlx.DB // nil for readers
	Parts   Parts
	Dialect Dialect
	Stage   string // directory in which the rows of a run wait that is too large for memory
}

// Dialect is what differs between the databases.
type Dialect struct {
	// Begin opens a write transaction for rows of one benchmark, by slug, or of any if empty, and waits for others.
	Begin func(ctx context.Context, w *sqlx.DB, benchmark string) (*sqlx.Tx, error)
	// NextRun is a query that gives the key of a run that is written, and none twice.
	NextRun string
	// NextRaws is a query for that many new keys of raw records, which stand in addresses.
	NextRaws string
	// LastRun is a query for the last key of a run; NumberOn continues all numbering after it.
	LastRun  string
	NumberOn func(ctx context.Context, tx *sqlx.Tx, lastRun int64) error
	// Hold locks a selected row until the transaction ends; empty where there is one transaction at a time.
	Hold string
	// RunColumn says that rows of RunNamed tables name their run. Text between /*! and */ in queries is for such databases.
	RunColumn bool
	// Day is the ISO date (UTC) of a column in Unix milliseconds.
	Day func(column string) string
	// Object is an aggregate: a JSON object of the keys and values of the rows, as text.
	Object func(key, value string) string
	// Elements selects the elements of a JSON array as column value; Texts selects them as texts and numbers.
	Elements, Texts func(array string) string
	// Numbers gets those of a JSON array of whole numbers.
	Numbers func(array string) string
	// Field is a text in a JSON object by its path, NULL if absent.
	Field func(object string, names ...string) string
}

// New makes a store of connections to a database whose schema is up to date.
func New(c Config) *DB {
	c.Read.MapperFunc(ColumnName)
	if c.Write != nil {
		c.Write.MapperFunc(ColumnName)
	}
	return &DB{r: c.Read, w: c.Write, parts: c.Parts, dialect: c.Dialect, stage: c.Stage}
}

func (db *DB) begin(ctx context.Context, benchmark string) (*sqlx.Tx, error) {
	return db.dialect.Begin(ctx, db.w, benchmark)
}

func (db *DB) blobs() Blobs { return db.parts.Blobs(db.r) }

func (db *DB) text() Searcher { return db.parts.Texts(db.r) }
