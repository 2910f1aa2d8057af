package world

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

func TestUsedBy(t *testing.T) {
	yes, no := true, false
	exec := results.KindExecCheck
	rounds := []days.Round{
		{Scenario: "s", Task: "q1", Kind: exec, Day: 0, Passed: &yes}, // before anything changes
		{Scenario: "s", Task: "q2", Kind: results.KindMultiChoice, Day: 1, Update: true, Passed: &yes},
		{Scenario: "s", Task: "q3", Kind: exec, Day: 1, Passed: &yes},
		{Scenario: "s", Task: "q4", Kind: exec, Day: 1, Passed: &no},
		{Scenario: "s", Task: "q5", Kind: exec, Day: 2, Update: true, Passed: &yes}, // a check may follow the update at once
		{Scenario: "s", Task: "q6", Kind: exec, Day: 2},                             // no verdict
	}
	named := map[results.TaskName][]string{{Scenario: "s", Task: "q1"}: {"x"}, {Scenario: "s", Task: "q3"}: {"a"},
		{Scenario: "s", Task: "q5"}: {"a"}, {Scenario: "s", Task: "q6"}: {"a"}}
	if got, want := UsedBy(rounds, named), (Used{Named: days.Count{K: 2, N: 2}, Others: days.Count{K: 0, N: 1}}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
