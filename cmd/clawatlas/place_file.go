package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// file is the path of a database file.
type file string

// String implements place.
func (f file) String() string { return string(f) }

// real is the file behind symbolic links.
func (f file) real() string {
	if name, err := filepath.EvalSymlinks(string(f)); err == nil {
		return name
	}
	return string(f)
}

func (f file) command(name string) string {
	return "clawatlas " + name + " --db " + sqlite.ShellWord(string(f))
}

func (f file) found(context.Context) error {
	if info, err := os.Stat(string(f)); err != nil || info.Size() == 0 {
		return fmt.Errorf("open database %s: %w", f, results.ErrNotFound)
	}
	return nil
}

func (f file) create(ctx context.Context, first fs.FS, fill func(store) error) error {
	if _, err := os.Lstat(string(f)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	begin := packedOf(first)
	err := sqlite.Create(ctx, string(f), begin, func(db *sqlite.DB) error {
		if len(begin) > 0 { // a test checks that this program would build an identical database
			if err := db.SaveNote(ctx, noteProgram, programVersion()); err != nil {
				return err
			}
		}
		return fill(db)
	})
	if errors.Is(err, fs.ErrExist) {
		return nil // another process created it first
	}
	return err
}

// packedOf returns the prebuilt database with the bundled data. It returns nil if first is not the
// bundled data.
func packedOf(first fs.FS) []byte {
	if first == fs.FS(bundled.FS) {
		return bundled.Database
	}
	return nil
}

func (f file) writer(ctx context.Context) (store, error) {
	return asStore(sqlite.OpenWriter(ctx, string(f)))
}

func (f file) reader(ctx context.Context) (store, error) {
	return asStore(sqlite.OpenReader(ctx, string(f)))
}

func (f file) moment(ctx context.Context) (store, error) {
	db, err := asStore(sqlite.OpenMoment(ctx, string(f)))
	return db, asWhole(ctx, db, err)
}

func (f file) copies(ctx context.Context) (copies, error) {
	db, err := sqlite.OpenReader(ctx, string(f))
	if err := asWhole(ctx, db, err); err != nil {
		return nil, err
	}
	return db, nil
}

func (f file) watch(ctx context.Context, log *slog.Logger) (watcher, error) {
	w, err := newWatch(ctx, string(f), log)
	if err != nil {
		return nil, err
	}
	return w, nil
}
