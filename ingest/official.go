package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// official reports whether the caller trusts the current item. Items with runs are never official.
func (w *writer) official() bool { return w.src.Official && w.item.Kind != KindRuns }

// unofficial warns that an item was ignored because it would affect other runs.
func (w *writer) unofficial(what string) {
	w.Warn(Warn(w.item.Dir, 0, "%s ignored: only paths given with --dataset can add them", what))
}

// SaveModels implements Writer. Model names are accepted only from official sources.
func (w *writer) SaveModels(ctx context.Context, models []results.Model) error {
	if len(models) > 0 && !w.official() {
		w.unofficial(fmt.Sprintf("%d model names and aliases", len(models)))
		return nil
	}
	return w.l.Store.SaveModels(ctx, models)
}

func (w *writer) SaveTables(ctx context.Context, tables []results.StatTable) error {
	if len(tables) > 0 && !w.official() {
		w.unofficial(fmt.Sprintf("%d published tables", len(tables)))
		return nil
	}
	return w.l.Store.SaveTables(ctx, tables)
}

// SaveFigures implements Writer. It ignores reported results from unofficial sources, and warns
// about it unless they are already stored.
func (w *writer) SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error {
	if !w.official() {
		if held, err := w.holds(ctx, src, figures); held || err != nil {
			return err
		}
		w.unofficial(fmt.Sprintf("%d reported results of %s", len(figures), src.ID))
		return nil
	}
	w.rep.Figures += len(figures)
	return w.l.Store.SaveFigures(ctx, src, figures)
}

// holds reports whether all reported results of a source are stored. It does not compare model
// names.
func (w *writer) holds(ctx context.Context, src results.FigureSource, figures []results.Figure) (bool, error) {
	type printed struct{ source, scope, metric, value string }
	of := func(f *results.Figure) printed {
		p := printed{f.Source, f.Scope, f.Metric, ""}
		if f.Value != nil {
			p.value = fmt.Sprintf("%.6f", *f.Value)
		}
		return p
	}
	stored, err := w.l.Store.Figures(ctx, src.Benchmark)
	if err != nil {
		return false, err
	}
	left := map[printed]int{}
	for i := range stored {
		left[of(&stored[i])]++
	}
	for i := range figures {
		p := of(&figures[i])
		if left[p]--; left[p] < 0 {
			return false, nil
		}
	}
	return len(figures) > 0, nil
}

// SaveDataset implements Writer. An official dataset replaces the stored one. An unofficial one is
// stored if there is none yet, and may add texts that the stored one lacks. It is refused if it
// differs from the stored one, because a submission must not define the solutions.
func (w *writer) SaveDataset(ctx context.Context, d *results.Dataset) error {
	defer w.l.datasets.forget()
	if !results.ValidSlug(d.Benchmark.ID) {
		return fmt.Errorf("dataset id %q is not a slug: %w", d.Benchmark.ID, results.ErrInvalid)
	}
	stored, err := w.l.Store.FindDataset(ctx, d.Benchmark.ID)
	if errors.Is(err, results.ErrNotFound) && w.again != nil && !(w.again.force && w.item.Format == w.again.run.Format) {
		w.other = d.Benchmark.ID
		return nil
	}
	if err != nil && !errors.Is(err, results.ErrNotFound) {
		return err
	}
	d.Benchmark.Official = w.official()
	var gained []results.Task
	line := DatasetReport{Source: w.src.Name, Benchmark: d.Benchmark.ID, Scenarios: len(d.Scenarios), Tasks: len(d.Tasks),
		State: DatasetSet}
	switch {
	case d.Benchmark.Official:
		line.State = DatasetOfficial
	case err == nil && stored.Pinned():
		diff := results.CompareDatasets(stored, d)
		line.State = DatasetSame
		if !diff.Empty() {
			line.State, line.Difference = DatasetRefused, &diff
		} else if stored.FactsOnly && !d.FactsOnly {
			line.State = DatasetSet
			d.Fill(stored)
		} else if !d.FactsOnly { // both have texts: add those that the stored dataset lacks
			gained = stored.Fill(d)
		}
	}
	if line.State != DatasetRefused {
		line.Warnings = len(d.Warnings)
		for _, x := range d.Warnings {
			w.Warn(x)
		}
	}
	if !d.FactsOnly || line.State == DatasetRefused {
		line.Digest = d.ContentDigest()
		w.rep.Datasets = append(w.rep.Datasets, line)
	}
	if line.State == DatasetRefused {
		return nil
	}
	if !d.Benchmark.Official {
		if err := w.keepWorlds(ctx, d); err != nil {
			return err
		}
	}
	if line.State == DatasetSame {
		if len(gained) > 0 {
			if err := w.l.Store.SaveTaskFacts(ctx, d.Benchmark.ID, gained); err != nil {
				return err
			}
		}
		if len(d.Worlds) == 0 {
			return nil
		}
		return w.l.Store.SaveWorlds(ctx, d.Benchmark.ID, d.Worlds)
	}
	return w.l.Store.SaveDataset(ctx, d)
}

// keepWorlds removes the environments from an unofficial dataset that add no data or contradict the
// stored facts.
func (w *writer) keepWorlds(ctx context.Context, d *results.Dataset) error {
	if len(d.Worlds) == 0 {
		return nil
	}
	stored, err := w.l.Store.Worlds(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	known := map[string]*results.World{}
	for i := range stored {
		known[stored[i].Scenario] = &stored[i]
	}
	d.Worlds = slices.DeleteFunc(d.Worlds, func(x results.World) bool {
		was := known[x.Scenario]
		if was == nil {
			return false
		}
		for _, l := range x.Layouts {
			at := slices.IndexFunc(was.Layouts, func(k results.WorldLayout) bool { return k.Layout == l.Layout })
			if at >= 0 && was.Layouts[at] != l {
				w.Warn(Warn(w.item.Dir, 0, "the environment of %s in the layout of %s differs from the stored one: keeping the stored one", x.Scenario, l.Layout))
				return true
			}
		}
		if was.Layout != "" && x.Layout != was.Layout {
			return true // only counts are stored for a different layout
		}
		if !x.SameFacts(was) {
			w.Warn(Warn(w.item.Dir, 0, "the environment of %s differs from the stored one: keeping the stored one", x.Scenario))
			return true
		}
		return was.HasTexts()
	})
	for i := range d.Worlds {
		if was := known[d.Worlds[i].Scenario]; was != nil {
			d.Worlds[i].AddLayouts(was.Layouts)
		}
	}
	return nil
}
