package main

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// store joins the database to the interface that ingest declares.
type store struct{ *sqlite.DB }

func (s store) BeginRun(ctx context.Context, r *results.Run) (ingest.RunTx, error) {
	return s.DB.BeginRun(ctx, r)
}

// newLoader makes the loader that all commands use.
func newLoader(db *sqlite.DB) *ingest.Loader {
	return &ingest.Loader{
		Store:    store{db},
		Formats:  formats.All(),
		Redactor: func() ingest.CountingRedact { return redact.New() },
		Limits:   ingest.DefaultLimits(),
		Now:      time.Now,
	}
}

// openWriter opens the database at path; a new one begins with the bundled
// facts and figures, so that records meet what was published.
func openWriter(ctx context.Context, path string) (*sqlite.DB, error) {
	db, err := sqlite.OpenWriter(ctx, path)
	if err != nil {
		return nil, err
	}
	n, err := db.Benchmarks(ctx)
	if err != nil {
		db.Close()
		return nil, err
	}
	if len(n) > 0 {
		return db, nil
	}
	if err := loadBundled(ctx, db, bundled.FS, "bundled data", false); err != nil {
		db.Close()
		return nil, fmt.Errorf("load bundled data: %w", err)
	}
	return db, nil
}

// loadExample reads the example benchmark with its runs by scripted agents.
func loadExample(ctx context.Context, db *sqlite.DB) error {
	if err := loadBundled(ctx, db, example.FS, "example runs", true); err != nil {
		return fmt.Errorf("load example runs: %w", err)
	}
	return nil
}

func loadBundled(ctx context.Context, db *sqlite.DB, fsys fs.FS, name string, scripted bool) error {
	l := newLoader(db)
	l.Scripted = scripted
	rep, err := l.Load(ctx, []ingest.Source{{FS: fsys, Name: name}})
	if err != nil {
		return err
	}
	if len(rep.Refused) > 0 {
		return fmt.Errorf("%s: %s", rep.Refused[0].Item, rep.Refused[0].Reason)
	}
	return nil
}

// openSources opens every path; the second result closes them.
func openSources(paths []string, id ingest.Identity) ([]ingest.Source, func(), []ingest.Refusal) {
	var list []ingest.Source
	var opened []*source.Source
	var refused []ingest.Refusal
	for _, p := range paths {
		src, err := source.Open(p, source.Limits{})
		if err != nil {
			refused = append(refused, ingest.Refusal{Source: p, Reason: err.Error()})
			continue
		}
		opened = append(opened, src)
		list = append(list, ingest.Source{FS: src.FS, Name: src.Name, Identity: id, Skipped: func() []results.Warning {
			var warnings []results.Warning
			for _, k := range src.Skipped() {
				warnings = append(warnings, results.Warning{File: k.Path, Message: "left out: " + k.Reason})
			}
			return warnings
		}})
	}
	return list, func() {
		for _, s := range opened {
			s.Close()
		}
	}, refused
}
