package compare

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// measure computes every metric of the benchmark on the common tasks alone. Values
// and differences are of all metrics, tests of those that are asked for.
func (c *Comparison) measure(in Input) {
	spec := score.SpecOf(in.Benchmark.Scoring, conventionOf(in))
	if !slices.Contains(spec.Keys, c.Headline) {
		c.Headline = spec.Keys[0]
	}
	tasks := c.common()
	ua := score.SystemUnits(in.Benchmark.Scoring, tasks, in.outcomes(0))
	ub := score.SystemUnits(in.Benchmark.Scoring, tasks, in.outcomes(1))
	c.Unit, c.Units = spec.Unit, len(ua)
	c.MinP = 1
	if c.Unit == "scenario" && c.Units > 1 {
		c.MinP = math.Ldexp(1, 1-min(c.Units, 60))
	}
	keys := spec.Keys
	if in.HeadlineOnly {
		keys = []string{c.Headline}
	}
	tested := board.Tests(spec, keys, ua, ub)
	se := differenceErrors(spec, ua, ub)
	for k, key := range spec.Keys {
		m := difference(key, spec.Value(key, ua), spec.Value(key, ub))
		m.N = c.Common
		if i := slices.Index(keys, key); i >= 0 && m.Diff != nil && (c.Unit == "task" || c.Units > 1) {
			m.P, m.Exact, m.CI, m.SE = stats.Finite(tested[i].P), tested[i].Exact && c.Unit == "scenario", tested[i].CI, stats.Finite(se[k])
		}
		c.Metrics = append(c.Metrics, m)
	}
	sweeps := [2][][]score.Unit{in.sweeps(0, tasks, ua), in.sweeps(1, tasks, ub)}
	c.widen(spec, sweeps)
	c.Metrics = slices.DeleteFunc(c.Metrics, func(m Metric) bool { // what runs took is compared by itself
		return !metric.Of(m.Key).Percent() || m.Key == "points" && m.A == nil && m.B == nil
	})
	if !in.HeadlineOnly {
		c.Order = c.order(spec, sweeps)
	}
}

// difference is one number of both runs, nil where a run has none.
func difference(key string, a, b float64) Metric {
	m := Metric{Key: key, A: stats.Finite(a), B: stats.Finite(b), Lower: metric.LowerIsBetter(key)}
	if m.A != nil && m.B != nil {
		m.Diff = stats.Finite(a - b)
	}
	return m
}

// differenceErrors are the standard errors of the difference of each metric, by the
// jackknife over units.
func differenceErrors(spec score.Spec, a, b []score.Unit) []float64 {
	spec, a, b = spec.Align(a, b)
	n := len(spec.Keys)
	both := score.Spec{Keys: spec.Keys, Unit: spec.Unit}.With(2*spec.Dim(), func(sum, out []float64) {
		other := make([]float64, n)
		spec.Eval(sum[:spec.Dim()], out)
		spec.Eval(sum[spec.Dim():], other)
		for k, x := range other {
			out[k] -= x
		}
	})
	units := make([]score.Unit, len(a))
	for i := range a {
		units[i].V = slices.Concat(a[i].V, b[i].V)
	}
	se := make([]float64, n)
	for k, p := range board.PrecisionOf(both, units) {
		se[k] = p.SE
	}
	return se
}
