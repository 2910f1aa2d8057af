package score_test

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// TestStageClaw computes by hand what Table 2 of arXiv 2606.10394 has: of the first valid
// run of each task, and nothing spent where one of them does not record it.
func TestStageClaw(t *testing.T) {
	tasks := []results.Task{{Scenario: "a", Slug: "x"}, {Scenario: "a", Slug: "y"}, {Scenario: "b", Slug: "z"}}
	trial := func(scenario, task string, attempt int, verdict, points float64, ms int64, usd *float64) results.Trial {
		return results.Trial{Scenario: scenario, Task: task, Attempt: attempt, Attempts: 1, Score: &verdict, Points: &points, DurationMS: &ms,
			Usage: results.Usage{Input: new(int64(900_000)), Output: new(int64(100_000)), CostUSD: usd}, StepsTotal: 1, ToolCalls: 4 * attempt}
	}
	invalid := results.Trial{Scenario: "a", Task: "y", Attempt: 1, Attempts: 1, Status: results.InfraError}
	trials := []results.Trial{trial("a", "x", 2, 1, 0.9, 9000, nil), trial("a", "x", 1, 0, 0.5, 1000, new(0.5)), invalid,
		trial("a", "y", 2, 1, 0.7, 3000, new(1.5)), trial("b", "z", 1, 1, 0.9, 5000, nil)}
	got := map[string]float64{}
	for _, m := range score.StageClaw(tasks, trials) {
		x := math.NaN()
		if m.Value != nil {
			x = *m.Value
		}
		got[m.Scope+" "+m.Key] = x
	}
	for key, want := range map[string]float64{" score": 0.7, " first_pass": 2.0 / 3, " time_s": 3, " tokens_m": 1, " cost_usd": math.NaN(),
		" tool_calls": 16.0 / 3, "scenario:a score": 0.6, "scenario:a first_pass": 0.5} {
		if x, ok := got[key]; !ok || math.Abs(x-want) > 1e-12 || math.IsNaN(x) != math.IsNaN(want) {
			t.Errorf("%q is %v, want %v", key, x, want)
		}
	}
	if len(got) != 6+2*2 {
		t.Errorf("%d metrics: %v", len(got), got)
	}
	spec, units := score.SpecOf(results.ScoringStageClaw, ""), score.Units(results.ScoringStageClaw, tasks, trials)
	for _, key := range score.StageClawKeys() {
		if x := spec.Value(key, units); math.Abs(x-got[" "+key]) > 1e-12 || math.IsNaN(x) != math.IsNaN(got[" "+key]) {
			t.Errorf("%s of the units is %v, of the run %v", key, x, got[" "+key])
		}
	}
}
