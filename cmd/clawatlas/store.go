package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/reading"
)

func newLoader(db ingest.Store) *ingest.Loader {
	red := redact.New()
	return &ingest.Loader{
		Store:    db,
		Formats:  formats.All(),
		Redactor: func() ingest.CountingRedact { return red.Fresh() },
		Limits:   ingest.DefaultLimits(),
		Now:      time.Now,
	}
}

func loadExample(ctx context.Context, db store) error {
	if err := loadBundled(ctx, db, example.FS, "example runs", true); err != nil {
		return fmt.Errorf("load example runs: %w", err)
	}
	return nil
}

func loadBundled(ctx context.Context, db store, fsys fs.FS, name string, scripted bool) error {
	l := newLoader(db)
	l.Scripted = scripted
	rep, err := l.Load(ctx, []ingest.Source{{FS: fsys, Name: name, Official: true}})
	if err != nil {
		return err
	}
	if len(rep.Refused) > 0 {
		return fmt.Errorf("%s: %s", rep.Refused[0].Item, rep.Refused[0].Reason)
	}
	return nil
}

// openSources opens all paths. datasets are paths whose dataset definitions replace stored ones.
// The returned function closes all sources.
func openSources(ctx context.Context, paths, datasets []string, id ingest.Identity) ([]ingest.Source, func(), []ingest.Refusal) {
	var list []ingest.Source
	shelf := source.NewShelf(source.Limits{})
	var refused []ingest.Refusal
	for i, p := range slices.Concat(datasets, paths) {
		open := func() (*source.Source, error) { return shelf.Open(ctx, p) }
		if p == source.Stdin {
			open = func() (*source.Source, error) { return shelf.OpenStream(os.Stdin) }
		}
		src, err := open()
		if err != nil {
			refused = append(refused, ingest.Refusal{Source: source.WithoutSecret(p), Reason: plain(err)})
			continue
		}
		one := ingestSource(src, id)
		one.Official = i < len(datasets)
		list = append(list, one)
	}
	return list, func() { shelf.Close() }, refused
}

func ingestSource(src *source.Source, id ingest.Identity) ingest.Source {
	return ingest.Source{FS: src.FS, Name: src.Name, Identity: id, Git: committed(src.Git), Skipped: func() []results.Warning {
		var warnings []results.Warning
		for _, k := range src.Skipped() {
			warnings = append(warnings, results.Warning{File: k.Path, Message: "left out: " + k.Reason})
		}
		return warnings
	}}
}

func committed(c *source.Committed) *ingest.Committed {
	if c == nil {
		return nil
	}
	return &ingest.Committed{Repository: c.Repository, Commit: c.Commit, Dir: c.Dir, Has: c.Has}
}

// Keys of notes stored in a database.
const (
	noteBundled = "bundled" // digest of the bundled data that was loaded
	noteProgram = "program" // version of the program that built the boards
)

// mended reports which parts of a database were updated.
type mended struct {
	bundled bool
	program bool     // set if boards built by a different program version were rebuilt
	boards  []string // benchmarks whose stale boards were rebuilt
	// withdrawn lists the runs that an older copy had restored.
	withdrawn []string
}

// mend brings a database that is open for writing up to date.
func mend(ctx context.Context, db store, first fs.FS) (m mended, err error) {
	if err := copiedWhole(ctx, db); err != nil { // fails for an unfinished copy, because it could not be continued after the update
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

// mendProgram marks the boards as stale if a different program version built them. It reports
// whether the database had benchmarks.
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

// mendBundled loads the bundled data unless this version is already loaded. The note is saved last,
// so that an interrupted load is repeated.
func mendBundled(ctx context.Context, db store, first fs.FS, empty bool) (bool, error) {
	want, err := digestOf(first)
	want += " " + reading.All() // importer versions, because they affect the results
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
		// Continue without the bundled data, so that records that contradict it are still served.
		slog.Warn("the bundled data were not loaded", "reason", err)
		return false, nil
	case err != nil:
		return false, fmt.Errorf("load bundled data: %w", err)
	}
	return true, db.SaveNote(ctx, noteBundled, want)
}

// digestOf returns the SHA-256 digest of the names and contents of all files.
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
