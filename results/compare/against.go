package compare

import (
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Rival is one other system of a population, seen from the system that Against
// was asked about.
type Rival struct {
	Diff    *float64 // the system's metric minus the rival's
	Test    board.Comparison
	Verdict Verdict // AheadA: the system is separably better; AheadB: separably worse; else NotSeparable
}

// Against tests one system against each of the others on one metric. These pairs
// are the family. All units are of the same tasks, in the same order.
func Against(spec score.Spec, key string, own []score.Unit, others [][]score.Unit) []Rival {
	systems := append([][]score.Unit{own}, others...)
	list := make([]Rival, len(others))
	value := spec.Value(key, own)
	for i, test := range board.Separable(spec, key, systems, board.AgainstFirst(len(systems))) {
		r := Rival{Diff: stats.Finite(value - spec.Value(key, others[i])), Test: test, Verdict: NotSeparable}
		if test.Separable() && r.Diff != nil && *r.Diff != 0 {
			r.Verdict = ahead((*r.Diff > 0) != metric.LowerIsBetter(key))
		}
		list[i] = r
	}
	return list
}
