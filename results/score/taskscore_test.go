package score_test

import (
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

// The tasks' scores average to the metric that is their mean, attempts included,
// and a task without a verdict has none.
func TestTaskScores(t *testing.T) {
	x := func(v float64) *float64 { return &v }
	tasks := []results.Task{{Scenario: "s", Slug: "a"}, {Scenario: "s", Slug: "b"}, {Scenario: "u", Slug: "a"}, {Scenario: "u", Slug: "none"}}
	trials := []results.Trial{
		{Scenario: "s", Task: "a", Attempt: 1, Attempts: 1, Status: results.Passed, Score: x(1)},
		{Scenario: "s", Task: "a", Attempt: 2, Attempts: 1, Status: results.Failed, Score: x(0.5)},
		{Scenario: "s", Task: "b", Attempt: 1, Attempts: 1, Status: results.Failed, Score: x(0)},
		{Scenario: "u", Task: "a", Attempt: 1, Attempts: 1, Status: results.Passed, Score: x(1)},
	}
	means := map[results.Scoring]string{results.ScoringReward: "avg", results.ScoringClawArena: "tcr"}
	for scoring, key := range means {
		got := score.TaskScores(scoring, tasks, trials)
		sum := 0.0
		for i, want := range []float64{0.75, 0, 1} {
			sum += got[i]
			if !resultstest.Near(got[i], want, 1e-12) {
				t.Errorf("%s: task %d scores %v, want %v", scoring, i, got[i], want)
			}
		}
		if got[3] == got[3] {
			t.Errorf("%s: a task without a verdict scores %v", scoring, got[3])
		}
		spec := score.SpecOf(scoring, score.Conventions(scoring)[0].ID)
		if want := spec.Value(key, score.Units(scoring, tasks, trials)); !resultstest.Near(sum/3, want, 1e-12) {
			t.Errorf("%s: mean of the tasks %v, %s %v", scoring, sum/3, key, want)
		}
	}
	// They are to the last digit what the task's own units come to.
	rng := rand.New(rand.NewPCG(1, 2))
	for scoring, key := range means {
		spec := score.SpecOf(scoring, score.Conventions(scoring)[0].ID)
		for range 100 {
			own := make([]results.Trial, 1+rng.IntN(4))
			for i := range own {
				own[i] = results.Trial{Scenario: "s", Task: "b", Attempt: i + 1, Attempts: 1 + rng.IntN(3),
					Status: results.Failed, Score: x(rng.Float64())}
			}
			got := score.TaskScores(scoring, tasks, append(own, trials[0]))[1]
			if want := spec.Value(key, score.Units(scoring, tasks[1:2], own)); got != want {
				t.Fatalf("%s: %v scores %v, its units %v", scoring, own, got, want)
			}
		}
	}
	// ClawMark divides by the rubric of the task, not by what was recorded.
	rubric := []results.CheckSpec{{ID: "c1", Weight: 1}, {ID: "c2", Weight: 3}}
	yes := true
	mark := score.TaskScores(results.ScoringClawMark, []results.Task{{Scenario: "s", Slug: "a", Checks: rubric}},
		[]results.Trial{{Scenario: "s", Task: "a", Status: results.Failed, Score: x(1),
			Checks: []results.Check{{ID: "c1", Weight: 1, Passed: &yes}}}})
	if !resultstest.Near(mark[0], 0.25, 1e-12) {
		t.Errorf("ClawMark's task scores %v, want 0.25", mark[0])
	}
}
