package task

import (
	"testing"
)

// TestTaskAtlas counts by hand: one task that nobody passes, with its mean; one
// that all pass; two that some pass, one of them by one system alone; and one that
// nobody tried and is counted nowhere.
func TestTaskAtlas(t *testing.T) {
	f := func(x float64) *float64 { return &x }
	table := &TaskTable{Rows: []TaskRow{
		{Scenario: "a", ID: "hard", Scored: 17, Mean: f(0.2), ItemRest: f(0.53), RestRuns: 17},
		{Scenario: "a", ID: "harder", Scored: 17, Mean: f(0.7), ItemRest: f(-0.6), RestRuns: 17, Suspect: true},
		{Scenario: "b", ID: "easy", Scored: 17, Passed: 17},
		{Scenario: "b", ID: "quiet", Scored: 17, Passed: 5, ItemRest: f(0.47), RestRuns: 17},
		{Scenario: "b", ID: "few", Scored: 3, Passed: 1, ItemRest: f(0.99), RestRuns: 3},
		{Scenario: "c", ID: "untried"},
	}}
	a := table.Atlas()
	if a.Nobody != 2 || a.Everybody != 1 || a.Some != 2 || a.Alone != 1 || a.Doubtful != 1 || a.N != 17 {
		t.Errorf("%+v", a)
	}
	if len(a.Groups) != 1 || a.Groups[0].Tasks != 2 || a.Groups[0].Rows[0].ID != "harder" {
		t.Errorf("groups %+v", a.Groups)
	}
}
