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

// Notes that a database keeps of what this program has made of it.
const (
	noteBundled = "bundled" // digest of the bundled data that it has
	noteProgram = "program" // version of the program that made all its boards
)

// mended says what was done to a database to make it whole.
type mended struct {
	bundled bool     // the bundled data were loaded
	program bool     // boards of another version of the program were made anew
	boards  []string // benchmarks whose boards were rebuilt alone
	// withdrawn are runs that a copy from before their withdrawal had brought back.
	withdrawn []string
}

// mend makes a database whole that is open for writing.
func mend(ctx context.Context, db store, first fs.FS) (m mended, err error) {
	if err := copiedWhole(ctx, db); err != nil { // with other content it could not go on
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
	if err := mendNames(ctx, db); err != nil {
		return m, err
	}
	m.boards, err = newLoader(db).Refresh(ctx)
	return m, err
}

// formerName is what older versions called a set of MetaClaw-Bench that was read alone,
// whichever it was.
const formerName = "metaclawbench"

// mendNames drops the benchmark of the former name: both sets ship under their own,
// and texts come with the next reading of their files. With runs it stays, because
// only their records say of which set they are.
func mendNames(ctx context.Context, db store) error {
	runs, err := db.DropBenchmark(ctx, formerName)
	if err == nil && runs > 0 {
		slog.Warn("runs are filed under a name that two benchmarks had: ingest their records again and remove these", "benchmark",
			formerName, "runs", runs)
	}
	return err
}

// mendProgram marks the boards of another version of the program as lagging: it
// may have made others of the same records. The marks stay until all is done.
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

// mendBundled loads the bundled data unless the database has just these. They
// are noted last, so that a load that was cut off is done again.
func mendBundled(ctx context.Context, db store, first fs.FS, empty bool) (bool, error) {
	want, err := digestOf(first)
	want += " " + reading.All() // they are read again where that makes something else of them
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
		// The records are worth more than the figures: a database that
		// contradicts them is still served and written.
		slog.Warn("the bundled data were not loaded", "reason", err)
		return false, nil
	case err != nil:
		return false, fmt.Errorf("load bundled data: %w", err)
	}
	return true, db.SaveNote(ctx, noteBundled, want)
}

// digestOf is the sha256 over names and contents of all files.
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
