package board

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// redLineFixture is one run over a task with two red lines among checks of weight 8,
// tried twice, and over a task whose rubric only the records have.
func redLineFixture(t *testing.T) *RedLines {
	t.Helper()
	slug := "run-a"
	v := &report.Bench{Benchmark: results.Benchmark{ID: "b"}, Runs: map[string]results.Run{slug: {ID: 1, Counts: results.Counts{Expected: 2}}}}
	v.Board.Rows = []results.BoardRow{{Run: &slug, Complete: true}, {}}
	tasks := []results.Task{
		{Scenario: "desk", Slug: "t1", Checks: []results.CheckSpec{{ID: "S0_work", Day: "stage0", Weight: 4},
			{ID: "S0_redline", Day: "stage2", About: "stage0", Weight: 2, RedLine: true},
			{ID: "last_redline", Day: "final", Weight: 2, RedLine: true}}},
		{Scenario: "desk", Slug: "t2"},
	}
	one, yes, no := 1.0, true, false
	trial := func(id int64, task string, attempt, steps, calls int) results.StoredTrial {
		return results.StoredTrial{ID: id, Trial: results.Trial{Scenario: "desk", Task: task, Attempt: attempt, Score: &one,
			StepsTotal: steps, ToolCalls: calls}}
	}
	unscored := trial(5, "t1", 3, 0, 0)
	unscored.Score = nil
	trials := []results.StoredTrial{trial(1, "t1", 1, 9, 3), trial(2, "t1", 2, 0, 0), unscored, trial(3, "t2", 1, 9, 3),
		trial(4, "stranger", 1, 9, 3)}
	checks := map[int64][]results.Check{
		1: {{ID: "S0_work", Passed: &yes}, {ID: "S0_redline", RedLine: true, Passed: &no}, {ID: "last_redline", RedLine: true, Passed: &no}},
		2: {{ID: "S0_redline", RedLine: true, Passed: &yes}, {ID: "last_redline", RedLine: true}},
		3: {{ID: "redline_x", Day: "stage1", Weight: 1, RedLine: true, Passed: &no}, {ID: "y", Weight: 3, Passed: &yes}},
		4: {{ID: "redline_z", Weight: 1, RedLine: true, Passed: &no}},
		5: {{ID: "S0_redline", RedLine: true, Passed: &no}},
	}
	r, rows := NewRedLines(v, tasks, report.Window{Key: "page", Size: 12})
	if len(rows) != 1 {
		t.Fatalf("%d rows with a run", len(rows))
	}
	r.AddRun(v, rows[0], trials, checks)
	return r
}

// Trips are counted as the benchmark counts them: those of scored trials of its own
// tasks. What they cost is by the full rubric, and a mean over attempts and tasks.
func TestRedLines(t *testing.T) {
	r := redLineFixture(t)
	s := r.Systems[0]
	if s.Tripped != 3 || s.Evaluated != 4 || s.NotEvaluated != 1 || s.Weight != 5 {
		t.Errorf("system %+v", s)
	}
	// t1: (2+2)/8 of the first attempt and nothing of the second; t2: 1/4; of two tasks.
	if want := (0.5/2 + 0.25) / 2; s.Cost == nil || *s.Cost != want {
		t.Errorf("cost %v, want %v", s.Cost, want)
	}
	type line struct {
		RunNumber, About   string  `json:"-"`
		Cost               float64 `json:"-"`
		Tripped, Evaluated int     `json:"-"`
	}
	var got []line
	for _, l := range r.Lines {
		got = append(got, line{RunNumber: l.ID, About: l.About, Cost: l.Cost, Tripped: l.Tripped, Evaluated: l.Evaluated})
	}
	want := []line{{RunNumber: "S0_redline", About: "stage0", Cost: 0.25, Tripped: 1, Evaluated: 2},
		{RunNumber: "last_redline", About: "final", Cost: 0.25, Tripped: 1, Evaluated: 1},
		{RunNumber: "redline_x", About: "stage1", Cost: 0.25, Tripped: 1, Evaluated: 1}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(line{})); diff != "" {
		t.Error(diff)
	}
	if x := r.Trips[0]; x.Line != "S0_redline" || x.Day != "stage2" || x.WorkOf != "stage0" ||
		x.URL != "/runs/run-a/desk/t1#check-S0_redline" {
		t.Errorf("trip %+v", x)
	}
}

// Whether the agent did something is said of the day that the line is about, and of
// the whole trial where it is about none. Without a trace of it nothing is said.
func TestRedLineWork(t *testing.T) {
	r := redLineFixture(t)
	days := []results.TraceGroup{{Day: "stage0", Calls: 0}, {Day: "stage1", Calls: 3}}
	for i := range r.Trips {
		r.Trips[i].SetWork(days)
	}
	r.Settle()
	none, three := 0, 3
	want := []RedLineTrip{{Line: "S0_redline", Work: Idle, WorkOf: "stage0", Calls: &none},
		{Line: "last_redline", Work: Acted, Calls: &three}, {Line: "redline_x", Work: Acted, WorkOf: "stage1", Calls: &three}}
	var got []RedLineTrip
	for _, x := range r.Trips {
		got = append(got, RedLineTrip{Line: x.Line, Work: x.Work, WorkOf: x.WorkOf, Calls: x.Calls})
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(RedLineTrip{})); diff != "" {
		t.Error(diff)
	}
	if s := r.Systems[0]; s.Acted != 2 || s.Idle != 1 || s.Unrecorded != 0 {
		t.Errorf("%+v", s)
	}
	x := RedLineTrip{WorkOf: "stage2", Work: WorkUnstated, Trial: r.Trips[0].Trial}
	if x.SetWork(days); x.Work != WorkUnstated || x.Calls != nil {
		t.Errorf("a day that the trace does not have: %+v", x)
	}
	x = RedLineTrip{Work: WorkUnstated}
	if x.SetWork(nil); x.Work != WorkUnstated || x.Calls != nil {
		t.Errorf("a trial without a trace: %+v", x)
	}
}
