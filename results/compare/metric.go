package compare

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// minUnits is the number of units below which resampling them says nothing.
const minUnits = 2

// sums are the sufficient statistics of both runs, one vector per unit, and the
// metrics as functions of their sum.
type sums struct {
	metrics
	a, b [][]float64
}

// sumsOf are the metrics of a benchmark over the units of two runs, or of two systems
// with several sweeps.
func sumsOf(spec score.Spec, a, b []score.Unit) *sums {
	spec, a, b = spec.Align(a, b)
	s := &sums{metrics: metrics{name: spec.Name, keys: spec.Keys, dim: spec.Dim(), eval: spec.Eval}}
	for i := range a {
		s.a, s.b = append(s.a, a[i].V), append(s.b, b[i].V)
	}
	return s
}

// measure computes every metric of the benchmark on the common tasks alone.
func (c *Comparison) measure(in Input) {
	convention := conventionOf(in)
	spec := score.SpecOf(in.Benchmark.Scoring, convention)
	if !slices.Contains(spec.Keys, c.Headline) {
		c.Headline = spec.Keys[0]
	}
	tasks := c.common()
	ua := score.SystemUnits(in.Benchmark.Scoring, tasks, in.outcomes(0))
	ub := score.SystemUnits(in.Benchmark.Scoring, tasks, in.outcomes(1))
	s := sumsOf(spec, ua, ub)
	c.Unit, c.Units = spec.Unit, len(ua)
	c.MinP = 1
	if c.Unit == "scenario" && c.Units > 1 {
		c.MinP = math.Ldexp(1, 1-min(c.Units, 60))
	}
	var p []float64
	exact := false
	if c.Unit == "scenario" && c.Units >= minUnits {
		p, exact = stats.SwapTest(s.a, s.b, len(s.keys), s.eval, stats.Seed, stats.Draws)
	}
	draws := c.Draws
	if in.HeadlineOnly {
		draws = 0
	}
	c.Metrics = s.compare(in.Drawn, draws)
	for k := range c.Metrics {
		m := &c.Metrics[k]
		m.N = c.Common
		if m.Diff == nil || in.HeadlineOnly && m.Key != c.Headline {
			continue
		}
		switch {
		case c.Unit == "task":
			m.P = stats.Finite(board.Significance(spec, m.Key, ua, ub))
		case p != nil:
			m.P, m.Exact = stats.Finite(p[k]), exact
		}
	}
	if !in.HeadlineOnly {
		c.widen(in, spec, tasks)
		c.Order = c.order(in, spec, tasks)
	}
}

// compare gives value, difference and bootstrap interval of every key.
func (s *sums) compare(d *Drawn, draws int) []Metric {
	va, vb := s.values(s.a), s.values(s.b)
	list := make([]Metric, len(s.keys))
	var da, db [][]float64
	if len(s.a) >= minUnits && draws > 0 {
		da, db = d.of(s.metrics, s.a, draws), d.of(s.metrics, s.b, draws)
	}
	for k, key := range s.keys {
		m := Metric{Key: key, A: stats.Finite(va[k]), B: stats.Finite(vb[k]), Lower: metric.LowerIsBetter(key)}
		if m.A != nil && m.B != nil {
			m.Diff = stats.Finite(va[k] - vb[k])
			if da != nil {
				if spread, ok := stats.Percentile(differences(da[k], db[k]), stats.Level); ok {
					m.CI, m.SE = &spread.CI, stats.Finite(spread.SE)
				}
			}
		}
		list[k] = m
	}
	return list
}

// differences are those of two runs in every draw, each computed on the same units
// in both.
func differences(a, b []float64) []float64 {
	list := make([]float64, len(a))
	for i := range list {
		list[i] = a[i] - b[i]
	}
	return list
}

func add(sum, v []float64) {
	for i, x := range v {
		sum[i] += x
	}
}
