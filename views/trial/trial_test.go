package trial

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestCountedChecks: checks without a weight are not counted where others have one.
func TestCountedChecks(t *testing.T) {
	yes, no := true, false
	for want, list := range map[string][]results.Check{
		"1 of 2": {{Weight: 1, Passed: &yes}, {Weight: 2}, {Passed: &yes}, {Passed: &no}},
		"2 of 3": {{Passed: &yes}, {Passed: &yes}, {Passed: &no}},
	} {
		passed, n := countedChecks(list)
		must.Equal(t, want, fmt.Sprintf("%d of %d", passed, n), "counted")
	}
}

// failed is a trial whose trace has one write.
func failed(steps ...results.Step) *Trial {
	t := NewTrial(link.TrialQuery{Run: "r", Scenario: "s", Task: "q2"}, StoredTrial{Benchmark: results.Benchmark{Words: results.Words{Task: "round"}},
		Model: "M", Trial: results.StoredTrial{Trial: results.Trial{Status: results.Failed, StepsTotal: len(steps), Details: results.TrialDetails{Workspace: "/w"}}}})
	t.Trace = &TraceWindow{Steps: steps, All: steps, Rows: make([]results.StepRow, len(steps))}
	return t
}

// TestEvidence: each part of the evidence leads to its line, here or in the trial before,
// and paths are relative to the workspace.
func TestEvidence(t *testing.T) {
	x := failed(results.Step{StepID: 1, Source: results.SourceUser, Message: "one\nwrite /w/a.json\nthree"},
		results.Step{StepID: 2, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "write",
			Arguments: []byte(`{"path":"/w/a.json","content":"{\n\"days\": 60\n}"}`)}}})
	x.Why = &results.Explanation{Reason: &results.Reason{Head: "Key `days_short` is missing", Sentence: "Key `days_short` is missing; /w/a.json has <days> (step 2).", Likely: true,
		Places: []results.ReasonLink{{Words: "step 2", Step: &results.StepRef{Task: "q2", Step: 2, Call: 1}}}},
		Failed: []results.FailedCheck{
			{Field: "days_short", Expected: "60", Wrote: &results.StepRef{Task: "q2", Step: 2, Call: 1, File: "a.json", Quote: `"days": 60`},
				Seen: &results.StepRef{Task: "q1", Attempt: 1, Step: 4, Call: 1, Quote: "60 days"}},
			{Text: "FAILED: b.md not found", File: "b.md", Unwritten: true, Unread: true}}}
	x.lay()
	list, _ := x.evidence()
	must.Equal(t, 2, len(list), "rows")
	must.Equal(t, Cell{Quote: `"days": 60`, At: "a.json, step 2, L2", Href: "#step-2-call-1-L2"}, list[0].Wrote, "written")
	must.Equal(t, Cell{Quote: "60 days", At: "step 4 of q1", Href: "/runs/r/s/q1#step-4"}, list[0].Read, "read")
	must.Equal(t, Cell{Text: "no call wrote", Quote: "b.md"}, list[1].Wrote, "unwritten")
	var page strings.Builder
	must.Do(t, x.sentence().Render(t.Context(), &page))
	must.Equal(t, "<b>Probably: Key <code>days_short</code> is missing</b>; ./a.json has &lt;days&gt; (<a href=\"#step-2-call-1\">step 2</a>).", page.String(), "the sentence")
	page.Reset()
	must.Do(t, traceSection(x).Render(t.Context(), &page))
	if got := page.String(); !strings.Contains(got, `class="ln k" id="step-2-call-1-L2"`) || strings.Contains(got, "/w/") {
		t.Errorf("the line is not marked, or a path is not relative: %s", got)
	}
}

// TestReviewed: the findings of a reviewed case lead on the pages of the trials that they are about.
func TestReviewed(t *testing.T) {
	x := failed()
	x.Omitted, x.Why = []string{"C"}, &results.Explanation{Reason: &results.Reason{Kind: results.ReasonOption, Sentence: "It missed option C."}}
	x.Cases = []views.CaseLink{{Title: "No document states C", Href: "/cases/x", Reviewed: true, Findings: []casebook.Finding{
		{Option: "C", Text: "C is stated nowhere."}, {Option: "D", Text: "D is."}, {Reason: "key", Text: "A key is not named."}}}}
	must.Same(t, []record{{Term: "No document states C", Text: "C is stated nowhere.", Href: "/cases/x"}}, x.reviewed(), "findings")
	x.Omitted, x.Why.Reason.Kind = nil, results.ReasonKey
	must.Same(t, []record{{Term: "No document states C", Text: "A key is not named.", Href: "/cases/x"}}, x.reviewed(), "findings by reason")
	if text := x.AsText(); strings.Index(text, "Reviewed: A key is not named.") > strings.Index(text, "It missed") {
		t.Errorf("the reason stands before what was reviewed: %s", text)
	}
}

// TestOptions: the options that decide stand first.
func TestOptions(t *testing.T) {
	x := failed()
	x.Options, x.Selected = []TrialOption{{Label: "A", Gold: true, Picked: true}, {Label: "B", Picked: true}, {Label: "C"}, {Label: "D", Gold: true}}, []string{"A", "B"}
	list, _ := x.evidence()
	var got []string
	for _, e := range list {
		got = append(got, e.ID+" "+e.Asked.Text+", "+e.Wrote.Text)
	}
	must.Same(t, []string{"option-B not correct, chosen", "option-D correct, not chosen", "option-A correct, chosen", "option-C not correct, not chosen"}, got, "rows")
}

// TestLoops finds a cycle of calls with others between, and none in other traces.
func TestLoops(t *testing.T) {
	var steps []results.Step
	for i := range 30 {
		args, err := json.Marshal(map[string]any{"command": fmt.Sprintf("grep 123 f%d", i%3)})
		if i == 15 || i < 4 {
			args, err = json.Marshal(map[string]any{"command": fmt.Sprintf("ls %d", i)})
		}
		must.Do(t, err)
		steps = append(steps, results.Step{StepID: i + 1, ToolCalls: []results.ToolCall{{Name: "exec", Arguments: args}}})
	}
	list := loops(steps)
	if len(list) != 1 || list[0].From != 5 || list[0].To != 30 || len(list[0].Rows) != 3 || list[0].Rows[0].Times != 9 {
		t.Errorf("got %+v", list)
	}
	if got := loops(steps[:14]); len(got) != 0 {
		t.Errorf("a few calls are a loop: %+v", got)
	}
}
