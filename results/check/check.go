// Package check compares reported results with values recomputed from records. It is the only
// package that decides whether a result matches, differs or cannot be recomputed.
package check

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// Value is a value recomputed under one scoring convention.
type Value struct {
	// Convention is the id of the convention; empty if the benchmark has only one.
	Convention string `json:"convention"`
	// Value is the number in the unit of the metric, 0 to 1 for scores.
	Value float64 `json:"value"`
	// Matches is set if the value rounds to the reported one.
	Matches bool `json:"matches"`
}

// Result is the verdict on a reported result.
type Result struct {
	Recomputed *float64 // recomputed value that decides the verdict; nil if there is none
	Convention string   // convention under which Recomputed was computed
	Difference *float64 // reported minus recomputed value
	Verdict    string   // results.VerdictMatches, results.VerdictDiffers or results.VerdictUnrecomputed
}

// Against compares a reported result with recomputed values; values[0] uses the default convention.
// It uses the first value that matches, or else the nearest one. It returns VerdictUnrecomputed if
// either side is missing.
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

// Matches reports whether a recomputed value rounds to the reported one, which has the given number
// of decimal places in the given unit.
func Matches(printed, recomputed float64, digits int, unit string) bool {
	scale := 1.0
	if unit == "percent" {
		scale = 100
	}
	half := 0.5*math.Pow(10, -float64(digits)) + 1e-9
	return math.Abs(printed-recomputed)*scale <= half
}

// Covers reports whether a reported result can be checked with a run: the run is ranked or is from
// the same source. LiveClawBench's site, for example, averages over the tasks that a model
// attempted and publishes those records.
func Covers(run *results.Run, f *results.Figure) bool {
	return run.Ranked() || run.Facts[results.FactSource] != "" && run.Facts[results.FactSource] == f.Source
}
