package boards

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// figures describes the table in which a site reports its own results.
type figures struct {
	source
	ID, Title, Citation, Date, Group *expr // properties of the table
	Board                            *expr // condition for a row to be part of the leaderboard
	Model, Harness, Variant          *expr
	Column                           []column
}

// column describes one metric, or one metric per member of an object if Each is set.
type column struct {
	Each, Metric, Scope, Value, Of *expr
	Unit                           string
	Note                           *text
}

func (f *figures) save(r *reader, w ingest.Writer) error {
	sources, figs, err := f.load(r)
	if err != nil {
		return err
	}
	for _, x := range r.warnings {
		w.Warn(x)
	}
	if r.Trial.Task == nil { // without trials, no run would create the benchmark
		d, err := r.board(w)
		if err == nil {
			err = w.SaveDataset(r.ctx, &results.Dataset{Benchmark: d.Benchmark, FactsOnly: true})
		}
		if err != nil {
			return err
		}
	}
	for _, src := range sources {
		other := func(x results.Figure) bool { return x.Source != src.ID }
		if err := w.SaveFigures(r.ctx, src, slices.DeleteFunc(slices.Clone(figs), other)); err != nil {
			return err
		}
	}
	return nil
}

func (f *figures) load(r *reader) (sources []results.FigureSource, figs []results.Figure, err error) {
	err = r.each(&f.source, func(e *env) error {
		src := results.FigureSource{ID: f.ID.textOf(e), Benchmark: r.Board.ID, Title: f.Title.textOf(e), Citation: f.Citation.textOf(e),
			Date: f.Date.textOf(e), Version: f.Date.textOf(e)}
		if _, err := time.Parse(time.DateOnly, src.Date); err != nil && f.Date != nil {
			return fmt.Errorf("%s: %s: %w", e.doc.rec.Name, f.Date.text, err)
		}
		if !slices.Contains(sources, src) {
			sources = append(sources, src)
		}
		row := results.Figure{Benchmark: r.Board.ID, Source: src.ID, Table: "leaderboard", Group: f.Group.textOf(e), Board: truth(f.Board.of(e)),
			Model: f.Model.textOf(e), Framework: f.Harness.textOf(e), Variant: f.Variant.textOf(e)}
		if row.Model == "" {
			return nil
		}
		for i := range r.Agree {
			if say := r.Agree[i].broken(e); say != "" && r.Trial.Task == nil {
				r.warn(e.doc.rec.Name, "%s: %s", row.Model, say)
			}
		}
		for i := range f.Column {
			list, err := f.Column[i].figures(e, row)
			if err != nil {
				return fmt.Errorf("%s: %s, %w", e.doc.rec.Name, row.Model, err)
			}
			figs = append(figs, list...)
		}
		return nil
	})
	if err == nil && len(figs) == 0 {
		err = fmt.Errorf("no row reports a result")
	}
	return sources, figs, err
}

func (c *column) figures(e *env, row results.Figure) (list []results.Figure, err error) {
	cells := []*node{nil}
	if c.Each != nil {
		n, _ := c.Each.of(e).(*node)
		cells = slices.SortedFunc(slices.Values(n.items()), func(a, b *node) int { return cmp.Compare(a.key, b.key) })
	}
	for _, cell := range cells {
		e := e.with("column", cell)
		x := row
		x.Metric, x.Scope, x.Unit, x.Note = c.Metric.textOf(e), c.Scope.textOf(e), c.Unit, c.Note.in(e)
		if n := number(e, c.Of.of(e)); n != nil {
			x.N = new(int(*n))
		}
		v := c.Value.of(e)
		said, ok := scalar(v).(string)
		if n, is := v.(*node); is && !ok && scalar(n) != nil {
			said = string(n.raw) // keep the digits as published
		}
		if said != "" {
			p, err := ingest.ParsePrinted(said, c.Unit)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.Metric, err)
			}
			x.Value, x.Digits = &p.Stored, p.Digits
		}
		list = append(list, x)
	}
	return list, nil
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
