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

func looked(signs ...results.LookSign) *results.Looked {
	return &results.Looked{Looks: []results.Look{{Scenario: "s"}}, Signs: signs}
}

// A sign of a trace becomes a case of its round, with the places that prove it; a
// system whose trace could not show it is not among those that could have.
func TestWorldRules(t *testing.T) {
	changed := []results.CaseProof{{What: "changed", Object: "log-complete.md", Change: 3}, {What: "changed", Object: "boss", Change: 4}}
	proofs := map[string][]results.CaseProof{
		"no-look":        append(changed[:2:2], results.CaseProof{What: "ran", Step: 2, Call: 1, Quote: "ls 二"}),
		"older-version":  append(changed[:1:1], results.CaseProof{What: "opened", Object: "log.md", Step: 2, Call: 1, Quote: "log.md"}),
		"claimed-review": append(changed[:1:1], results.CaseProof{What: "claimed", Step: 4, Quote: "I have read it"}),
		"stale-value":    append(changed[:1:1], results.CaseProof{What: "written", Step: 4, Call: 2, Quote: "Monday"}),
		"hidden-by-tool": append(changed[1:2:2], results.CaseProof{What: "listed", Step: 2, Call: 1, Shown: 1, Exist: 5}),
	}
	whats := map[string]string{
		"no-look": "2 changed objects, none opened: passed", "older-version": "opened log.md, not log-complete.md: passed",
		"claimed-review": "claims to have reviewed log-complete.md: passed", "stale-value": "the old value alone: passed",
		"hidden-by-tool": "the tool listed 1 of 5 sessions and left out 1 changed chat: passed",
	}
	again := traced("q1", false)
	again.Attempt = 2
	for rule, proof := range proofs {
		m1, m2, m3, m4 := run("m1", "f", traced("q1", true), again), run("m2", "f", traced("q1", true)), run("m3",
			"f", scored("q1", true)), run("m4", "f", traced("q1", true))
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
			t.Fatalf("%s: %d cases, want 1: %+v", rule, len(found), found)
		}
		c := found[0]
		if c.Systems != 1 || c.Of != 2 || c.Slug != "b-"+rule+"-s-q1" || c.Title == "" || c.Finding == "" {
			t.Errorf("%s: %+v, want 1 of 2 systems", rule, c)
		}
		want := []results.CaseRef{{Run: m1.Slug, Scenario: "s", Task: "q1", Attempt: 1, What: whats[rule], Proof: proof}}
		must.Same(t, want, c.Trials, "%s", rule)
	}
}
