package score_test

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

// fire is a small ClawMark task: everything is checked on the last of two days
// and after it, as in the benchmark's insurance tasks.
func fire() results.Task {
	return results.Task{
		Scenario: "insurance", Slug: "insurance_task5",
		Facts: results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}, {ID: "stage1"}}},
		Checks: []results.CheckSpec{
			{ID: "a", Day: "stage1", Weight: 20},
			{ID: "b", Day: "stage1", Weight: 2.5},
			{ID: "r1", Day: "final", Weight: 2, RedLine: true},
			{ID: "r2", Day: "final", Weight: 2, RedLine: true},
		},
	}
}

func brief() results.Task {
	return results.Task{
		Scenario: "legal", Slug: "legal_task1",
		Facts:  results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}}},
		Checks: []results.CheckSpec{{ID: "a", Day: "stage0", Weight: 1}, {ID: "r", Day: "stage0", Weight: 3, RedLine: true}},
	}
}

func clawMarkTrialOf(t results.Task, passed map[string]bool) results.Trial {
	tr := results.Trial{Scenario: t.Scenario, Task: t.Slug, Attempt: 1, Score: new(float64)}
	for _, c := range t.Checks {
		check := results.Check{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine}
		if p, ok := passed[c.ID]; ok {
			check.Passed = &p
		}
		tr.Checks = append(tr.Checks, check)
	}
	return tr
}

func TestClawMark(t *testing.T) {
	nan := math.NaN()
	tasks := []results.Task{fire(), brief()}
	crashed := clawMarkTrialOf(fire(), map[string]bool{"r1": true, "r2": true}) // the rest was never evaluated
	cut := clawMarkTrialOf(fire(), map[string]bool{"a": true, "r1": false})     // broken off between the two red-lines
	early := clawMarkTrialOf(fire(), map[string]bool{"a": true, "b": true})     // and before both
	full := clawMarkTrialOf(brief(), map[string]bool{"a": true, "r": true})
	crossed := clawMarkTrialOf(brief(), map[string]bool{"a": true, "r": false})
	noVerdict := results.Trial{Scenario: "legal", Task: "legal_task1", Status: results.JudgeError}
	stranger := full
	stranger.Task = "legal_task99"
	type row struct {
		scope, key    string
		want          float64 // NaN: no value
		wantN, wantOf float64
	}
	for _, test := range []struct {
		name   string
		tasks  []results.Task
		trials []results.Trial
		rows   []row
	}{
		{"a crash does not gain by its missing checks", tasks, []results.Trial{crashed}, []row{
			{"", "score", 4 / 26.5, 4 / 26.5, 1},
			{"", "task_success", 0, 0, 1},
			{"", "redline_fail", 0, 0, 2},
			{"scenario:insurance", "score", 4 / 26.5, 4 / 26.5, 1},
			{"day:2", "score", 0, 0, 1},
			{"day:final", "score", 1, 1, 1},
		}},
		{"mean over tasks", tasks, []results.Trial{crashed, full}, []row{
			{"", "score", (4/26.5 + 1) / 2, 4/26.5 + 1, 2},
			{"", "task_success", 0.5, 1, 2},
			{"", "redline_fail", 0, 0, 3},
			{"scenario:legal", "task_success", 1, 1, 1},
			{"day:1", "score", 1, 1, 1},
		}},
		{"red-lines count over checks", tasks, []results.Trial{crashed, crossed}, []row{
			{"", "score", (4/26.5 + 0.25) / 2, 4/26.5 + 0.25, 2},
			{"", "redline_fail", 1.0 / 3, 1, 3},
		}},
		{"red-lines that were not evaluated are in neither count", tasks, []results.Trial{cut}, []row{
			{"", "redline_fail", 1, 1, 1},
			{"scenario:insurance", "redline_fail", 1, 1, 1},
			{"", "score", 20 / 26.5, 20 / 26.5, 1},
		}},
		{"without an evaluated red-line there is no rate", tasks, []results.Trial{early}, []row{
			{"", "redline_fail", nan, 0, 0},
			{"", "task_success", 0, 0, 1},
		}},
		{"attempts at one task are averaged first", tasks, []results.Trial{crossed, full, crashed}, []row{
			{"", "score", (4/26.5 + 0.625) / 2, 4/26.5 + 0.625, 2},
			{"", "task_success", 0.25, 0.5, 2},
			{"", "redline_fail", 0.25, 1, 4},
		}},
		{"a trial without verdict and a task outside the benchmark are left out", tasks, []results.Trial{crashed, noVerdict, stranger}, []row{
			{"", "score", 4 / 26.5, 4 / 26.5, 1},
		}},
		{"no trial, no value", tasks, nil, []row{
			{"", "score", nan, 0, 0},
			{"", "task_success", nan, 0, 0},
			{"", "redline_fail", nan, 0, 0},
		}},
		{"recorded checks stand for an unknown rubric", nil, []results.Trial{crossed}, []row{
			{"", "score", 0.25, 0.25, 1},
			{"day:1", "score", 0.25, 0.25, 1},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := score.ClawMark(test.tasks, test.trials)
			for _, r := range test.rows {
				checkMetric(t, got, r.scope, "", r.key, r.want, r.wantN, r.wantOf)
			}
		})
	}
}

func TestClawMarkOrder(t *testing.T) {
	task := fire()
	task.Checks = append(task.Checks, results.CheckSpec{ID: "c", Day: "stage9", Weight: 1},
		results.CheckSpec{ID: "d", Day: "stage0", Weight: 1})
	var days []string
	for _, m := range score.ClawMark([]results.Task{task}, []results.Trial{clawMarkTrialOf(task, nil)}) {
		if m.Scope != "" && m.Scope[:3] == "day" {
			days = append(days, m.Scope)
		}
	}
	want := []string{"day:1", "day:2", "day:10", "day:final"}
	if len(days) != len(want) {
		t.Fatalf("got days %v, want %v", days, want)
	}
	for i := range want {
		if days[i] != want[i] {
			t.Fatalf("got days %v, want %v", days, want)
		}
	}
}

// checkMetric finds exactly one metric and compares it; a NaN want means that
// there must be no value.
func checkMetric(t *testing.T, got []results.Metric, scope, convention, key string, want, num, den float64) {
	t.Helper()
	name := scope + "/" + convention + "/" + key
	var found *results.Metric
	for i := range got {
		if m := &got[i]; m.Scope == scope && m.Convention == convention && m.Key == key {
			if found != nil {
				t.Fatalf("%s: metric occurs twice", name)
			}
			found = m
		}
	}
	switch {
	case found == nil:
		t.Errorf("%s: no such metric", name)
	case math.IsNaN(want) && found.Value != nil:
		t.Errorf("%s: got %v, want no value", name, *found.Value)
	case math.IsNaN(want):
	case found.Value == nil:
		t.Errorf("%s: got no value, want %v", name, want)
	case !resultstest.Near(*found.Value, want, 1e-12) || !resultstest.Near(*found.Num, num, 1e-12) || *found.Den != den:
		t.Errorf("%s: got %v = %v/%v, want %v = %v/%v", name, *found.Value, *found.Num, *found.Den, want, num, den)
	}
}

// Figure 4 of the paper follows only the tasks with three days.
func TestClawMarkThreeDays(t *testing.T) {
	long := fire()
	long.Slug = "insurance_task6"
	long.Facts.Stages = append(long.Facts.Stages, results.Stage{ID: "stage2"})
	tasks := []results.Task{fire(), long}
	got := score.ClawMark(tasks, []results.Trial{
		clawMarkTrialOf(fire(), nil),
		clawMarkTrialOf(long, map[string]bool{"a": true}),
	})
	checkMetric(t, got, "day:2", "", "score", 20/22.5/2, 20/22.5, 2)
	checkMetric(t, got, "day:2", score.ThreeDays, "score", 20/22.5, 20/22.5, 1)
}
