package compare

import (
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Rival is one other system of a population, seen from the system that Against
// was asked about.
type Rival struct {
	Diff    *float64         // the system's metric minus the rival's
	Test    board.Comparison // of the pair, in the family to which it belongs on every page
	Verdict Verdict          // AheadA: the system is separably better; AheadB: separably worse; else NotSeparable
}

// Against sets one system of a population against others on the metric of the
// families; all by their places.
func Against(f *board.Families, key string, own int, others []int) []Rival {
	list := make([]Rival, len(others))
	for i, other := range others {
		r := Rival{Diff: stats.Finite(f.Difference(own, other)), Test: f.Compare(own, other)}
		r.Verdict = verdictOf(r.Test, r.Diff, metric.LowerIsBetter(key))
		list[i] = r
	}
	return list
}

// verdictOf is the one verdict of a pair on the site.
func verdictOf(test board.Comparison, diff *float64, lower bool) Verdict {
	if !test.Separable() || diff == nil || *diff == 0 {
		return NotSeparable
	}
	return ahead((*diff > 0) != lower)
}
