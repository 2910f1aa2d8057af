package why_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/why"
)

func TestCounterpart(t *testing.T) {
	touches := []files.Touch{{Step: 2, Op: files.Write, Path: "out/index.json", Text: "{\n \"count\": 9\n}", Known: true},
		{Step: 4, Op: files.Write, Path: "out/index.json", Text: "{\n \"count\": 7\n}", Known: true},
		{Step: 5, Op: files.Write, Path: "out/index.json", Failed: true}, {Step: 6, Op: files.Read, Path: "out/index.json"},
		{Step: 7, Op: files.Write, Path: "day1/20260101_a.md", Text: "# A", Known: true}}
	const counted = "expected >= 2 P2-compliant .md file(s) in day1/, found 1"
	for _, test := range []struct {
		c    results.FailedCheck
		want why.Counterpart
	}{
		{results.FailedCheck{File: "index.json", Field: "a.count", Expected: "7"}, why.Counterpart{Wrote: `"count": 7`, File: "out/index.json", Step: 4}},
		{results.FailedCheck{File: "index.json", Expected: "7"}, why.Counterpart{Wrote: `"count": 7`, File: "out/index.json", Step: 4}},
		{results.FailedCheck{Field: "tasks[].count"}, why.Counterpart{Wrote: `"count": 7`, File: "out/index.json", Step: 4}},
		{results.FailedCheck{File: "index.json"}, why.Counterpart{File: "out/index.json", Step: 4}},
		{results.FailedCheck{File: "other.py", Expected: "8.25"}, why.Counterpart{}},
		{results.FailedCheck{Text: counted}, why.Counterpart{File: "day1/20260101_a.md", Step: 7, Check: "OK (2 matching file(s))"}},
		{results.FailedCheck{Option: "C"}, why.Counterpart{Chose: []string{"C"}}},
	} {
		passed := &results.StoredTrial{Trial: results.Trial{Attempt: 2, Selected: []string{"C"},
			Details: results.TrialDetails{Verdict: &results.CheckerVerdict{Stdout: "OK (2 matching file(s))\n"}}}}
		test.want.Attempt = 2
		w := &results.Explanation{Reason: &results.Reason{Kind: results.ReasonText}, Failed: []results.FailedCheck{test.c}}
		got := why.CounterpartOf(w, passed, touches)
		must.Equal(t, got.Step > 0, got.At != nil && got.At.Step == got.Step && got.At.Quote == got.Wrote, "step of %+v", test.c)
		got.At = nil
		must.Same(t, test.want, got, "%+v", test.c)
	}
	loop := &results.Explanation{Reason: &results.Reason{Kind: results.ReasonLoop}}
	must.Same(t, why.Counterpart{Attempt: 1, Steps: 7}, why.CounterpartOf(loop, &results.StoredTrial{Trial: results.Trial{Attempt: 1, StepsTotal: 7}}, nil), "loop")
}
