package boards

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Totals are the totals of one system: number of trials, number of passed trials, number of trials
// without a score, mean score, seconds, tokens and US dollars.
type Totals struct {
	System                                             string // model, harness and variant, joined by " / "
	Trials, Passed, Nulls, Mean, Seconds, Tokens, Cost float64
}

// Sum reads the records below a folder and returns the totals of each system and all warnings. It
// stores nothing.
func (m *Mapping) Sum(ctx context.Context, fsys fs.FS) (list []Totals, said []string, err error) {
	err = fs.WalkDir(fsys, ".", func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		entries, err := fs.ReadDir(fsys, dir)
		items := Format{m}.Detect(fsys, dir, entries)
		if err != nil || len(items) == 0 {
			return err
		}
		in := &ingest.Input{FS: fsys, Item: items[0], Now: time.Now()}
		r := &reader{Mapping: m, ctx: ctx, in: in}
		if m.Trial.Task == nil {
			_, figs, err := m.Figures.load(r)
			for _, f := range figs {
				if f.Value != nil && f.Metric == figs[0].Metric {
					list = append(list, Totals{System: systemName(f.Model, f.Framework, f.Variant), Mean: *f.Value})
				}
			}
			return err
		}
		if err := r.read(); err != nil {
			return err
		}
		for _, x := range r.runs {
			list = append(list, x.totals())
			for _, n := range x.notes {
				said = append(said, fmt.Sprintf("%s: %d of %d: %s", n.file, n.n, len(x.trials), n.text))
			}
			for _, o := range r.contradictions(x) {
				said = append(said, x.Model+": "+o.Message)
			}
		}
		for _, w := range r.warnings {
			said = append(said, w.File+": "+w.Message)
		}
		if items[0].Shallow {
			return nil
		}
		return fs.SkipDir
	})
	return list, said, err
}

func (x *run) totals() Totals {
	t := Totals{System: systemName(x.Model, x.Framework, x.Variant), Trials: float64(len(x.trials))}
	for _, y := range x.trials {
		if y.Status == results.Passed {
			t.Passed++
		}
		if y.Score == nil {
			t.Nulls++
		}
		if y.DurationMS != nil {
			t.Seconds += float64(*y.DurationMS) / 1000
		}
		if n, ok := y.Usage.Tokens(); ok {
			t.Tokens += float64(n)
		}
		t.Cost += value(y.Usage.CostUSD)
	}
	t.Mean, _ = mean(x.trials)
	return t
}

// mean returns the mean score and the number of scored trials.
func mean(trials []*trial) (mean, n float64) {
	for _, t := range trials {
		if t.Score != nil {
			mean, n = mean+*t.Score, n+1
		}
	}
	return mean / max(n, 1), n
}

func systemName(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " / ")
}

// Open reads a mapping and checks its sample against the golden values.
func Open(ctx context.Context, name string) (Format, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Format{}, fmt.Errorf("read the mapping: %w", err)
	}
	m, err := Parse(name, data)
	if err != nil {
		return Format{}, err
	}
	return Format{m}, m.Prove(ctx, os.DirFS(filepath.Join(filepath.Dir(name), m.Sample)))
}

// Prove returns an error for the first golden value that the sample does not match.
func (m *Mapping) Prove(ctx context.Context, sample fs.FS) error {
	list, _, err := m.Sum(ctx, sample)
	if err != nil {
		return fmt.Errorf("%s: sample of the mapping: %w", m.file, err)
	}
	for _, g := range m.Golden {
		i := slices.IndexFunc(list, func(t Totals) bool { return t.System == g.System })
		if i < 0 {
			return m.fault(g.System, "the sample has no system %s", g.System)
		}
		t := &list[i]
		for _, c := range []struct {
			name string
			want *float64
			got  float64
		}{{"trials", g.Trials, t.Trials}, {"passed", g.Passed, t.Passed}, {"nulls", g.Nulls, t.Nulls}, {"mean", g.Mean, t.Mean},
			{"seconds", g.Seconds, t.Seconds}, {"tokens", g.Tokens, t.Tokens}, {"cost", g.Cost, t.Cost}} {
			if c.want != nil && math.Abs(*c.want-c.got) > 1e-6*max(1, math.Abs(*c.want)) {
				return m.fault(g.System, "%s has %s %s in the sample, and %s by its golden values", g.System, c.name, show(c.got), show(*c.want))
			}
		}
	}
	return nil
}
