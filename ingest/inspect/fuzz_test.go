package inspect_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/inspect"
	"github.com/clawatlas/clawatlas/results"
)

// sink is a Writer that holds what it is given to the contract and keeps nothing.
type sink struct {
	ingest.Writer // what the format does not call panics
	t             *testing.T
}

func (s *sink) FindDataset(context.Context, string) (*results.Dataset, error) {
	return nil, results.ErrNotFound
}
func (s *sink) SaveDataset(context.Context, *results.Dataset) error { return nil }
func (s *sink) Warn(results.Warning)                                {}
func (s *sink) BeginRun(context.Context, *results.Run) (ingest.RunWriter, error) {
	return &runSink{t: s.t}, nil
}

type runSink struct {
	t    *testing.T
	open bool
}

func (r *runSink) Raw(context.Context, *ingest.Record) error { return nil }
func (r *runSink) RawStream(_ context.Context, _, _ string, sum func() [32]byte) (io.WriteCloser, error) {
	sum()
	return discard{io.Discard}, nil
}

type discard struct{ io.Writer }

func (discard) Close() error { return nil }

func (r *runSink) Trial(_ context.Context, t *results.Trial) error {
	if !t.Status.Valid() || !results.ValidSlug(t.Scenario) || !results.ValidSlug(t.Task) || t.Score != nil && !(*t.Score >= 0 &&
		*t.Score <= 1) {
		r.t.Fatalf("trial %+v", t)
	}
	r.open = true
	return nil
}

func (r *runSink) Step(_ context.Context, s *results.Step) error {
	if !r.open {
		r.t.Fatal("a step without a trial")
	}
	for _, c := range s.ToolCalls {
		if len(c.Arguments) == 0 {
			r.t.Fatalf("call without arguments: %+v", c)
		}
	}
	return nil
}

func (r *runSink) AmendTrial(ctx context.Context, t *results.Trial) error { return r.Trial(ctx, t) }
func (r *runSink) Label(string, string)                                   {}
func (r *runSink) Warn(results.Warning)                                   {}
func (r *runSink) Commit(context.Context) error                           { return nil }

// FuzzSample feeds any bytes as a sample, a summary and a document.
func FuzzSample(f *testing.F) {
	files := entries(f)
	for name, data := range files {
		if strings.HasPrefix(name, "samples/") {
			f.Add(data)
		}
	}
	f.Add(document(f, files))
	head := files["_journal/start.json"]
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := fstest.MapFS{
			"a/_journal/start.json":             {Data: head},
			"a/samples/1_epoch_1.json":          {Data: data},
			"a/samples/b_epoch_1/sample.json":   {Data: data},
			"a/samples/b_epoch_1/events/0.json": {Data: data},
			"a/_journal/summaries/1.json":       {Data: data},
			"b.json":                            {Data: data},
		}
		for _, dir := range []string{"a", "b.json"} {
			in := &ingest.Input{FS: fsys, Item: ingest.Item{Format: inspect.Name, Kind: ingest.KindRuns, Dir: dir}}
			_ = inspect.Format{}.Read(t.Context(), in, &sink{t: t}) // a refusal is an answer
		}
	})
}
