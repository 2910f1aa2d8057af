package board

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// compare compares a reported result with the recomputed value under the closest convention.
func compare(in Input, e *entry, f results.Figure) results.PublishedValue {
	p := results.PublishedValue{
		Source: f.Source, Table: f.Table, Metric: f.Metric, Scope: f.Scope, Value: f.Value,
		Digits: f.Digits, Unit: f.Unit, Verdict: results.VerdictUnrecomputed,
	}
	if e.run == nil || !check.Covers(&e.run.Run, &f) {
		return p
	}
	var values []check.Value
	for i, c := range score.Conventions(in.Benchmark.Scoring) {
		k := slices.Index(score.SpecOf(in.Benchmark.Scoring, c.ID).Keys, f.Metric)
		if k < 0 {
			continue
		}
		if v := stats.Finite(e.score.Conventions[i].Values[k]); v != nil {
			values = append(values, check.Value{Convention: c.ID, Value: *v})
		}
	}
	r := check.Against(f, values)
	p.Recomputed, p.Convention, p.Difference, p.Verdict = r.Recomputed, r.Convention, r.Difference, r.Verdict
	return p
}
