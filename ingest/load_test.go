package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// strangeFigures states figures of a benchmark that nobody has described.
type strangeFigures struct{}

func (strangeFigures) Name() string { return "strange" }

func (strangeFigures) Detect(fsys fs.FS, dir string, _ []fs.DirEntry) []ingest.Item {
	if _, err := fs.Stat(fsys, dir+"/strange.json"); err != nil {
		return nil
	}
	return []ingest.Item{{Kind: ingest.KindFigures, Dir: dir}}
}

func (strangeFigures) Read(ctx context.Context, _ *ingest.Input, w ingest.Writer) error {
	value := 0.5
	return w.SaveFigures(ctx, results.FigureSource{ID: "s", Benchmark: "nobody-knows", Title: "S"},
		[]results.Figure{{Model: "m", Metric: "score", Value: &value}})
}

// Figures of an unknown benchmark cost themselves and nothing else: the load
// goes on to its end, and the boards of the others are built.
func TestUnknownBenchmark(t *testing.T) {
	m := ingesttest.Example(t)
	m["odd/strange.json"] = &fstest.MapFile{Data: []byte("{}")}
	db := ingesttest.Open(t)
	l := ingesttest.Loader(db)
	l.Formats = append([]ingest.Format{strangeFigures{}}, l.Formats...)
	rep, err := l.Load(t.Context(), []ingest.Source{{FS: m, Name: "test", Official: true}})
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	if len(rep.Runs) != 4 || len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "nobody-knows") {
		t.Errorf("%d runs, refused %+v; want 4 runs, and the figures refused by name", len(rep.Runs), rep.Refused)
	}
	if b, err := db.FindBoard(t.Context(), "clawatlas-example", "paper", ""); err != nil || len(b.Rows) == 0 {
		t.Errorf("board of the example: %+v, %v; want its rows", b, err)
	}
}

// noBoards is a store that is interrupted before the boards are saved.
type noBoards struct{ ingest.Store }

func (noBoards) SaveBoards(context.Context, string, []results.Board, int64) error {
	return errors.New("interrupted")
}

// A load that ends between a run and its boards leaves a mark, and the next one
// builds them although it finds nothing new.
func TestInterruptedBeforeBoards(t *testing.T) {
	db := ingesttest.Open(t)
	l := ingesttest.Loader(db)
	whole := l.Store
	l.Store = noBoards{whole}
	src := []ingest.Source{{FS: ingesttest.Example(t), Name: "test"}}
	if _, err := l.Load(t.Context(), src); err == nil {
		t.Fatal("the first load was not interrupted")
	}
	l.Store = whole
	rep := must.Get(l.Load(t.Context(), src))(t)
	for _, r := range rep.Runs {
		if !r.Unchanged {
			t.Errorf("%s is new to the second load", r.Run)
		}
	}
	if b, err := db.FindBoard(t.Context(), "clawatlas-example", "paper", ""); err != nil || len(b.Rows) != 4 {
		t.Errorf("board %+v, %v; want four rows", b.Rows, err)
	}
	if stale, err := whole.StaleBenchmarks(t.Context()); err != nil || len(stale) != 0 {
		t.Errorf("stale %v, %v; want none", stale, err)
	}
}

// Labels of trials that the run does not have are told in a fixed order.
func TestUnusedLabels(t *testing.T) {
	m := fstest.MapFS{}
	for name, f := range ingesttest.Example(t) {
		if !strings.HasPrefix(name, "result_example/") || strings.HasPrefix(name, "result_example/scripted_skimmer_clawatlas-runner/") {
			m[name] = f
		}
	}
	var b strings.Builder
	b.WriteString("trial,label,step,note\n")
	want := []string{}
	for _, name := range []string{"a/t1", "a/t2", "b/t1", "b/t1#2", "b/t1#10", "c/t0", "c/t9", "d/t1"} {
		trial, attempt, _ := strings.Cut(name, "#")
		want = append(want, "label for "+trial+" attempt "+max("1", attempt))
		b.WriteString(name + ",odd,,\n")
	}
	m["result_example/scripted_skimmer_clawatlas-runner/"+ingest.LabelsName] = &fstest.MapFile{Data: []byte(b.String())}
	rep := ingesttest.Load(t, ingesttest.Open(t), m, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Runs[0].Warnings) != len(want) {
		t.Fatalf("report %+v, want one run with %d warnings", rep, len(want))
	}
	for i, w := range rep.Runs[0].Warnings {
		if !strings.HasPrefix(w.Message, want[i]+" ") {
			t.Errorf("warning %d is %q, want it to begin with %q", i, w.Message, want[i])
		}
	}
}

// A system that was run twice has one row, and the cases speak of the run that
// stands on it: repetition is no evidence.
func TestRunTwice(t *testing.T) {
	m := ingesttest.Example(t)
	const run = "result_example/scripted_skimmer_clawatlas-runner/"
	for name, f := range m {
		if rest, ok := strings.CutPrefix(name, run); ok {
			again := append([]byte{'\n'}, f.Data...)
			m["again/scripted_skimmer_clawatlas-runner/"+rest] = &fstest.MapFile{Data: again, Mode: 0o644}
		}
	}
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, m, ingest.Identity{})
	once := ingesttest.Open(t)
	ingesttest.Load(t, once, ingesttest.Example(t), ingest.Identity{})
	if len(rep.Runs) != 5 {
		t.Fatalf("%d runs, want the example's 4 and one again", len(rep.Runs))
	}
	b, err := db.FindBoard(t.Context(), "clawatlas-example", "paper", "")
	if err != nil || len(b.Rows) != 4 {
		t.Fatalf("%d rows, %v; want one for each of the 4 systems", len(b.Rows), err)
	}
	others := 0
	for _, r := range b.Rows {
		others += len(r.OtherRuns)
		if r.Run == nil || len(r.Metrics) == 0 {
			t.Errorf("row %+v has no metrics of a run", r.System)
		}
	}
	if others != 1 {
		t.Errorf("the rows name %d other runs, want 1", others)
	}
	got, want := refsOf(t, db), refsOf(t, once)
	if len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("cases with their numbers of references %v, want %v as without the repeated run", got, want)
	}
}

func refsOf(t *testing.T, db *ingesttest.DB) []string {
	list := must.Get(db.Cases(t.Context(), "clawatlas-example"))(t)
	var out []string
	for _, c := range list {
		out = append(out, fmt.Sprintf("%s %v %d", c.Slug, c.Weight, len(c.Trials)))
	}
	return out
}
