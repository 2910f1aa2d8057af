package about

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestNewFigure: the convention that matches decides, or else the nearest; without a run
// or a value there is nothing to compare.
func TestNewFigure(t *testing.T) {
	value := .638
	f := results.Figure{Metric: "crs", Value: &value, Digits: 2, Unit: "percent"}
	metrics := func(a, b float64) []results.Metric {
		return []results.Metric{{Key: "crs", Convention: "report", Value: &a}, {Key: "crs", Convention: "paper", Value: &b}, {Key: "tcr", Value: &value}}
	}
	run := &results.Run{Slug: "r"}
	for _, c := range []struct {
		f                   results.Figure
		run                 *results.Run
		metrics             []results.Metric
		verdict, convention string
	}{
		{f, run, metrics(.6358, .6377), "differs", "paper"},
		{f, run, metrics(.63801, .6377), "matches", "report"},
		{f, run, nil, "open", ""},
		{f, nil, nil, "open", ""},
		{results.Figure{Metric: "crs"}, run, metrics(.5, .5), "empty", ""},
	} {
		x := NewFigure(c.f, c.run, "no records", c.metrics, "paper")
		if x.Verdict != c.verdict || x.Convention != c.convention {
			t.Errorf("%s under %q, want %s under %q", x.Verdict, x.Convention, c.verdict, c.convention)
		}
		if x.Verdict == "differs" && !resultstest.Near(*x.Difference, -.0003, 1e-9) {
			t.Errorf("difference %v", *x.Difference)
		}
	}
}
