package ingest

import (
	"bytes"
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Trace is one trial with the steps of its trace, as they are read.
type Trace struct {
	Source string // as in Item.Source
	Run    *results.Run
	Trial  *results.Trial
	Steps  []results.Step
	Media  map[string][]byte // pictures and sounds that the trial keeps, by the names that parts have for them
}

// Traces reads sources as Load does, stores nothing, and hands on the trace of each trial
// that has steps. It returns what Explain does.
func (l *Loader) Traces(ctx context.Context, known, sources []Source, each func(*Trace) error) (*Explanation, error) {
	return l.explain(ctx, known, sources, each)
}

// tracing gathers the traces of an item, one at a time.
type tracing struct {
	*explained
	each   func(*Trace) error
	source string
	run    *results.Run
	open   *Trace
	stated stated
	fault  error // of each
}

func (w *tracing) BeginRun(ctx context.Context, r *results.Run) (RunWriter, error) {
	if err := w.flush(); err != nil {
		return nil, err
	}
	w.run = r
	if _, err := w.explained.BeginRun(ctx, r); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *tracing) Trial(ctx context.Context, t *results.Trial) error {
	if err := w.flush(); err != nil {
		return err
	}
	w.open = &Trace{Source: w.source, Run: w.run, Trial: t, Media: map[string][]byte{}}
	return w.explained.Trial(ctx, t)
}

func (w *tracing) AmendTrial(_ context.Context, t *results.Trial) error {
	if w.open != nil {
		w.open.Trial = t
	}
	return nil
}

func (w *tracing) Step(ctx context.Context, s *results.Step) error {
	if w.open != nil {
		calls.JudgeStep(s)
		w.stated.used.Add(s)
		w.open.Steps = append(w.open.Steps, *s)
	}
	return w.explained.Step(ctx, s)
}

func (w *tracing) Raw(ctx context.Context, rec *Record) error {
	if w.open != nil && ShownMedia(rec.Name) != "" {
		w.open.Media[w.digestName(rec.Name)] = rec.Data
	}
	return w.explained.Raw(ctx, rec)
}

func (w *tracing) RawStream(ctx context.Context, name, media string, sum func() [32]byte) (io.WriteCloser, error) {
	if w.open == nil || ShownMedia(name) == "" {
		return w.explained.RawStream(ctx, name, media, sum)
	}
	w.file(name)
	return &kept{to: w.open.Media, name: w.digestName(name)}, nil
}

// digestName is the name of a record relative to its item, as parts have it.
func (w *tracing) digestName(name string) string { return relative(name, w.item.Dir) }

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

// kept is a stream that is held in memory.
type kept struct {
	bytes.Buffer
	to   map[string][]byte
	name string
}

func (k *kept) Close() error {
	k.to[k.name] = k.Bytes()
	return nil
}
