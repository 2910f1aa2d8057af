package world

import (
	"slices"
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

// A check names an object from its update on and never before, by its whole name
// or by a long one without its ending; a chat by its channel.
func TestNamingOf(t *testing.T) {
	tasks := []results.Task{
		{Scenario: "s", Slug: "q1", Kind: results.KindExecCheck, Facts: results.TaskFacts{Prompt: "Read sunwei-1on1-notes."}},
		{Scenario: "s", Slug: "q2", Kind: results.KindMultiChoice, Updates: []results.Update{
			{Kind: "workspace", Files: []results.UpdateFile{{Name: "docs/sunwei-1on1-notes.md"}, {Name: "data.csv"}}},
			{Kind: "session", Files: []results.UpdateFile{{Name: "boss_im_5ba4976f-e34a-4fee-ad19-c39c49aecc59.jsonl"}}}}},
		{Scenario: "s", Slug: "q3", Kind: results.KindExecCheck, Facts: results.TaskFacts{FeedbackIncorrect: "Quote sunwei-1on1-notes."}},
		{Scenario: "s", Slug: "q4", Kind: results.KindExecCheck, Facts: results.TaskFacts{Prompt: "All data are in the report."}},
		{Scenario: "s", Slug: "q5", Kind: results.KindExecCheck, Facts: results.TaskFacts{Command: "grep x data.csv", Prompt: "as boss_im says"}},
		{Scenario: "t", Slug: "q1", Kind: results.KindExecCheck, Facts: results.TaskFacts{Prompt: "data.csv"}},
	}
	got := NamingOf(nil, tasks)
	q3, q5 := got[results.TaskName{Scenario: "s", Task: "q3"}], got[results.TaskName{Scenario: "s", Task: "q5"}]
	if len(got) != 2 || !slices.Equal(q3, []string{"sunwei-1on1-notes.md"}) || !slices.Equal(q5, []string{"data.csv", "boss_im"}) {
		t.Errorf("%v", got)
	}
}
