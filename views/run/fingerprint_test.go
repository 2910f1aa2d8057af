package run

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestFingerprints: a run's outcomes by task say the same as its trials, also
// where a first attempt passed and a second one did not.
func TestFingerprints(t *testing.T) {
	score := func(x float64) *float64 { return &x }
	b := results.Benchmark{ID: "b"}
	scenarios := []results.Scenario{{Slug: "two"}, {Slug: "one", Title: "One"}, {Slug: "empty"}}
	tasks := []results.Task{{Scenario: "one", Slug: "q1", Kind: "a"}, {Scenario: "one", Slug: "q2", Kind: "b"}, {Scenario: "two", Slug: "q1", Kind: "a"}, {Scenario: "two", Slug: "q2", Kind: "a"}}
	trial := func(sc, task string, n int, st results.Status, s *float64) (x results.StoredTrial) {
		x.Scenario, x.Task, x.Attempt, x.Status, x.Score = sc, task, n, st, s
		return x
	}
	s := StoredRun{Benchmark: b, Scenarios: scenarios, Tasks: tasks, Trials: []results.StoredTrial{
		trial("one", "q1", 1, results.Passed, score(1)), trial("one", "q1", 2, results.Failed, score(0)),
		trial("one", "q2", 1, results.Passed, score(1)), trial("two", "q2", 1, results.Timeout, score(0))}}
	means := []results.TaskMean{{Run: 7, Scenario: "one", Task: "q1", Attempts: 2, Mean: score(.5), Status: results.Passed},
		{Run: 7, Scenario: "one", Task: "q2", Attempts: 1, Mean: score(1), Status: results.Passed}, {Run: 7, Scenario: "two", Task: "q2", Attempts: 1, Mean: score(0), Status: results.Timeout}}
	want := []string{"two: missing timeout", "one: failed passed"}
	all := views.Fingerprints(b, scenarios, tasks, means, []int64{7, 8})
	for name, f := range map[string]views.Fingerprint{"trials": s.Fingerprint(), "means": all[7]} {
		if len(f.Rows) != 2 || !f.Kinds || f.InOrder {
			t.Fatalf("%s: %d rows, kinds %v, in order %v", name, len(f.Rows), f.Kinds, f.InOrder)
		}
		for i, r := range f.Rows {
			got := r.Scenario + ":"
			for _, c := range r.Cells {
				got += " " + string(c.Status)
			}
			must.Equal(t, want[i], got, "%s", name)
		}
		if c := f.Rows[1].Cells[0]; c.Mean == nil || *c.Mean != .5 || !c.Recorded || f.Rows[0].Cells[0].Recorded {
			t.Errorf("%s: cell %+v", name, c)
		}
	}
	if c := all[8].Rows[0].Cells[1]; c.Status != results.Missing || c.Recorded {
		t.Errorf("a run without outcomes: %+v", c)
	}
}

// TestExpectedTasks holds that tasks which other runs have named are no part of a run that
// was never to have them, and that what is told of three attempts stays with its benchmark.
func TestExpectedTasks(t *testing.T) {
	task := func(name string) results.Task {
		return results.Task{Scenario: "s", Slug: name, Kind: results.KindReward}
	}
	score := 1.0
	s := StoredRun{
		Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringReward},
		Scenarios: []results.Scenario{{Slug: "s"}},
		Tasks:     []results.Task{task("a"), task("b"), task("c")},
		Trials:    []results.StoredTrial{{Trial: results.Trial{Scenario: "s", Task: "b", Status: results.Passed, Score: &score}}},
		Metrics:   []results.Metric{{Key: "avg"}, {Key: "short_tasks"}},
	}
	cells := func(b results.Benchmark, facts map[string]string) string {
		x := s
		x.Benchmark, x.Run.Facts = b, facts
		names := ""
		for _, row := range NewRun(x, "").Fingerprint.Rows {
			for _, c := range row.Cells {
				names += c.Task.Slug
			}
		}
		return names
	}
	other, described, loose := s.Benchmark, s.Benchmark, s.Benchmark
	described.Official, loose.Scoring = true, results.ScoringNone
	for _, test := range []struct {
		of    results.Benchmark
		facts map[string]string
		want  string
	}{
		{other, nil, "b"},
		{other, map[string]string{results.FactDatasetTasks: "3"}, "abc"},
		{other, map[string]string{results.FactDatasetTasks: "2"}, "b"}, // which the other one is nobody knows
		{described, nil, "abc"},
		{loose, nil, "b"},
	} {
		must.Equal(t, test.want, cells(test.of, test.facts), "%+v with %v: cells", test.of, test.facts)
	}
	if n := len(NewRun(s, "").Stored.Metrics); n != 1 {
		t.Errorf("%d metrics of a benchmark that nobody described, want 1", n)
	}
}
