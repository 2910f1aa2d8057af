package compare

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// measure computes all metrics and differences on the common tasks, and the tests that the input
// requests.
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
	over := board.DifferencePrecision(spec, ua, ub)
	sweeps := [2][][]score.Unit{in.sweeps(0, tasks, ua), in.sweeps(1, tasks, ub)}
	for k, key := range spec.Keys {
		m := difference(key, spec.Value(key, ua), spec.Value(key, ub))
		m.N = c.Common
		if i := slices.Index(keys, key); i >= 0 && m.Diff != nil && (c.Unit == "task" || c.Units > 1) {
			t := tested[i]
			x, y := in.runs(0, key, sweeps), in.runs(1, key, sweeps)
			if added := x.Added().Plus(y.Added()); added.Variance > 0 {
				t = board.RunsTest(*m.Diff, over[k], added)
			}
			if key == c.Headline {
				c.Covered, c.added = [2]bool{x.Covers(), y.Covers()}, x.Added().Plus(y.Added())
			}
			m.P, m.Exact, m.CI, m.SE = stats.Finite(t.P), t.Exact && c.Unit == "scenario", t.CI, stats.Finite(over[k].SE)
		}
		c.Metrics = append(c.Metrics, m)
	}
	c.Metrics = slices.DeleteFunc(c.Metrics, func(m Metric) bool { // consumption is compared separately, in Spending
		return !metric.Of(m.Key).Percent() || m.Key == "points" && m.A == nil && m.B == nil ||
			m.Key == "best" && len(sweeps[0]) != len(sweeps[1]) // the best of five attempts is not comparable to a single attempt
	})
	if !in.HeadlineOnly {
		c.Order = c.order(spec, sweeps)
	}
}

// runs returns a system's run-to-run variation in a metric; nil if unknown.
func (in *Input) runs(side int, key string, sweeps [2][][]score.Unit) *results.RunEffect {
	e := in.Runs[side][key].Runs
	if e == nil {
		return nil
	}
	of := *e
	of.Runs = len(sweeps[side])
	return &of
}

// difference returns a Metric from two values; NaN values become nil.
func difference(key string, a, b float64) Metric {
	m := Metric{Key: key, A: stats.Finite(a), B: stats.Finite(b), Lower: metric.LowerIsBetter(key)}
	if m.A != nil && m.B != nil {
		m.Diff = stats.Finite(a - b)
	}
	return m
}
