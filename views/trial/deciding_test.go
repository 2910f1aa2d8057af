package trial

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/views"
)

// The write is opened before what was read, at the line that has the value; a step of
// another round or window is not.
func TestDecidingStep(t *testing.T) {
	write := results.Step{StepID: 4, ToolCalls: []results.ToolCall{{Name: "write",
		Arguments: []byte(`{"path":"a.py","content":"` + strings.Repeat(`x\n`, 20) + `quote = 1\nend"}`)}}}
	d := trialreport.NewTrial(report.TrialQuery{Run: "r", Scenario: "s", Task: "q2"}, trialreport.StoredTrial{})
	d.Trace = &trialreport.TraceWindow{Steps: []results.Step{write}}
	d.Why = &results.Why{Reason: &results.Reason{}, Complaints: []results.Complaint{{
		Read:  &results.Cause{Task: "q1", Step: 4, Call: 1},
		Wrote: &results.Cause{Task: "q2", Step: 4, Call: 1, Quote: "quote = 1"}}}}
	v := trialView{d, views.Frame{}}
	got := v.opened()
	if got == nil || got.What != "a.py" || !strings.HasSuffix(got.Text, "x\nquote = 1\nend") || !strings.HasPrefix(got.Text, "…\n") {
		t.Fatalf("got %+v", got)
	}
	d.Why.Complaints[0].Wrote.Quote = "quote =…"
	if got := v.opened(); got == nil || !strings.Contains(got.Text, "quote = 1") {
		t.Errorf("a quote that was cut: got %+v", got)
	}
	d.Why.Complaints[0].Wrote.Step = 5
	if got := v.opened(); got != nil {
		t.Errorf("a step that is not in the window: got %+v", got)
	}
}
