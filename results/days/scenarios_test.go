package days

import "testing"

// TestScenarioLines: a mean of three tasks is a point, of two a gap; a scenario
// with points on days that do not follow each other has no line.
func TestScenarioLines(t *testing.T) {
	var list []Verdict
	add := func(scenario string, day int, scores ...float64) {
		for _, s := range scores {
			list = append(list, Verdict{Scenario: scenario, Day: day, Score: s})
		}
	}
	add("a", 0, 1, 1, 0)
	add("b", 0, 1, 1, 1)
	add("a", 1, 0, 0, 0, 1)
	add("b", 1, 1, 1)
	add("a", 2, 1, 1)
	add("b", 2, 0, 0, 0)
	got := ScenarioLines(list, 3)
	if len(got) != 1 || got[0].Scenario != "a" {
		t.Fatalf("%d lines, want that of a", len(got))
	}
	v := got[0].Values
	if *v[0] != 2.0/3 || *v[1] != 0.25 || v[2] != nil {
		t.Errorf("%v %v %v", *v[0], *v[1], v[2])
	}
}
