package compare

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Rival is one other system of a population, seen from the system that Against
// was asked about.
type Rival struct {
	Diff    *float64        // the system's metric minus the rival's
	CI      *stats.Interval // of Diff, 95 %, as Run gives it; nil where the units cannot tell
	Test    board.Comparison
	Verdict Verdict // AheadA: the system is separably better; AheadB: separably worse; else NotSeparable
}

// Against tests one system against each of the others on one metric. These pairs
// are the family. All units are of the same tasks, in the same order.
func Against(spec score.Spec, key string, own []score.Unit, others [][]score.Unit) []Rival {
	systems := append([][]score.Unit{own}, others...)
	list := make([]Rival, len(others))
	value := spec.Value(key, own)
	spread := intervals(spec, key, own)
	for i, test := range board.Separable(spec, key, systems, board.AgainstFirst(len(systems))) {
		r := Rival{Diff: stats.Finite(value - spec.Value(key, others[i])), Test: test, Verdict: NotSeparable}
		if r.Diff != nil {
			r.CI = spread(others[i])
		}
		if test.Separable() && r.Diff != nil && *r.Diff != 0 {
			r.Verdict = ahead((*r.Diff > 0) != metric.LowerIsBetter(key))
		}
		list[i] = r
	}
	return list
}

// intervals gives the interval of the difference to another system, by the same
// draws of units for all.
func intervals(spec score.Spec, key string, own []score.Unit) func(other []score.Unit) *stats.Interval {
	k := slices.Index(spec.Keys, key)
	if k < 0 || len(own) < minUnits {
		return func([]score.Unit) *stats.Interval { return nil }
	}
	samples := stats.NewResamples(stats.Seed, stats.Draws, len(own))
	return func(other []score.Unit) *stats.Interval {
		s := &sums{keys: spec.Keys, dim: spec.Dim(), eval: spec.Eval}
		for i := range own {
			s.a, s.b = append(s.a, own[i].V), append(s.b, other[i].V)
		}
		if spread, ok := stats.Percentile(s.draw(samples)[k], stats.Level); ok {
			return &spread.CI
		}
		return nil
	}
}
