package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/sqlstore"
	database "github.com/clawatlas/clawatlas/results/store"
	"github.com/clawatlas/clawatlas/results/tables"
	"github.com/clawatlas/clawatlas/web"
)

// storeFlag selects the database.
type storeFlag struct {
	DB    string `name:"db" env:"CLAWATLAS_DB" help:"Database file (default clawatlas.db)." placeholder:"FILE"`
	Store string `env:"CLAWATLAS_STORE" help:"Database on a PostgreSQL server, instead of a file." placeholder:"postgres://HOST/NAME"`
	Blobs string `env:"CLAWATLAS_BLOBS" help:"With --store: directory or bucket with the texts of traces and the raw records." placeholder:"DIR|s3://BUCKET"`
}

const defaultFile = "clawatlas.db"

// place returns the selected database.
func (f *storeFlag) place() (place, error) { return f.withReplica("") }

// withReplica is place with a read replica at address, which may be "".
func (f *storeFlag) withReplica(address string) (place, error) {
	switch {
	case f.DB != "" && f.Store != "":
		return nil, usageError("--db and --store name two databases; pass only one, and check whether " + envPrefix + "DB or " +
			envPrefix + "STORE is set")
	case f.Store == "" && (f.Blobs != "" || address != ""):
		return nil, usageError("--blobs and --read-store belong to --store")
	case f.Store == "":
		return file(cmp.Or(f.DB, defaultFile)), nil
	}
	return newServer("--store", f.Store, address, f.Blobs)
}

// usageError is a command line that makes no sense.
type usageError string

func (e usageError) Error() string { return string(e) }

// place is the location of a database, which may not exist yet.
type place interface {
	// String names it in messages, without secrets.
	String() string
	// command returns the shell command that applies a subcommand to it.
	command(name string) string
	// found returns results.ErrNotFound if there is no database.
	found(ctx context.Context) error
	// create makes a database, if there is none, and publishes it once fill has returned. fill
	// starts with an empty store or with the first data.
	create(ctx context.Context, first fs.FS, fill func(store) error) error
	// writer opens or creates a database for writing.
	writer(ctx context.Context) (store, error)
	// reader opens a database of the current schema for reading.
	reader(ctx context.Context) (store, error)
	// moment opens a snapshot of the current state. Like copies and watch it refuses an unfinished
	// copy.
	moment(ctx context.Context) (store, error)
	copies(ctx context.Context) (copies, error)
	watch(ctx context.Context, log *slog.Logger) (watcher, error)
}

// store is an open database.
type store interface {
	ingest.Store
	web.Store
	tables.Store
	database.Takedown

	Note(ctx context.Context, key string) (string, error)
	SaveNote(ctx context.Context, key, value string) error
	MarkStale(ctx context.Context) error
	// CarryFrom and EndCopy fill it from another database, see sqlstore. HalfCopied reports an
	// unfinished copy.
	CarryFrom(ctx context.Context, from sqlstore.Source) error
	EndCopy(ctx context.Context, unread []string, reason string, at int64) error
	HalfCopied(ctx context.Context) (bool, error)
	// Examine reads everything and lists faults.
	Examine(ctx context.Context) (*sqlstore.Examined, error)
	sqlstore.Source
	// Compact erases deleted content from the storage.
	Compact(ctx context.Context) error
	Close() error
}

// asStore keeps a nil *DB from becoming a non-nil store.
func asStore[DB store](db DB, err error) (store, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}

// copies writes a database to one file.
type copies interface {
	// Publish writes what the public may see, Backup everything.
	Publish(ctx context.Context, path string) error
	Backup(ctx context.Context, path string) error
	// MayReplace returns an error if a copy may not overwrite path.
	MayReplace(ctx context.Context, path string) error
	Close() error
}

// watcher keeps a site on the current database of a place.
type watcher interface {
	// store is the database being served; health says why it should not be trusted.
	store() web.Store
	health(ctx context.Context) error
	// keep sets the site, and run watches until ctx ends.
	keep(site *web.Site)
	run(ctx context.Context)
	close() error
}

// openFirst opens a database for writing, creates it with the first data if needed, and updates it.
func openFirst(ctx context.Context, p place, first fs.FS) (store, error) {
	if err := create(ctx, p, first, nil); err != nil {
		return nil, err
	}
	db, _, err := openMended(ctx, p, first)
	return db, err
}

// create makes a database with the first data and then runs more, unless there is one.
func create(ctx context.Context, p place, first fs.FS, more func(store) error) error {
	return p.create(ctx, first, func(db store) error {
		if _, err := mend(ctx, db, first); err != nil || more == nil {
			return err
		}
		return more(db)
	})
}

// openStored opens an existing database for writing and updates it.
func openStored(ctx context.Context, p place, first fs.FS) (store, mended, error) {
	if err := p.found(ctx); err != nil {
		return nil, mended{}, err
	}
	return openMended(ctx, p, first)
}

// openMended opens a database for writing, loads missing or outdated bundled data and rebuilds
// stale boards.
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

// errHalfCopied is returned for an interrupted copy, which is neither written to nor served nor
// copied.
var errHalfCopied = errors.New("the database is an incomplete copy: run the same 'clawatlas copy' again")

type halfCopied interface {
	HalfCopied(ctx context.Context) (bool, error)
}

// copiedWhole returns errHalfCopied for an interrupted copy.
func copiedWhole(ctx context.Context, db halfCopied) error {
	half, err := db.HalfCopied(ctx)
	if err == nil && half {
		err = errHalfCopied
	}
	return err
}

// asWhole closes a database that was just opened if it is an interrupted copy; err is the error of
// opening it.
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
