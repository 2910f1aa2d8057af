package failures

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestFailures builds the page of two systems over twelve tasks: A fails all for a missing
// file, B the last two for a limit, so that the paired test tells both reasons apart.
func TestFailures(t *testing.T) {
	v := &views.Bench{Benchmark: results.Benchmark{ID: "b", Name: "B", Words: results.Words{Task: "task", Scenario: "scenario"}}, Runs: map[string]results.Run{}}
	records := func(id int64, slug string, kind results.ReasonKind, passes int) Records {
		r := RunRecords{Run: results.Run{ID: id, Slug: slug}, Reasons: results.RunReasons{Looked: true}}
		for i := range 12 {
			var x results.StoredTrial
			x.ID, x.Scenario, x.Task, x.Attempt, x.Status = id*100+int64(i), "s", string(rune('a'+i)), 1, results.Passed
			if i >= passes {
				x.Status = results.Failed
				r.Reasons.Trials = append(r.Reasons.Trials, results.TrialReason{Trial: x.ID, Kind: kind, Sentence: "It is so."})
			}
			r.Trials = append(r.Trials, x)
		}
		return Records{Row: &results.BoardRow{Run: &slug, Name: slug}, Runs: []RunRecords{r}}
	}
	in := Input{Bench: v, Records: []Records{records(1, "a", results.ReasonFile, 0), records(2, "b", results.ReasonLimit, 10)},
		Tools:    []results.ToolCount{{Run: 1, Tool: "exec", Calls: 9}, {Run: 1, Tool: "exec", Failure: "status", Calls: 3}, {Run: 2, Tool: "read", Calls: 4}},
		Failures: []results.RunFailures{{Run: 1, Causes: []results.CauseCount{{Family: results.FamilyShell, Cause: "missing_path", Calls: 3, Trials: 2}}}}}
	f := New(in)
	if f.Failed != 14 || f.Trials != 24 || len(f.Reasons) != 2 || *f.Reasons[0].P > 0.001 || *f.Reasons[1].PHolm < 0.4 || f.Total != 14 || len(f.Table().Rows) != 14 {
		t.Errorf("%+v", f)
	}
	want := "14 of 24 trials failed (58.3\u00a0%), most often for: file missing (12), limit reached (2). Significantly more frequent in one system: file missing."
	must.Equal(t, want, f.Lead(), "the first sentence")
	if c := f.Causes[0]; c.Pair[0].Calls != 3 || c.Pair[1].Calls != 0 || f.Tools[0].Pair[0] != (CallCount{Calls: 12, Failed: 3}) {
		t.Errorf("causes %+v, tools %+v", f.Causes, f.Tools)
	}
	in.Query = Query{System: "b", Reason: results.ReasonLimit}
	if f = New(in); f.Total != 2 || f.all[0].Run != "b" || f.Failed != 14 {
		t.Errorf("of one system: %d listed, %d failed", f.Total, f.Failed)
	}
	in.Records, in.Query = in.Records[:1], Query{}
	if f = New(in); f.Reasons[0].P != nil || strings.Contains(f.Lead(), "ignificant") {
		t.Errorf("one system is tested against none: %s", f.Lead())
	}
}
