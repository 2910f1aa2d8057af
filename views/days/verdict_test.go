package days

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestDayVerdicts: a verdict stands where two systems have an interval that says
// something, and claims a difference of those alone whose interval excludes 0 and whose
// exact p stays below 0.05 by Holm over the systems.
func TestDayVerdicts(t *testing.T) {
	effect := func(diff float64, ci *[2]float64) map[string]days.FirstUpdate {
		return map[string]days.FirstUpdate{"exec_check": {Before: days.Count{K: 20, N: 40}, After: days.Count{K: 9, N: 30},
			Paired: days.Paired{Diff: &diff, CI: ci, Scenarios: 9, P: new(.004)}}}
	}
	down, none := effect(-.2, &[2]float64{-.3, -.1}), effect(-.25, &[2]float64{-.6, .1})
	weak := effect(-.2, &[2]float64{-.3, -.1})
	weak["exec_check"] = func(e days.FirstUpdate) days.FirstUpdate { e.P = new(.06); return e }(weak["exec_check"])
	up, all, gap := effect(.2, &[2]float64{.1, .3}), effect(.5, &[2]float64{-1.5, 2.5}), effect(-.5, nil)
	const rates = "50.00 % (20 of 40) before, 30.00 % (9 of 30) from it on, difference within 9 scenarios "
	const lower, tied = rates + "−20.00 points, 95 % interval −30.00 to −10.00",
		rates + "−25.00 points, 95 % interval −60.00 to +10.00, not separable"
	for _, test := range []struct {
		Name    string `json:"-"`
		systems []map[string]days.FirstUpdate
		want    []DayVerdict
	}{
		{"nobody", nil, []DayVerdict{}},
		{"one system", []map[string]days.FirstUpdate{down}, []DayVerdict{}},
		{"one that says something", []map[string]days.FirstUpdate{down, all, gap}, []DayVerdict{}},
		{"none is separable", []map[string]days.FirstUpdate{none, none}, []DayVerdict{{Kind: "exec_check", Systems: 2,
			Words:   "What 2 systems pass of the rounds from the first update on is not separable from before it.",
			Numbers: "s0: " + tied + ". s1: " + tied + "."}}},
		{"one is", []map[string]days.FirstUpdate{none, down, gap}, []DayVerdict{{Kind: "exec_check", Systems: 2, Lower: 1,
			Words:   "1 of 2 systems passes a smaller share of the rounds from the first update on than before it; 1 not separable.",
			Numbers: "s1: " + lower + ". s0: " + tied + ". 1 system without an interval."}}},
		{"an exact test that does not bear it", []map[string]days.FirstUpdate{none, weak}, []DayVerdict{{Kind: "exec_check", Systems: 2,
			Words:   "What 2 systems pass of the rounds from the first update on is not separable from before it.",
			Numbers: "s0: " + tied + ". s1: " + lower + ", not separable."}}},
		{"both sides, and more than are named", []map[string]days.FirstUpdate{up, down, down, none},
			[]DayVerdict{{Kind: "exec_check", Systems: 4, Lower: 2, Higher: 1,
				Words: "2 of 4 systems pass a smaller share of the rounds from the first update on than before it; 1 a larger one; 1 not separable.",
				Numbers: "s0: " +
					rates + "+20.00 points, 95 % interval +10.00 to +30.00. s1: " + lower + ". s2: " + lower + ". 1 more below."}}},
	} {
		d := &Days{Of: results.Benchmark{Words: results.Words{Task: "round"}}, TaskKinds: []string{"exec_check"}}
		for i, e := range test.systems {
			d.Systems = append(d.Systems, DaySystem{Name: fmt.Sprintf("s%d", i), FirstUpdate: e})
		}
		must.Same(t, test.want, d.verdicts(), "%s", test.Name)
	}
}
