package task

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestTasksEvidence: the sums of runs come with their outcomes, and runs that newer
// records replace say nothing.
func TestTasksEvidence(t *testing.T) {
	one, none := 1.0, 0.0
	tasks := []results.Task{{Scenario: "s", Slug: "a", Ordinal: 1, Kind: results.KindExecCheck}, {Scenario: "s", Slug: "b", Ordinal: 2, Kind: results.KindMultiChoice},
		{Scenario: "s", Slug: "c", Ordinal: 3, Kind: results.KindExecCheck}}
	failed := func(task string, trials int) results.TaskOutcome {
		return results.TaskOutcome{Scenario: "s", Task: task, Score: &none, Trials: trials}
	}
	passed := func(task string) results.TaskOutcome {
		return results.TaskOutcome{Scenario: "s", Task: task, Score: &one, Trials: 1}
	}
	runs := views.ScoredRuns{Runs: []results.Run{{ID: 1, Slug: "r1"}, {ID: 2, Slug: "r2"}, {ID: 3, Slug: "old", Objections: []results.Objection{{Kind: results.ObjectionSnapshot}}}},
		Sums: map[string]results.ScoreSum{}, Ranked: map[string]bool{}}
	e := NewTasksEvidence(results.Benchmark{ID: "b"}, tasks, runs, false)
	for _, r := range []results.RunOutcomes{
		{ID: 3, ScoreSum: results.ScoreSum{Run: "old", Scored: 1}, Tasks: []results.TaskOutcome{failed("a", 1)}},
		{ID: 1, ScoreSum: results.ScoreSum{Run: "r1", Scored: 3, Sum: 1}, Tasks: []results.TaskOutcome{failed("a", 2), passed("b"), failed("c", 1)}},
		{ID: 2, ScoreSum: results.ScoreSum{Run: "r2", Scored: 2, Sum: 1}, Tasks: []results.TaskOutcome{failed("a", 2), failed("b", 1), {Scenario: "s", Task: "c", Trials: 1, Errors: 1}}},
	} {
		e.AddRun(&r)
	}
	half, full := 0.5, 1.0
	scores := []item.SystemScore{{Run: "r1", Rest: &half}, {Run: "r2", Rest: &full}}
	must.Same(t, scores, e.list[0].Scores, "scores at a with those on the rest")
	if c := e.list[2]; len(c.Scores) != 1 || c.Passed != 0 || e.list[1].Passed != 1 {
		t.Errorf("b %+v, c %+v", e.list[1], c)
	}
	if table := e.Table(); table.Runs != 2 {
		t.Errorf("counts are over %d runs, want the 2 that are not replaced", table.Runs)
	}
}

// TestGoldReader: a recorded solution differs by its labels, in whatever order;
// no record, null and what is no list say nothing.
func TestGoldReader(t *testing.T) {
	g := goldReader{labels: []string{"A", "C"}}
	for _, x := range []struct {
		Recorded string `json:"-"`
		want     bool
	}{{`["C","A"]`, false}, {`["A"]`, true}, {`["A"]`, true}, {"", false}, {`["A"]`, true}, {"null", false}, {`"A"`, false}, {"[]", true}, {`["C","A"]`, false}} {
		must.Equal(t, x.want, g.differs(x.Recorded), "%s differs", x.Recorded)
	}
	if none := (&goldReader{}); none.differs(`["A"]`) {
		t.Error("a record differs from a solution that is not known")
	}
}
