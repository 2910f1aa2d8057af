package ingest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Trace is one trial with the steps of its trace.
type Trace struct {
	Source string // source name, as in Item.Source
	Run    *results.Run
	Trial  *results.Trial
	Steps  []results.Step
	Media  map[string][]byte // content of the trial's pictures and sounds, by the names that its parts use
}

// Traces reads sources like Load but stores nothing. It calls each with every trial that has steps.
// known are sources of datasets that the trials refer to.
func (l *Loader) Traces(ctx context.Context, known, sources []Source, each func(*Trace) error) (*RunReport, error) {
	t := &tracing{l: l, sets: map[string]*results.Dataset{}, each: func(*Trace) error { return nil }}
	if _, err := t.read(ctx, known); err != nil {
		return nil, err
	}
	t.each = each
	return t.read(ctx, sources)
}

type tracing struct {
	l      *Loader
	sets   map[string]*results.Dataset
	each   func(*Trace) error
	item   Item
	run    *results.Run
	open   *Trace
	stated stated
	fault  error // error returned by the callback
}

func (w *tracing) read(ctx context.Context, sources []Source) (*RunReport, error) {
	rep := newReport()
	jobs, after, err := w.l.find(sources, rep)
	if err != nil {
		return rep, err
	}
	for _, j := range jobs {
		w.item = j.item
		err := w.l.format(j.item).Read(ctx, w.l.input(j, w.l.Redactor()), w)
		if err == nil {
			err = w.flush()
		}
		switch {
		case ctx.Err() != nil:
			return rep, ctx.Err()
		case w.fault != nil:
			return rep, w.fault
		case err != nil:
			rep.Refused = append(rep.Refused, Refusal{Source: j.src.Name, Item: j.item.Dir, Reason: err.Error()})
		}
		w.open = nil
	}
	after()
	return rep, nil
}

func (w *tracing) SaveDataset(_ context.Context, d *results.Dataset) error {
	old := w.sets[d.Benchmark.ID]
	if old == nil {
		old = &results.Dataset{Benchmark: d.Benchmark}
		w.sets[d.Benchmark.ID] = old
	}
	if old.Pinned() && len(old.Tasks) > 0 {
		return nil
	}
	have := map[results.TaskName]bool{}
	for i := range old.Tasks {
		have[old.Tasks[i].Name()] = true
	}
	for i := range d.Tasks {
		if !have[d.Tasks[i].Name()] {
			old.Tasks = append(old.Tasks, d.Tasks[i])
		}
	}
	for _, s := range d.Scenarios {
		if !slices.ContainsFunc(old.Scenarios, func(o results.Scenario) bool { return o.Slug == s.Slug }) {
			old.Scenarios = append(old.Scenarios, s)
		}
	}
	return nil
}

func (w *tracing) FindDataset(_ context.Context, id string) (*results.Dataset, error) {
	d := w.sets[id]
	if d == nil {
		return nil, results.ErrNotFound
	}
	c := *d
	c.Tasks, c.Scenarios = slices.Clone(d.Tasks), slices.Clone(d.Scenarios)
	return &c, nil
}

func (w *tracing) Datasets(context.Context) ([]results.Dataset, error) {
	var list []results.Dataset
	for _, d := range w.sets {
		list = append(list, results.Dataset{Benchmark: d.Benchmark, Scenarios: d.Scenarios})
	}
	slices.SortFunc(list, func(a, b results.Dataset) int { return cmp.Compare(a.Benchmark.ID, b.Benchmark.ID) })
	return list, nil
}

func (w *tracing) SaveModels(context.Context, []results.Model) error { return nil }

func (w *tracing) SaveTables(context.Context, []results.StatTable) error { return nil }

func (w *tracing) SaveFigures(context.Context, results.FigureSource, []results.Figure) error {
	return nil
}

func (w *tracing) Warn(results.Warning) {}

func (w *tracing) BeginRun(_ context.Context, r *results.Run) (RunWriter, error) {
	err := w.flush()
	w.run = r
	return w, err
}

func (w *tracing) Trial(_ context.Context, t *results.Trial) error {
	if err := w.flush(); err != nil {
		return err
	}
	w.open = &Trace{Source: w.item.Source, Run: w.run, Trial: t, Media: map[string][]byte{}}
	return nil
}

func (w *tracing) AmendTrial(_ context.Context, t *results.Trial) error {
	if w.open != nil {
		w.open.Trial = t
	}
	return nil
}

func (w *tracing) Step(_ context.Context, s *results.Step) error {
	if w.open != nil {
		calls.JudgeStep(s)
		w.stated.used.Add(s)
		w.open.Steps = append(w.open.Steps, *s)
	}
	return nil
}

func (w *tracing) Raw(_ context.Context, rec *Record) error {
	if w.open != nil && ShownMedia(rec.Name) != "" {
		w.open.Media[relative(rec.Name, w.item.Dir)] = rec.Data
	}
	return nil
}

func (w *tracing) RawStream(_ context.Context, name, _ string, _ func() [32]byte) (io.WriteCloser, error) {
	if w.open == nil || ShownMedia(name) == "" {
		return nothing{io.Discard}, nil
	}
	return &kept{to: w.open.Media, name: relative(name, w.item.Dir)}, nil
}

func (w *tracing) Label(string, string) {}

func (w *tracing) Commit(context.Context) error { return w.flush() }

func (w *tracing) flush() error {
	t := w.open
	if w.open = nil; t == nil || len(t.Steps) == 0 || w.fault != nil {
		return w.fault
	}
	trial := *t.Trial
	w.stated.close(&trial)
	t.Trial = &trial
	w.fault = w.each(t)
	return w.fault
}

type kept struct {
	bytes.Buffer
	to   map[string][]byte
	name string
}

func (k *kept) Close() error {
	k.to[k.name] = k.Bytes()
	return nil
}

type nothing struct{ io.Writer }

func (nothing) Close() error { return nil }
