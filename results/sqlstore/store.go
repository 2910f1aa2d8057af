// Package sqlstore stores benchmarks, runs and traces in SQL tables. The packages sqlite and
// postgres open a database and provide its dialect.
package sqlstore

import (
	"context"
	"sync"

	"github.com/jmoiron/sqlx"
)

// DB is an open database. A reader has no connection for writing.
type DB struct {
	r, w    *sqlx.DB
	parts   Parts
	dialect Dialect
	stage   string

	mu    sync.Mutex
	marks map[string]int64 // stale marks of the benchmarks, as read by StaleBenchmarks
}

// Config is the configuration of a store.
type Config struct {
	Read    *sqlx.DB // connections whose table "runs" omits hidden runs; "main.runs" includes them
	Write   *sqlx.DB // connections for writing; nil for readers
	Parts   Parts
	Dialect Dialect
	Stage   string // directory for temporary files with the rows of a large run
}

// Dialect holds the differences between databases.
type Dialect struct {
	// Begin begins a write transaction for rows of the benchmark with this slug, or of all
	// benchmarks if it is empty. It waits for other writers.
	Begin func(ctx context.Context, w *sqlx.DB, benchmark string) (*sqlx.Tx, error)
	// NextRun is a query that returns an unused key for a new run.
	NextRun string
	// NextRaws is a query that returns the given number of new keys for raw records, which appear
	// in URLs.
	NextRaws string
	// LastRun is a query for the highest key of a run. NumberOn makes all new keys follow the
	// existing ones.
	LastRun  string
	NumberOn func(ctx context.Context, tx *sqlx.Tx, lastRun int64) error
	// Hold is the clause that locks a selected row until the end of the transaction; empty if the
	// database runs only one write transaction at a time.
	Hold string
	// RunColumn is set if the tables listed in RunNamed have the column run_id. The text between
	// /*! and */ in queries applies only to such databases.
	RunColumn bool
	// Day returns the SQL expression for the ISO date (UTC) of a column in Unix milliseconds.
	Day func(column string) string
	// Object returns the SQL expression that aggregates keys and values of rows to a JSON object,
	// as text.
	Object func(key, value string) string
	// Elements returns a subquery for the elements of a JSON array, in the column "value"; Texts
	// does so for an array of texts and numbers.
	Elements, Texts func(array string) string
	// Numbers returns a subquery for the elements of a JSON array of integers.
	Numbers func(array string) string
	// Field returns the SQL expression for a text in a JSON object, given by its path; NULL if it
	// is missing.
	Field func(object string, names ...string) string
}

// New returns a store for connections to a database with an up-to-date schema.
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
