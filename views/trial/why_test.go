package trial

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
)

// TestTrialWhy: each part of the chain leads to its step, here or in the trial
// before; complaints with the same causes stand together, and those beyond two fold.
func TestTrialWhy(t *testing.T) {
	wrote := &results.Cause{Task: "q15", Attempt: 1, Step: 6, Call: 2, File: "s.py", Quote: "quote = 'old'", Rule: results.RulePrompt,
		Likely: true}
	tr := &trialreport.Trial{
		Run: "r", Scenario: "s", Task: "q15", Query: report.TrialQuery{Run: "r", Scenario: "s", Task: "q15"},
		Stored: trialreport.StoredTrial{Benchmark: results.Benchmark{Words: results.Words{Task: "round"}}},
		Why: &results.Why{More: 3, Reason: &results.Reason{
			Sentence: "The judge: “<i>old</i> was said” (step 6 of q5), and x failed.", Kind: results.ReasonJudge, Rule: "judge", Likely: true,
			Places: []results.ReasonPlace{{Words: "judge", Record: "v/judge.txt", Line: 2}, {Words: "step 6 of q5", Step: &results.Cause{Task: "q5", Attempt: 1, Step: 6}},
				{Words: "x", Check: "x"}, {Words: "not there", Check: "y"}},
		}, Complaints: []results.Complaint{
			{Text: "expected 'new', got 'old'", Expected: "new", Wrote: wrote, Unread: true,
				Read: &results.Cause{Task: "q5", Attempt: 1, Step: 4, Call: 1, Tool: "history", Quote: "liu: old", Rule: results.RuleValue,
					Likely: true}},
			{Text: "no <b>", Field: "n", Wrote: &results.Cause{Task: "q15", Attempt: 1, Step: 7, Call: 1, File: "a.json", Rule: results.RuleNamed,
				Lacks: true}},
			{Text: "nor m", Field: "m", Wrote: &results.Cause{Task: "q15", Attempt: 1, Step: 7, Call: 1, File: "a.json", Rule: results.RuleNamed,
				Lacks: true}},
			{Text: "statement", Option: "B", Fault: "omitted", Read: &results.Cause{Task: "q15", Attempt: 1, Step: 2, Rule: results.RuleWords, Likely: true}},
			{Text: "of which nothing is shown", Option: "C", Fault: "omitted", Unread: true},
		}},
	}
	v := trialView{Trial: tr}
	if open, folded := v.why(); len(open) != 2 || len(open[1].Said) != 2 || len(folded) != 1 {
		t.Fatalf("%d chains and %d folded", len(open), len(folded))
	}
	var b strings.Builder
	must.Do(t, trialWhy(v).Render(t.Context(), &b))
	got := b.String()
	for _, want := range []string{
		`The <a href="/runs/r/s/q15/raw/v/judge.txt">judge</a>`, `&lt;i&gt;old&lt;/i&gt;`, `href="/runs/r/s/q5?step=6#step-6">step 6 of q5</a>`,
		`<a href="#check-x">x</a>`, `href="/docs/why#judge">likely, by rule judge`,
		`href="/runs/r/s/q15#step-6-call-2"`, `likely: the prompt of the round names this file`, `href="/runs/r/s/q5?step=4#step-4"`,
		`Step 4 of q5, history`,
		`Nothing that was shown before has new.`, `no &lt;b&gt;`, `wrote, without what is asked for,`, `1 more complaint`,
		`Option B is correct and was not chosen: statement`, `3 further complaints are`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Count(got, "a.json") != 1 {
		t.Errorf("two complaints with one cause stand apart: %s", got)
	}
}
