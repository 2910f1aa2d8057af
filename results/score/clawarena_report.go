package score

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// round4 rounds to 4 decimals like Python's round. It uses the exact binary value, so that 0.16135
// is rounded as in the harness.
func round4(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 4, 64), 64)
	if err != nil {
		return math.NaN()
	}
	return r
}

// Agrees reports whether a reported number can be the computed one after rounding. It allows a
// difference of one unit in the last reported digit, because reports round several times and Python
// versions sum differently.
func Agrees(r results.Reported, computed float64) bool {
	unit := math.Pow(10, -float64(r.Digits))
	return r.Value != nil && math.Abs(*r.Value-computed) <= unit*(1+1e-6)
}

// ReportedClawArena computes the numbers that the harness's report.json should contain for the
// trials. Every step is rounded to 4 decimals, and means over scenarios are summed in alphabetical
// order of scenario ids, because the last digit can depend on the order (ClawArena,
// src/clawarena/core/report.py). The scopes are "" and "scenario:ID". The keys mc and ec correspond
// to by_type in the report and cover all rounds of the kind. MetaClaw's harness reports the mean
// over all rounds as accuracy, which is tcr under the paper convention, without rounding.
func ReportedClawArena(tasks []results.Task, trials []results.Trial) []results.Metric {
	var list []results.Metric
	add := func(scope, key string, value float64) {
		list = append(list, results.Metric{Scope: scope, Convention: Report, Key: key, Value: &value})
	}
	groups := slices.DeleteFunc(groupScores(tasks, trials), func(g group) bool { return len(g.scores) == 0 })
	slices.SortStableFunc(groups, func(a, b group) int { return strings.Compare(a.label, b.label) })
	if len(groups) == 0 {
		return nil
	}
	var tcrs, scs, fds, robs, points, rounds float64
	for _, g := range groups {
		st := CountStreaks(g.scores)
		points, rounds = points+st.Sum, rounds+float64(st.N)
		tcr, sc, fd := round4(st.TCR()), round4(st.SC()), round4(st.FD())
		rob := round4(sc * fd)
		scope := results.ScopeScenario.Of(g.label)
		add(scope, "tcr", tcr)
		add(scope, "sc", sc)
		add(scope, "fd", fd)
		add(scope, "robustness", rob)
		add(scope, "crs", reportedCRS(tcr, sc, fd))
		tcrs, scs, fds, robs = tcrs+tcr, scs+sc, fds+fd, robs+rob
	}
	list = append(list, results.Metric{Convention: Paper, Key: "tcr", Value: new(points / rounds)})
	n := float64(len(groups))
	tcr, sc, fd := round4(tcrs/n), round4(scs/n), round4(fds/n)
	add("", "tcr", tcr)
	add("", "sc", sc)
	add("", "fd", fd)
	add("", "robustness", round4(robs/n))
	add("", "crs", reportedCRS(tcr, sc, fd))
	for _, k := range []struct{ key, kind string }{{"mc", results.KindMultiChoice}, {"ec", results.KindExecCheck}} {
		if sum, n := sumOfKind(groups, k.kind); n > 0 {
			add("", k.key, round4(sum/float64(n)))
		}
	}
	return list
}

// reportedCRS rounds the product before adding, like the harness; a fused multiply-add could change
// the last digit.
func reportedCRS(tcr, sc, fd float64) float64 { return round4((tcr + float64(sc*fd)) / 2) }

func sumOfKind(groups []group, kind string) (sum float64, n int) {
	for _, g := range groups {
		for i, x := range g.scores {
			if g.kinds[i] == kind {
				sum += x
				n++
			}
		}
	}
	return sum, n
}
