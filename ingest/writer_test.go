package ingest_test

import (
	"context"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// oneOfMany is a run of an item with several.
type oneOfMany struct{ benchmark, model, record string }

// manyFormat writes its runs one after the other, each of one passed trial.
type manyFormat []oneOfMany

func (manyFormat) Name() string { return "many" }

func (manyFormat) Detect(fsys fs.FS, dir string, _ []fs.DirEntry) []ingest.Item {
	if _, err := fs.Stat(fsys, dir+"/many.txt"); err != nil {
		return nil
	}
	return []ingest.Item{{Kind: ingest.KindRuns, Dir: dir}}
}

func (f manyFormat) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	for _, r := range f {
		rw, err := w.BeginRun(ctx, &results.Run{Benchmark: r.benchmark, System: results.System{Model: r.model}})
		if err != nil {
			return err
		}
		one := 1.0
		task := map[string][2]string{"a-benchmark": {"s", "t"}, "clawatlas-example": {"ex_office_move", "q1"}}[r.benchmark]
		err = rw.Trial(ctx, &results.Trial{Scenario: task[0], Task: task[1], Attempt: 1, Attempts: 1, Status: results.Passed, Score: &one})
		if err != nil {
			return err
		}
		rec, err := in.Record(in.Path(r.record))
		if err != nil {
			return err
		}
		if err := rw.Raw(ctx, rec); err != nil {
			return err
		}
		if err := rw.Commit(ctx); err != nil {
			return err
		}
	}
	return nil
}

// loadMany reads the runs from records that hold secrets, below a benchmark of one task
// beside the example; standing as in ingest.Source.
func loadMany(t *testing.T, standing string, runs ...oneOfMany) []results.Run {
	t.Helper()
	db := ingesttest.Open(t)
	ingesttest.Load(t, db, renamed(t, "none", always("")), ingest.Identity{})
	before, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 10})
	if err != nil || len(before) != 1 {
		t.Fatal(before, err)
	}
	err = db.SaveDataset(t.Context(), &results.Dataset{
		Benchmark: results.Benchmark{ID: "a-benchmark", Name: "A", Scoring: results.ScoringReward, Headline: "pass_rate"},
		Scenarios: []results.Scenario{{Slug: "s"}}, Tasks: []results.Task{{Scenario: "s", Slug: "t"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	l := ingesttest.Loader(db)
	l.Formats = []ingest.Format{manyFormat(runs)}
	const token = "ghp_x7Kd92LmQpRt4Wz8Yb3Nc6Vf1Hj5Gs0TaUeX"
	m := fstest.MapFS{"d/many.txt": {Data: []byte("a")}, "d/one.txt": {Data: []byte("one " + token)},
		"d/two.txt": {Data: []byte("two " + token + ", " + token)}}
	rep, err := l.Load(t.Context(), []ingest.Source{{FS: m, Name: "test", Standing: standing}})
	if err != nil || len(rep.Refused) > 0 || len(rep.Runs) != len(runs) {
		t.Fatalf("%v, report %+v", err, rep)
	}
	var list []results.Run
	for _, line := range rep.Runs {
		r := must.Get(db.FindRun(t.Context(), line.Run))(t)
		list = append(list, r)
	}
	return list
}

// TestStandingNumbers: runs that are known by their place, and that nothing else tells
// apart, are numbered in the order in which they stand there, for each system alone.
func TestStandingNumbers(t *testing.T) {
	a, b := oneOfMany{"a-benchmark", "m-1", "one.txt"}, oneOfMany{"a-benchmark", "m-2", "one.txt"}
	runs := loadMany(t, "place", a, a, b)
	if runs[0].Slug == runs[1].Slug || runs[0].Digest == runs[1].Digest || runs[1].Digest == runs[2].Digest {
		t.Errorf("two runs of one place are one: %s, %s, %s", runs[0].Slug, runs[1].Slug, runs[2].Slug)
	}
	alone := loadMany(t, "place", b, a)
	if alone[0].Digest != runs[2].Digest || alone[1].Digest != runs[0].Digest {
		t.Error("the numbers of a system depend on the others of its place")
	}
}

// TestRunsOfOneItem: what is kept from one run of an item to the next is no part of the
// next: neither what was redacted nor the dataset that it is scored by.
func TestRunsOfOneItem(t *testing.T) {
	runs := loadMany(t, "", oneOfMany{"a-benchmark", "m", "one.txt"}, oneOfMany{"a-benchmark", "m", "two.txt"},
		oneOfMany{"clawatlas-example", "m", "one.txt"})
	var redacted, tasks []int
	var scripted []bool
	for _, r := range runs {
		n := 0
		for _, hits := range r.Redactions {
			n += hits
		}
		redacted, tasks = append(redacted, n), append(tasks, r.Counts.Expected)
		scripted = append(scripted, r.Scripted)
	}
	if diff := cmp.Diff([]int{1, 2, 1}, redacted); diff != "" {
		t.Errorf("redactions of each run: %s", diff)
	}
	if diff := cmp.Diff([]int{1, 1, 31}, tasks); diff != "" {
		t.Errorf("tasks of each run's dataset: %s", diff)
	}
	if diff := cmp.Diff([]bool{false, false, true}, scripted); diff != "" {
		t.Errorf("runs of scripted benchmarks: %s", diff)
	}
}
