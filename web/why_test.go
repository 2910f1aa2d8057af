package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// testWhy holds what led to the failed verdicts of the real run: of the rounds with a
// checker all but one have the call that wrote the file, or that there was none.
func testWhy(t *testing.T) {
	site := realServer(t)
	ctx := t.Context()
	runs, _ := must.Get2(site.Store.Runs(ctx, results.RunFilter{Benchmark: "clawarena", Scored: true, Limit: 100}))(t)
	at := -1
	for i := range runs {
		if runs[i].Evidence == results.Recomputed {
			at = i
		}
	}
	trials := must.Get(site.Store.RunTrials(ctx, runs[at].ID, ""))(t)
	rules, n := map[string]int{}, 0
	values := map[bool]int{} // of the why lines, by whether a text shows them before the write
	for i := range trials {
		tr := &trials[i]
		if tr.Status != results.Failed || tr.Kind == results.KindMultiChoice {
			continue
		}
		n++
		w := must.Get(site.Store.FindWhy(ctx, tr.ID))(t)
		for i := range w.Complaints {
			for _, v := range w.Complaints[i].Values {
				values[v.First != nil]++
			}
		}
		switch c := w.Complaints[0]; {
		case c.Wrote != nil:
			rules[c.Wrote.Rule]++
		case c.Unwritten:
			rules["unwritten"]++
		default:
			rules["none"]++
		}
	}
	want := map[string]int{results.RuleNamed: 14, results.RuleCommand: 10, results.RulePrompt: 30, results.RuleLast: 7, "unwritten": 1, "none": 1}
	if diff := cmp.Diff(want, rules); n != 63 || diff != "" {
		t.Errorf("%d failed rounds with a checker, by rule (-want +got):\n%s", n, diff)
	}
	must.Same(t, map[bool]int{true: 26, false: 3}, values, "values that were read")
}
