package cases_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// traced is a trial with a trace.
func traced(task string, passed bool) results.Trial {
	t := scored(task, passed)
	t.StepsTotal = 3
	return t
}

// TestNoLook: a round answered without a look becomes a case with the places that prove it;
// a system whose trace could not show it is not among those that could have.
func TestNoLook(t *testing.T) {
	const rule = "no-look"
	proof := []results.CaseProof{{What: "changed", Object: "log.md", Change: 3}, {What: "changed", Object: "boss", Change: 4},
		{What: "ran", Step: 2, Call: 1, Quote: "ls 二"}}
	looked := func(signs ...results.LookSign) *results.Looked {
		return &results.Looked{Looks: []results.Look{{Scenario: "s"}}, Signs: signs}
	}
	again := traced("q1", false)
	again.Attempt = 2
	m1, m2, m3, m4 := run("m1", "f", traced("q1", true), again), run("m2", "f", traced("q1", true)),
		run("m3", "f", scored("q1", true)), run("m4", "f", traced("q1", true))
	found := of(mine(runs{
		Benchmark: results.Benchmark{ID: "b"}, Tasks: []results.Task{task("q1", results.KindExecCheck), task("q2", results.KindExecCheck)},
		Runs: []results.ScoredRun{m1, m2, m3, m4},
		Looked: map[string]*results.Looked{
			m1.Slug: looked(results.LookSign{Rule: rule, Scenario: "s", Round: "q1", Proof: proof},
				results.LookSign{Rule: rule, Scenario: "s", Round: "q9", Proof: proof}),
			m2.Slug: looked(), m3.Slug: looked(), // m3 has no trace; of m4 no looks are known
		},
	}), rule)
	if len(found) != 1 {
		t.Fatalf("%d cases, want 1: %+v", len(found), found)
	}
	c := found[0]
	if c.Systems != 1 || c.Of != 2 || c.Slug != "b-no-look-s-q1" || c.Title == "" || c.Finding == "" {
		t.Errorf("%+v, want 1 of 2 systems", c)
	}
	want := []results.CaseRef{{Run: m1.Slug, Scenario: "s", Task: "q1", Attempt: 1,
		What: "opened 0 of 2 changed files and chats, passed", Proof: proof}}
	must.Same(t, want, c.Trials, "trials")
}
