package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/postgres"
)

// server is a PostgreSQL database with blobs in object storage or in a directory. Only name is safe
// to print, because the URLs may contain secrets.
type server struct {
	name           string
	store, replica string // URLs of the main database and of the replica; replica may be empty
	blobs          string // directory or s3:// URL of the blobs
}

// newServer validates the URLs. flag is the flag that the database URL comes from.
func newServer(flag, store, replica, blobs string) (*server, error) {
	p := &server{store: store, replica: replica, blobs: blobs}
	for given, address := range map[string]string{flag: store, "--read-store": replica} {
		name, err := postgres.Name(address)
		if scheme, _, _ := strings.Cut(address, "://"); address != "" && (err != nil || scheme != "postgres" && scheme != "postgresql") {
			return nil, usageError(given + " is not a URL such as postgres://USER@HOST/DATABASE")
		}
		if given == flag {
			p.name = name
		}
	}
	if blobs == "" {
		return nil, usageError(flag + " requires --blobs: trace texts and raw records are stored outside the database, in a directory " +
			"or a bucket")
	}
	return p, nil
}

// String implements place.
func (p *server) String() string { return p.name }

// command implements place. It omits the URLs because they may contain secrets.
func (p *server) command(name string) string {
	return "clawatlas " + name + ", and the same --store and --blobs"
}

func (p *server) found(ctx context.Context) error { return postgres.Found(ctx, p.store) }

type serverStore struct {
	*postgres.DB
	bodies io.Closer
}

// Close implements store.
func (s *serverStore) Close() error { return errors.Join(s.DB.Close(), s.bodies.Close()) }

// sweptAfter is the age after which an unused blob is deleted. A younger blob may belong to a run
// that another process is about to store.
const sweptAfter = 24 * time.Hour

// Compact implements store.
func (s *serverStore) Compact(ctx context.Context) error {
	_, err := s.Sweep(ctx, sweptAfter)
	return errors.Join(err, s.DB.Compact(ctx))
}

// with opens the blob store and then the database. If reads is set, it does not create a missing
// blob directory.
func (p *server) with(ctx context.Context, reads bool, open func(bodies objects.Store) (*postgres.DB, error)) (*serverStore, error) {
	if reads && !strings.Contains(p.blobs, "://") {
		if _, err := os.Stat(p.blobs); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open blob directory %s: %w", p.blobs, results.ErrNotFound)
		}
	}
	bodies, err := objects.Open(ctx, p.blobs)
	if err != nil {
		return nil, err
	}
	db, err := open(bodies)
	if err != nil {
		return nil, errors.Join(err, bodies.Close())
	}
	return &serverStore{db, bodies}, nil
}

func (p *server) openWriter(ctx context.Context) (*serverStore, error) {
	return p.with(ctx, false, func(bodies objects.Store) (*postgres.DB, error) {
		return postgres.Open(ctx, p.store, bodies, os.TempDir())
	})
}

func (p *server) openReader(ctx context.Context, address string) (*serverStore, error) {
	return p.with(ctx, true, func(bodies objects.Store) (*postgres.DB, error) {
		return postgres.OpenReader(ctx, address, bodies)
	})
}

func (p *server) writer(ctx context.Context) (store, error) { return asStore(p.openWriter(ctx)) }

func (p *server) reader(ctx context.Context) (store, error) {
	return asStore(p.openReader(ctx, p.store))
}

func (p *server) moment(ctx context.Context) (store, error) {
	db, err := asStore(p.with(ctx, true, func(bodies objects.Store) (*postgres.DB, error) {
		return postgres.OpenMoment(ctx, p.store, bodies)
	}))
	return db, asWhole(ctx, db, err)
}

// create implements place. It ensures that only one process creates the database. Other processes
// use the database only when it is complete, see whole.
func (p *server) create(ctx context.Context, first fs.FS, fill func(store) error) (err error) {
	db, err := p.openWriter(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	done, err := db.Making(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := copiedWhole(ctx, db); err != nil {
		return nil // the error is reported when the database is opened
	}
	if is, err := whole(ctx, db); err != nil || is {
		return err
	}
	return fill(db)
}

// whole reports whether a database is complete. The note that it checks is saved last when a
// database is created, and first when it is copied.
func whole(ctx context.Context, db *serverStore) (bool, error) {
	digest, err := db.Note(ctx, noteBundled)
	return digest != "", err
}

func (p *server) copies(context.Context) (copies, error) {
	return nil, fmt.Errorf("%s is on a server and cannot be backed up as one file: use pg_dump and copy the objects of --blobs; "+
		"'clawatlas export' writes the site as files", p)
}

func (p *server) watch(ctx context.Context, log *slog.Logger) (watcher, error) {
	w, err := newServerWatch(ctx, p, log)
	if err != nil {
		return nil, err
	}
	return w, nil
}
