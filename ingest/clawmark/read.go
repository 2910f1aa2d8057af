package clawmark

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type reader struct {
	in       *ingest.Input
	rw       ingest.RunWriter
	run      *results.Run
	known    *catalog
	attempts map[string]int

	trials, traces int
	models         map[string]int // number of trials by recorded model name
	firstModel     []string       // model names in the order in which they were first read
	renamed        []string       // directories whose name is not the id of their task
}

// Read implements ingest.Format. It reads the item as a tree of tasks or as a run.
func (f Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	if in.Item.Kind == ingest.KindDataset {
		return readTree(ctx, in, w)
	}
	dirs, err := trialDirs(in.FS, in.Item.Dir)
	if err != nil {
		return err
	}
	benchmark := in.Identity.BenchmarkID()
	benchmark = cmp.Or(benchmark, benchmarkID)
	known, err := loadCatalog(ctx, in, w, benchmark, dirs)
	if err != nil {
		return err
	}
	known.order(dirs)
	run := &results.Run{
		Benchmark: benchmark, Format: f.Name(), Label: in.Item.Label, Evidence: results.Records,
		System: results.System{
			Framework: in.Identity.Framework, Variant: in.Identity.Variant, Provider: in.Identity.Provider,
		},
		Facts: map[string]string{},
	}
	if run.System.Framework == "" {
		run.System.Framework = "openclaw" // the harness supports no other framework
	}
	r := &reader{in: in, run: run, known: known, attempts: map[string]int{}, models: map[string]int{}}
	r.identify() // initial model from flag or directory; updated from the records later
	if r.rw, err = w.BeginRun(ctx, run); err != nil {
		return fmt.Errorf("begin run %s: %w", in.Item.Dir, err)
	}
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.trial(ctx, dir); err != nil {
			return err
		}
	}
	r.finish()
	return r.rw.Commit(ctx)
}

// trialDirs lists the item's task directories: the item itself, or its subdirectories that contain
// a result or a session.
func trialDirs(fsys fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", dir, err)
	}
	if ingest.HasFile(entries, resultFile) {
		return []string{dir}, nil
	}
	var dirs []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		child := path.Join(dir, e.Name())
		below, err := fs.ReadDir(fsys, child)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", child, err)
		}
		if ingest.HasFile(below, resultFile) || ingest.HasFile(below, messagesFile) {
			dirs = append(dirs, child)
		}
	}
	return dirs, nil
}

// finish sets the run fields that are known only after all trials.
func (r *reader) finish() {
	r.identify()
	r.warnIdentity()
	r.rw.Label(r.labelled(), r.run.System.Framework)
	if r.traces*2 > r.trials {
		r.run.Evidence = results.Recomputed
	}
	if n := r.trials - r.traces; n > 0 {
		r.warn(r.in.Item.Dir, "%d of %d trials have no readable messages.jsonl: they have no trace", n, r.trials)
	}
	if len(r.renamed) > 0 {
		r.warn(r.in.Item.Dir, "directory names differ from the recorded tasks: using the records: %s", list(r.renamed))
	}
	if r.run.StartedAt != nil || r.in.Identity.Date == "" {
		return
	}
	if r.run.StartedAt = r.in.Identity.StartedAt(); r.run.StartedAt == nil {
		r.warn(r.in.Item.Dir, "date %q is not of the form YYYY-MM-DD: ignored", r.in.Identity.Date)
	}
}

func (r *reader) warn(name, format string, args ...any) {
	r.rw.Warn(ingest.Warn(name, 0, format, args...))
}

func isFile(fsys fs.FS, name string) bool {
	entries, err := fs.ReadDir(fsys, path.Dir(name))
	return err == nil && ingest.HasFile(entries, path.Base(name))
}

var errNoResult = errors.New("result.json is missing: the harness stopped before it wrote its verdicts")
