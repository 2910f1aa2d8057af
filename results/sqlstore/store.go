// Package sqlstore keeps benchmarks, runs and traces in the tables of an SQL
// database. It holds the queries, and what is made of their rows; the packages of
// the stores open the database, bring its schema up to date, and give it what
// differs between them.
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
	ranked  int // hits that are put in order of relevance at most, and steps with a word that weighs

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
	// Begin opens a write transaction that writes rows of one benchmark, by slug, or of
	// any if that is empty. There is one at a time of each benchmark, and none beside one
	// of any: it waits for those of others, and for as long as it is wanted.
	Begin func(ctx context.Context, w *sqlx.DB, benchmark string) (*sqlx.Tx, error)
	// NextRun is a query that gives the key of a run that is written, and none twice.
	NextRun string
	// NextRaws is a query that gives the keys of so many raw records of a run, as they
	// come, and none twice. Their addresses have them.
	NextRaws string
	// LastRun is a query for the last of those keys, and NumberOn makes all that is numbered
	// from now on follow it and what the tables have.
	LastRun  string
	NumberOn func(ctx context.Context, tx *sqlx.Tx, lastRun int64) error
	// Hold ends a query for a row that it keeps others from changing until the transaction
	// ends. It is empty where there is one transaction at a time.
	Hold string
	// RunColumn says that each row of a run names it, also where its key does so already:
	// see RunNamed. What stands in queries between /*! and */ is for such databases, and a
	// comment to others.
	RunColumn bool
	// Day is the ISO date (UTC) of a column in Unix milliseconds.
	Day func(column string) string
	// Object is an aggregate: a JSON object of the keys and values of the rows, as text.
	Object func(key, value string) string
	// Elements is what is selected from to get the elements of a JSON array as its
	// column value, and Texts gets them as texts and numbers.
	Elements, Texts func(array string) string
	// Numbers gets those of a JSON array of whole numbers.
	Numbers func(array string) string
	// Until is a condition, with what joins it to others: columns are not behind
	// values. Queries of rows in an order say so where they stop reading at the first
	// that is behind; it may be nothing if a row is not made before it is read.
	Until func(columns, values string) string
	// Field is a text in a JSON object, by the names on the way to it; NULL if it is
	// not there.
	Field func(object string, names ...string) string
}

// New makes a store of connections to a database whose schema is up to date.
func New(c Config) *DB {
	c.Read.MapperFunc(ColumnName)
	if c.Write != nil {
		c.Write.MapperFunc(ColumnName)
	}
	return &DB{r: c.Read, w: c.Write, parts: c.Parts, dialect: c.Dialect, stage: c.Stage, ranked: maxCounted}
}

func (db *DB) begin(ctx context.Context, benchmark string) (*sqlx.Tx, error) {
	return db.dialect.Begin(ctx, db.w, benchmark)
}

// blobs is what readers ask for bodies.
func (db *DB) blobs() Blobs { return db.parts.Blobs(db.r) }

// text is what readers ask for texts.
func (db *DB) text() Searcher { return db.parts.Texts(db.r) }
