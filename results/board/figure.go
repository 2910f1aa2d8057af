package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// compare sets a figure beside the recomputed value under the convention that
// comes nearest.
func compare(in Input, e *entry, f results.Figure) results.PublishedValue {
	p := results.PublishedValue{
		Source: f.Source, Table: f.Table, Metric: f.Metric, Scope: f.Scope, Value: f.Value,
		Digits: f.Digits, Unit: f.Unit, Verdict: results.VerdictUnrecomputed,
	}
	if e.run == nil || f.Value == nil || !Covers(&e.run.Run, &f) {
		return p
	}
	for i, c := range score.Conventions(in.Benchmark.Scoring) {
		k := slices.Index(score.SpecOf(in.Benchmark.Scoring, c.ID).Keys, f.Metric)
		if k < 0 {
			continue
		}
		v := finite(e.score.Conventions[i].Values[k])
		if v == nil {
			continue
		}
		match := Matches(*f.Value, *v, f.Digits, f.Unit)
		d := *f.Value - *v
		if p.Difference == nil || match || math.Abs(d) < math.Abs(*p.Difference) {
			p.Recomputed, p.Convention, p.Difference, p.Verdict = v, c.ID, &d, results.VerdictDiffers
		}
		if match {
			p.Verdict = results.VerdictMatches
			break
		}
	}
	return p
}

// Covers reports whether a figure can be checked by a run: by one that may be
// ranked, or by the very records that its source was made from. LiveClawBench's
// site averages over the tasks that a model has tried, and releases those.
func Covers(run *results.Run, f *results.Figure) bool {
	return run.Ranked() || run.Facts[results.FactSource] != "" && run.Facts[results.FactSource] == f.Source
}

// Matches reports whether a recomputed value rounds to the printed one.
func Matches(printed, recomputed float64, digits int, unit string) bool {
	scale := 1.0
	if unit == "percent" {
		scale = 100
	}
	half := 0.5*math.Pow(10, -float64(digits)) + 1e-9
	return math.Abs(printed-recomputed)*scale <= half
}
