package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/sqlstore"
	database "github.com/clawatlas/clawatlas/results/store"
	"github.com/clawatlas/clawatlas/results/tables"
	"github.com/clawatlas/clawatlas/web"
)

type storeFlag struct {
	DB    string `name:"db" env:"CLAWATLAS_DB" help:"Database file (default clawatlas.db)." placeholder:"FILE"`
	Store string `env:"CLAWATLAS_STORE" help:"Database on a PostgreSQL server, instead of a file." placeholder:"postgres://HOST/NAME"`
	Blobs string `env:"CLAWATLAS_BLOBS" help:"With --store: directory or bucket with the texts of traces and the raw records." placeholder:"DIR|s3://BUCKET"`
}

const defaultFile = "clawatlas.db"

func (f *storeFlag) place() (place, error) { return f.withReplica("") }

// withReplica returns the place with a read replica. address is the replica's URL; empty if there
// is none.
func (f *storeFlag) withReplica(address string) (place, error) {
	switch {
	case f.DB != "" && f.Store != "":
		return nil, usageError("--db and --store are both set; pass only one, and check whether " + envPrefix + "DB or " +
			envPrefix + "STORE is set")
	case f.Store == "" && (f.Blobs != "" || address != ""):
		return nil, usageError("--blobs and --read-store require --store")
	case f.Store == "" && isAddress(f.DB):
		return nil, usageError("--db is the name of a file; --store is for a server, such as postgres://db1/atlas")
	case f.Store == "":
		return file(cmp.Or(f.DB, defaultFile)), nil
	}
	return newServer("--store", f.Store, address, f.Blobs)
}

// isAddress reports whether a name looks like the address of a database rather than a file name.
func isAddress(name string) bool {
	scheme, _, found := strings.Cut(name, ":")
	return found && slices.Contains([]string{"file", "sqlite", "postgres", "postgresql"}, scheme)
}

type usageError string

func (e usageError) Error() string { return string(e) }

// place is the location of a database: a file, or a server with a blob store. The database may not
// exist yet.
type place interface {
	// String returns a name for messages, without secrets.
	String() string
	// command returns the shell command that runs the subcommand `name` on this database.
	command(name string) string
	// found returns results.ErrNotFound if there is no database.
	found(ctx context.Context) error
	// create creates the database if it is missing. It calls fill with an empty store or one with
	// the bundled data, and other processes see the database only after fill has returned.
	create(ctx context.Context, first fs.FS, fill func(store) error) error
	// writer opens or creates a database for writing.
	writer(ctx context.Context) (store, error)
	// reader opens a database of the current schema for reading.
	reader(ctx context.Context) (store, error)
	// moment opens a snapshot of the database for reading. Like copies and watch, it returns an
	// error if the database is an unfinished copy.
	moment(ctx context.Context) (store, error)
	copies(ctx context.Context) (copies, error)
	watch(ctx context.Context, log *slog.Logger) (watcher, error)
}

type store interface {
	ingest.Store
	web.Store
	tables.Store
	database.Takedown

	Note(ctx context.Context, key string) (string, error)
	SaveNote(ctx context.Context, key, value string) error
	MarkStale(ctx context.Context) error
	// CarryFrom and EndCopy copy the content of another database, see sqlstore. HalfCopied reports
	// whether such a copy is unfinished.
	CarryFrom(ctx context.Context, from sqlstore.Source) error
	EndCopy(ctx context.Context, unread []string, reason string, at int64) error
	HalfCopied(ctx context.Context) (bool, error)
	// Examine reads the whole database and lists its faults.
	Examine(ctx context.Context) (*sqlstore.Examined, error)
	sqlstore.Source
	// Compact removes deleted content from the storage.
	Compact(ctx context.Context) error
	Close() error
}

// asStore converts a *DB and an error to a store. It prevents a nil *DB from becoming a non-nil
// store.
func asStore[DB store](db DB, err error) (store, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}

// copies writes copies of a database to single files.
type copies interface {
	// Publish writes only the public content, Backup writes everything.
	Publish(ctx context.Context, path string) error
	Backup(ctx context.Context, path string) error
	// MayReplace returns an error if a copy must not overwrite the file at path.
	MayReplace(ctx context.Context, path string) error
	Close() error
}

// watcher provides a site with the current database at a place.
type watcher interface {
	// store returns the served database. health returns the reason why it should not be trusted, or
	// nil.
	store() web.Store
	health(ctx context.Context) error
	// keep sets the site to update. run watches the database until ctx ends.
	keep(site *web.Site)
	run(ctx context.Context)
	close() error
}

// openFirst opens a database for writing and updates it. If it is missing, openFirst creates it
// with the bundled data.
func openFirst(ctx context.Context, p place, first fs.FS) (store, error) {
	if err := create(ctx, p, first, nil); err != nil {
		return nil, err
	}
	db, _, err := openMended(ctx, p, first)
	return db, err
}

// create creates a missing database with the bundled data and calls more to add further data.
func create(ctx context.Context, p place, first fs.FS, more func(store) error) error {
	return p.create(ctx, first, func(db store) error {
		if _, err := mend(ctx, db, first); err != nil || more == nil {
			return err
		}
		return more(db)
	})
}

func openStored(ctx context.Context, p place, first fs.FS) (store, mended, error) {
	if err := p.found(ctx); err != nil {
		return nil, mended{}, err
	}
	return openMended(ctx, p, first)
}

// openMended opens a database for writing and updates it: it loads missing or outdated bundled data
// and rebuilds stale boards.
func openMended(ctx context.Context, p place, first fs.FS) (store, mended, error) {
	db, err := p.writer(ctx)
	if err != nil {
		return nil, mended{}, err
	}
	m, err := mend(ctx, db, first)
	if err == nil {
		m.withdrawn, err = withdrawAgain(ctx, p, db)
	}
	if err != nil {
		return nil, m, errors.Join(err, db.Close())
	}
	return db, m, nil
}

// errHalfCopied refuses to write to, serve or copy a database left incomplete by an interrupted
// copy.
var errHalfCopied = errors.New("the database is an incomplete copy: run the same 'clawatlas copy' again")

type halfCopied interface {
	HalfCopied(ctx context.Context) (bool, error)
}

// copiedWhole returns errHalfCopied if the database is an incomplete copy.
func copiedWhole(ctx context.Context, db halfCopied) error {
	half, err := db.HalfCopied(ctx)
	if err == nil && half {
		err = errHalfCopied
	}
	return err
}

// asWhole closes a newly opened database and returns errHalfCopied if it is an incomplete copy. If
// opening failed with err, it returns err.
func asWhole[DB interface {
	halfCopied
	io.Closer
}](ctx context.Context, db DB, err error) error {
	if err != nil {
		return err
	}
	if err := copiedWhole(ctx, db); err != nil {
		return errors.Join(err, db.Close())
	}
	return nil
}
