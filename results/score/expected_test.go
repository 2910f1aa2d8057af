package score

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// TestExpected holds what a run is held against: all tasks of a benchmark that is
// described, and of any other what the run itself has or says that there is.
func TestExpected(t *testing.T) {
	one := 1.0
	task := func(scenario, slug string) results.Task { return results.Task{Scenario: scenario, Slug: slug} }
	known := []results.Task{task("a", "1"), task("a", "2"), task("b", "3")}
	trials := []results.Trial{
		{Scenario: "a", Task: "1", Attempt: 1, Attempts: 1, Status: results.Passed, Score: &one},
		{Scenario: "a", Task: "2", Attempt: 1, Attempts: 1, Status: results.Passed, Score: &one},
	}
	for name, tt := range map[string]struct {
		described        bool
		stated           string
		missing          int
		complete         bool
		least, ofA, ofB  float64 // avg with all that is missing failed; NaN: it is missing
		trials, expected int
	}{
		"nothing is stated":        {trials: 2, expected: 2, complete: true, least: 1, ofA: 1, ofB: math.NaN()},
		"a planned one is missing": {trials: 1, expected: 2, missing: 1, least: 0.5, ofA: 0.5, ofB: math.NaN()},
		"as many as known":         {stated: "3", trials: 2, expected: 3, missing: 1, least: 2. / 3, ofA: 1, ofB: 0},
		"more than known":          {stated: "8", trials: 2, expected: 8, missing: 6, least: 0.25, ofA: 1, ofB: 0},
		"fewer than it has":        {stated: "1", trials: 2, expected: 2, complete: true, least: 1, ofA: 1, ofB: math.NaN()},
		"no number":                {stated: "many", trials: 2, expected: 2, complete: true, least: 1, ofA: 1, ofB: math.NaN()},
		"described":                {described: true, stated: "8", trials: 2, expected: 3, missing: 1, least: 2. / 3, ofA: 1, ofB: 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := &results.Benchmark{Scoring: results.ScoringReward, Official: tt.described}
			list := trials[:tt.trials:tt.trials]
			if tt.trials == 1 {
				list = append(list, results.Trial{Scenario: "a", Task: "2", Attempt: 1, Status: results.Missing})
			}
			tasks := Expected(b, known, map[string]string{results.FactDatasetTasks: tt.stated}, list)
			counts, complete, metrics := Run(b.Scoring, tasks, list)
			if counts.Expected != tt.expected || counts.Missing != tt.missing || complete != tt.complete {
				t.Errorf("%+v, complete %v; want %d expected, %d missing", counts, complete, tt.expected, tt.missing)
			}
			for scope, want := range map[string]float64{"": tt.least, "scenario:a": tt.ofA, "scenario:b": tt.ofB, "scenario:": math.NaN()} {
				got := math.NaN()
				for _, m := range metrics {
					switch {
					case m.Scope != scope || m.Key != "avg" || m.Convention != "":
					case m.Lo != nil:
						got = *m.Lo
					case m.Value != nil:
						got = *m.Value
					}
				}
				if math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
					t.Errorf("the least of %q is %v, want %v", scope, got, want)
				}
			}
		})
	}
	b := &results.Benchmark{Scoring: results.ScoringReward}
	tasks := Expected(b, known[:2], map[string]string{results.FactDatasetTasks: "99999999999"}, trials)
	if len(tasks) != maxStated || tasks[2].Scenario != "a" {
		t.Errorf("an absurd number gives %d tasks in %q", len(tasks), tasks[2].Scenario)
	}
}

// TestTaskSet holds that runs over the same tasks have the same set, in any order.
func TestTaskSet(t *testing.T) {
	b := &results.Benchmark{Scoring: results.ScoringReward}
	x, y, z := results.Task{Scenario: "a", Slug: "x"}, results.Task{Scenario: "a", Slug: "y"}, results.Task{Scenario: "b", Slug: "x"}
	of := func(tasks ...results.Task) (list []results.Trial) {
		for _, k := range tasks {
			list = append(list, results.Trial{Scenario: k.Scenario, Task: k.Slug})
		}
		return list
	}
	all := []results.Task{x, y, z}
	xy := TaskSet(b, all, of(x, y))
	if xy != TaskSet(b, []results.Task{z, y, x}, of(y, x, x)) || xy == TaskSet(b, all, of(x, z)) || results.TaskSetSize(xy) != 2 {
		t.Errorf("the set is %q", xy)
	}
	b.Official = true
	if set := TaskSet(b, all, of(x)); set != "" {
		t.Errorf("the set of a described benchmark is %q", set)
	}
}
