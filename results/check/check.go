// Package check sets published figures beside what the records give. It is the
// one place that says when a figure matches, differs or cannot be recomputed.
package check

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// Value is a recomputed value under one convention.
type Value struct {
	// Convention is the id of the convention; empty where a benchmark has one.
	Convention string `json:"convention"`
	// Value is in the unit of the figure's metric, 0 to 1 for scores.
	Value float64 `json:"value"`
	// Matches says that the value rounds to the printed one.
	Matches bool `json:"matches"`
}

// Result is a figure's verdict.
type Result struct {
	Recomputed *float64 // the value that decides; nil if there is none
	Convention string   // of Recomputed
	Difference *float64 // printed minus recomputed
	Verdict    string   // results.VerdictMatches, VerdictDiffers or VerdictUnrecomputed
}

// Against holds a figure against the values that its records give, the default
// convention first. The first that matches decides, or else the nearest one.
// Without a printed or a recomputed value there is nothing to compare.
func Against(f results.Figure, values []Value) Result {
	r := Result{Verdict: results.VerdictUnrecomputed}
	if f.Value == nil {
		return r
	}
	for _, v := range values {
		v.Matches = Matches(*f.Value, v.Value, f.Digits, f.Unit)
		d := *f.Value - v.Value
		if r.Verdict == results.VerdictMatches || r.Difference != nil && !v.Matches && math.Abs(d) >= math.Abs(*r.Difference) {
			continue
		}
		r.Recomputed, r.Convention, r.Difference, r.Verdict = &v.Value, v.Convention, &d, results.VerdictDiffers
		if v.Matches {
			r.Verdict = results.VerdictMatches
		}
	}
	return r
}

// Matches reports whether a recomputed value rounds to the printed one, which
// has that many digits in its unit.
func Matches(printed, recomputed float64, digits int, unit string) bool {
	scale := 1.0
	if unit == "percent" {
		scale = 100
	}
	half := 0.5*math.Pow(10, -float64(digits)) + 1e-9
	return math.Abs(printed-recomputed)*scale <= half
}

// Covers reports whether a figure can be checked by a run: by one that may be
// ranked, or by the very records that its source was made from. LiveClawBench's
// site averages over the tasks that a model has tried, and releases those.
func Covers(run *results.Run, f *results.Figure) bool {
	return run.Ranked() || run.Facts[results.FactSource] != "" && run.Facts[results.FactSource] == f.Source
}
