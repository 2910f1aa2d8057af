package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// A system's counts are absent where the dataset asks nothing or the run has no verdict,
// and zero only where something was asked and nothing was right.
func TestWorldSystem(t *testing.T) {
	tasks := []results.Task{
		{Scenario: "s", Slug: "q1", Kind: results.KindExecCheck},
		{Scenario: "s", Slug: "q2", Kind: results.KindMultiChoice, Day: 1, Updates: []results.Update{{}}},
		{Scenario: "s", Slug: "q3", Kind: results.KindExecCheck, Day: 1},
		{Scenario: "s", Slug: "q4", Kind: results.KindExecCheck, Day: 1,
			Facts: results.TaskFacts{SilentPref: true, Command: "check_preferences.py --rules P1,P2"}},
	}
	v := &views.Bench{Runs: map[string]results.Run{"r": {ID: 7, Slug: "r"}}}
	row := results.BoardRow{Run: new("r"), Name: "Model"}
	q := NewWorldQuestions("other", nil, tasks)
	q.naming = map[results.TaskName][]string{{Scenario: "s", Task: "q3"}: {"new-evidence.md"}}
	if s := q.System(v, row, WorldRecords{}, nil); s.Noticed != nil || s.Used != nil || s.Revised != nil || s.Preferences != nil || len(s.UpdateEffect) != 0 {
		t.Errorf("without a verdict: %+v", s)
	}
	trials := []results.StoredTrial{{ID: 1, Trial: results.Trial{Scenario: "s", Task: "q3", Score: new(0.0)}}, {ID: 2, Trial: results.Trial{Scenario: "s", Task: "q4", Score: new(0.0)}}}
	must.Same(t, []int64{2}, q.Exams(trials), "exams")
	means := days.Means{}
	for slug, mean := range map[string]float64{"q2": 1, "q3": 0, "q4": 0} {
		means[results.TaskName{Scenario: "s", Task: slug}] = results.TaskMean{Mean: &mean}
	}
	s := q.System(v, row, WorldRecords{Trials: trials, Looked: results.Looked{Looks: []results.Look{{Scenario: "s", Round: "q2", Kind: "file", Path: "a", Level: "opened"}}},
		Details: map[int64]results.TrialDetails{2: {Verdict: &results.CheckerVerdict{Stdout: "P1: PASSED\nFAILED: P2: none"}}}}, means)
	must.Same(t, &world.Used{Named: days.Count{N: 1}, Others: days.Count{N: 1}}, s.Used, "used")
	must.Same(t, &world.Preferences{Kept: 1, Reached: 2, Exams: days.Count{N: 1}}, s.Preferences, "preferences")
	if s.Noticed == nil || s.Noticed.Files.K != 1 || s.Revised != nil || s.URL != "/runs/r" {
		t.Errorf("%+v", s)
	}
	must.Same(t, days.Count{K: 1, N: 1}, s.UpdateEffect[results.KindMultiChoice].Update, "effect")
}
