package trial

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// The card of a failed trial has the sentence and the deciding step; that of another has
// what is recorded, and no line for what is not.
func TestTrialCard(t *testing.T) {
	step := &results.Cause{Task: "q1", Attempt: 1, Step: 3, Call: 1, Tool: "read", Quote: "31 March"}
	stored := trialreport.StoredTrial{Benchmark: results.Benchmark{Name: "Office"}}
	stored.Trial.Status = results.Failed
	d := trialreport.NewTrial(report.TrialQuery{Run: "r", Scenario: "s", Task: "q1"}, stored)
	d.Why = &results.Why{Reason: &results.Reason{Sentence: "It left out A."}, Complaints: []results.Complaint{{Text: "A is right", Read: step}}}
	x := TrialCard(d, views.CardPlace{})
	if want := card.Prose("It left out A. Step 3, read showed the value that was found: “31 March”."); x.Body != card.Body(want) {
		t.Errorf("body: got %q, want %q", x.Body, want)
	}
	d.Why = nil
	if got := len(TrialCard(d, views.CardPlace{}).Body.(card.Lines)); got != 2 {
		t.Errorf("a trial without times and tokens has %d lines", got)
	}
}
