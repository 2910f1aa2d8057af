package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
)

// newLoader returns a loader with all formats and the redactor.
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

// loadExample reads the example benchmark with its runs by scripted agents.
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

// openSources opens every path. Datasets are paths whose definitions replace stored ones. The
// second result closes all.
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
			refused = append(refused, ingest.Refusal{Source: source.WithoutSecret(p), Reason: err.Error()})
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
