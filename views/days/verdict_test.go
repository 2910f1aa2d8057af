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
	for _, test := range []struct {
		Name    string `json:"-"`
		systems []map[string]days.FirstUpdate
		want    []DayVerdict
	}{
		{"nobody", nil, []DayVerdict{}},
		{"one system", []map[string]days.FirstUpdate{down}, []DayVerdict{}},
		{"one that says something", []map[string]days.FirstUpdate{down, all, gap}, []DayVerdict{}},
		{"none is separable", []map[string]days.FirstUpdate{none, none}, []DayVerdict{{Kind: "exec_check", Systems: 2}}},
		{"one is", []map[string]days.FirstUpdate{none, down, gap}, []DayVerdict{{Kind: "exec_check", Systems: 2, Lower: 1}}},
		{"an exact test that does not bear it", []map[string]days.FirstUpdate{none, weak}, []DayVerdict{{Kind: "exec_check", Systems: 2}}},
		{"both sides, and more than are named", []map[string]days.FirstUpdate{up, down, down, none},
			[]DayVerdict{{Kind: "exec_check", Systems: 4, Lower: 2, Higher: 1}}},
	} {
		d := &Days{Of: results.Benchmark{Words: results.Words{Task: "round"}}, TaskKinds: []string{"exec_check"}}
		for i, e := range test.systems {
			d.Systems = append(d.Systems, DaySystem{Name: fmt.Sprintf("s%d", i), FirstUpdate: e})
		}
		must.Same(t, test.want, d.verdicts(), "%s", test.Name)
	}
}
