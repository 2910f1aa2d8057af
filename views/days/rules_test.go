package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/views"
)

// TestRulePairsAcrossPages: a system with skills meets itself without them, also
// where that is drawn on another page, and once: on the page of the one with skills.
func TestRulePairsAcrossPages(t *testing.T) {
	row := func(run, model, variant string) results.BoardRow {
		return results.BoardRow{Run: &run, System: results.System{Model: model, Framework: "f", Variant: variant}}
	}
	all := []results.BoardRow{row("a-skills", "a", "skills"), row("b", "b", ""), row("b-skills", "b", "skills"), row("c", "c", ""),
		row("a", "a", "")}
	task := results.Task{Scenario: "day01", Slug: "r1", Facts: results.TaskFacts{Rules: []string{"P1"}}}
	trials := func(kept bool) []results.Trial {
		return []results.Trial{{Scenario: "day01", Task: "r1", Attempt: 1, Checks: []results.Check{{ID: "P1", Passed: &kept}}}}
	}
	pairs := map[string]days.RulePair{}
	for _, page := range [][]results.BoardRow{all[:3], all[3:]} {
		d := &Days{all: all, Tasks: []results.Task{task}, Rules: days.Rules([]results.Scenario{{Slug: "day01"}}, []results.Task{task})}
		bases := d.Bases(page)
		var outcomes [][]results.Trial
		for _, r := range append(page[:len(page):len(page)], bases...) {
			outcomes = append(outcomes, trials(r.System.Variant != ""))
		}
		d.AddRules(&views.Bench{}, page, bases, outcomes)
		if len(d.RuleLines) != len(page) {
			t.Errorf("%d lines of %d systems", len(d.RuleLines), len(page))
		}
		for _, p := range d.RulePairs {
			if _, twice := pairs[p.A+" "+p.B]; twice {
				t.Errorf("%s and %s are paired twice", p.A, p.B)
			}
			pairs[p.A+" "+p.B] = p.Rules[0]
		}
	}
	for _, want := range []string{"a a-skills", "b b-skills"} {
		if p, ok := pairs[want]; !ok || p.OnlyB != 1 || p.Both+p.OnlyA+p.Neither != 0 {
			t.Errorf("%s: %+v", want, pairs)
		}
	}
	if len(pairs) != 2 {
		t.Errorf("pairs %+v", pairs)
	}
}
