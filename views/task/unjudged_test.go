package task

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// TestUnreadableAnswer: an answer of which no letters could be read chose nothing
// and omitted nothing; one that was read as empty omitted every correct option.
func TestUnreadableAnswer(t *testing.T) {
	d := &TaskRecords{Task: results.Task{Kind: results.KindMultiChoice, Options: []results.Option{{Label: "A", Gold: true}, {Label: "B"}}}}
	p := &Task{Kind: results.KindMultiChoice, Records: d, All: []TaskTrial{
		{TrialOutcome: views.TrialOutcome{Run: "unreadable"}},
		{TrialOutcome: views.TrialOutcome{Run: "empty"}, Selected: []string{}},
		{TrialOutcome: views.TrialOutcome{Run: "wrong"}, Selected: []string{"B"}},
		{TrialOutcome: views.TrialOutcome{Run: "right"}, Selected: []string{"A"}},
	}}
	p.addOptions()
	a, b := p.Options[0], p.Options[1]
	if !slices.Equal(a.OmittedBy, []string{"empty", "wrong"}) || !slices.Equal(a.SelectedBy, []string{"right"}) || a.Errors != 2 || a.Answers != 3 {
		t.Errorf("A, correct: omitted by %v, chosen by %v, %d errors of %d answers; want empty and wrong, right, 2 of 3",
			a.OmittedBy, a.SelectedBy, a.Errors, a.Answers)
	}
	if len(b.OmittedBy) != 0 || !slices.Equal(b.SelectedBy, []string{"wrong"}) || b.Errors != 1 || b.Answers != 3 {
		t.Errorf("B, not correct: omitted by %v, chosen by %v, %d errors of %d answers; want nobody, wrong, 1 of 3",
			b.OmittedBy, b.SelectedBy, b.Errors, b.Answers)
	}
}

// TestUnjudgedIsNoFailure: what has no verdict is not offered as the run that failed.
func TestUnjudgedIsNoFailure(t *testing.T) {
	trial := func(run string, s results.Status) TaskTrial {
		return TaskTrial{TrialOutcome: views.TrialOutcome{Run: run, Status: s}}
	}
	p := &Task{All: []TaskTrial{trial("unjudged", results.NotJudged), trial("passed", results.Passed), trial("failed", results.Failed)}}
	p.addComparison()
	if want := [2]string{"passed", "failed"}; p.Pair != want {
		t.Errorf("pair %v, want %v", p.Pair, want)
	}
}
