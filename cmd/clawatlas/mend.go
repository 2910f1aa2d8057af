package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/clawatlas/clawatlas/results/reading"
)

// Notes kept in a database.
const (
	noteBundled = "bundled" // digest of its bundled data
	noteProgram = "program" // program version that made its boards
)

// mended says what was updated.
type mended struct {
	bundled bool
	program bool     // boards of another program version were rebuilt
	boards  []string // benchmarks whose stale boards were rebuilt
	// withdrawn are runs that an older copy had brought back.
	withdrawn []string
}

// mend brings a database that is open for writing up to date.
func mend(ctx context.Context, db store, first fs.FS) (m mended, err error) {
	if err := copiedWhole(ctx, db); err != nil { // an unfinished copy could not continue otherwise
		return m, err
	}
	known, err := db.Benchmarks(ctx)
	if err != nil {
		return m, err
	}
	if m.program, err = mendProgram(ctx, db, len(known) == 0); err != nil {
		return m, err
	}
	if m.bundled, err = mendBundled(ctx, db, first, len(known) == 0); err != nil {
		return m, err
	}
	m.boards, err = newLoader(db).Refresh(ctx)
	return m, err
}

// mendProgram marks the boards of another program version as stale until they are rebuilt.
func mendProgram(ctx context.Context, db store, empty bool) (bool, error) {
	made, err := db.Note(ctx, noteProgram)
	if err != nil || made == programVersion() {
		return false, err
	}
	if err := db.MarkStale(ctx); err != nil {
		return false, err
	}
	return !empty, db.SaveNote(ctx, noteProgram, programVersion())
}

// mendBundled loads the bundled data unless the database has exactly these. The note is saved last,
// so that an interrupted load is repeated.
func mendBundled(ctx context.Context, db store, first fs.FS, empty bool) (bool, error) {
	want, err := digestOf(first)
	want += " " + reading.All() // importer versions: their results change with them
	if err != nil {
		return false, fmt.Errorf("read bundled data: %w", err)
	}
	got, err := db.Note(ctx, noteBundled)
	if err != nil || got == want {
		return false, err
	}
	err = loadBundled(ctx, db, first, "bundled data", false)
	switch {
	case err != nil && !empty && ctx.Err() == nil:
		// Go on without: records that contradict the bundled data are still served.
		slog.Warn("the bundled data were not loaded", "reason", err)
		return false, nil
	case err != nil:
		return false, fmt.Errorf("load bundled data: %w", err)
	}
	return true, db.SaveNote(ctx, noteBundled, want)
}

// digestOf returns the SHA-256 over names and contents of all files.
func digestOf(fsys fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		fmt.Fprintf(h, "%q %d\n", name, len(data))
		h.Write(data)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
