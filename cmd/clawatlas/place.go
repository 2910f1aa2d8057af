package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/sqlstore"
	database "github.com/clawatlas/clawatlas/results/store"
	"github.com/clawatlas/clawatlas/results/tables"
	"github.com/clawatlas/clawatlas/web"
)

// storeFlag names the database; all commands that have one mean the same.
type storeFlag struct {
	DB    string `name:"db" env:"CLAWATLAS_DB" help:"Database file (default clawatlas.db)." placeholder:"FILE"`
	Store string `env:"CLAWATLAS_STORE" help:"Database on a PostgreSQL server, instead of a file." placeholder:"postgres://HOST/NAME"`
	Blobs string `env:"CLAWATLAS_BLOBS" help:"With --store: directory or bucket with the texts of traces and the raw records." placeholder:"DIR|s3://BUCKET"`
}

// defaultFile is the database of who names none.
const defaultFile = "clawatlas.db"

// place is where the database is that the flags name.
func (f *storeFlag) place() (place, error) { return f.withReplica("") }

// withReplica is place where a replica of the server is read, unless its address is empty.
func (f *storeFlag) withReplica(address string) (place, error) {
	switch {
	case f.DB != "" && f.Store != "":
		return nil, usageError("--db and --store name two databases; give one of them, and look whether " + envPrefix + "DB or " +
			envPrefix + "STORE is set")
	case f.Store == "" && (f.Blobs != "" || address != ""):
		return nil, usageError("--blobs and --read-store belong to --store")
	case f.Store == "":
		return file(cmp.Or(f.DB, defaultFile)), nil
	}
	return newServer("--store", f.Store, address, f.Blobs)
}

// usageError is a command that says what cannot be meant.
type usageError string

func (e usageError) Error() string { return string(e) }

// place is where a database is or is to be.
type place interface {
	// String is what messages call it. It has no secrets.
	String() string
	// command is what a shell runs to let a command of this program work on it.
	command(name string) string
	// found is results.ErrNotFound if there is no database.
	found(ctx context.Context) error
	// create makes a database that fill writes first, which others see only whole. It
	// does nothing if there is one, which another process may just be making. What fill
	// finds there is nothing, or the first data if the place has them ready.
	create(ctx context.Context, first fs.FS, fill func(store) error) error
	// writer opens a database for writing, a new one too.
	writer(ctx context.Context) (store, error)
	// reader opens a database that is up to date for reading.
	reader(ctx context.Context) (store, error)
	// moment is reader for the state that the database has now, whoever writes to it.
	// What is to be passed on or served, as by these three, is no copy that is not whole.
	moment(ctx context.Context) (store, error)
	// copies opens a database that copies can be made of.
	copies(ctx context.Context) (copies, error)
	// watch opens a database to be served.
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
	// CarryFrom and EndCopy fill it from another one, see sqlstore. HalfCopied reports
	// whether that has not come to its end.
	CarryFrom(ctx context.Context, from sqlstore.Source) error
	EndCopy(ctx context.Context, unread []string, reason string, at int64) error
	HalfCopied(ctx context.Context) (bool, error)
	// Examine reads all that there is and says what is wrong with it.
	Examine(ctx context.Context) (*sqlstore.Examined, error)
	sqlstore.Source
	// Compact leaves nothing of what was deleted, as far as the store can.
	Compact(ctx context.Context) error
	Close() error
}

// asStore is a database as a store; none is nil and not a store of nothing.
func asStore[DB store](db DB, err error) (store, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}

// copies makes copies of a database that are one file.
type copies interface {
	// Publish writes all that the public may see, Backup everything.
	Publish(ctx context.Context, path string) error
	Backup(ctx context.Context, path string) error
	// MayReplace says why no copy may take the place of what is at a path.
	MayReplace(ctx context.Context, path string) error
	Close() error
}

// watcher keeps a site on what is at a place, whatever becomes of that.
type watcher interface {
	// store is what is served now, and health says why that is not to be trusted.
	store() web.Store
	health(ctx context.Context) error
	// keep names the site, and run looks until ctx ends.
	keep(site *web.Site)
	run(ctx context.Context)
	close() error
}

// openFirst opens a database for writing and makes it whole. A new one begins with
// the first data.
func openFirst(ctx context.Context, p place, first fs.FS) (store, error) {
	if err := create(ctx, p, first, nil); err != nil {
		return nil, err
	}
	db, _, err := openMended(ctx, p, first)
	return db, err
}

// create makes a database with the first data and what more adds, if there is none.
func create(ctx context.Context, p place, first fs.FS, more func(store) error) error {
	return p.create(ctx, first, func(db store) error {
		if _, err := mend(ctx, db, first); err != nil || more == nil {
			return err
		}
		return more(db)
	})
}

// openStored opens a database that must be there for writing and makes it whole.
func openStored(ctx context.Context, p place, first fs.FS) (store, mended, error) {
	if err := p.found(ctx); err != nil {
		return nil, mended{}, err
	}
	return openMended(ctx, p, first)
}

// openMended opens a database for writing and makes it whole: a new one, one that lacks the bundled data or has those of another version of
// the program, and one whose boards lag behind its records, whatever ended the
// process that was to do so.
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
