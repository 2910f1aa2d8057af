package findings

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
)

// Swing describes one model in several harnesses with records.
type Swing struct {
	Metric string             // key of the metric
	Rows   []results.BoardRow // rows of the model in each harness, by ascending value
	Paired *compare.HarnessEffect
	Apart  int // number of significantly different pairs of harnesses, over all models
	Tested int // number of tested pairs of harnesses
	N      int // number of tasks on the leaderboard
}

// Range returns the difference between the highest and the lowest value.
func (s Swing) Range() float64 {
	return *s.Rows[len(s.Rows)-1].Metrics[s.Metric].Value - *s.Rows[0].Metrics[s.Metric].Value
}

// swing returns the model with the largest difference between its best and worst harness, if that
// difference is significant. It ignores reported results, because they cannot be tested.
func swing(in Input) *Swing {
	key := in.Board.Headline
	value := func(r *results.BoardRow) *float64 { return r.Metrics[key].Value }
	var best *Swing
	for _, rows := range compare.HarnessRows(in.Board.Rows) {
		rows = slices.DeleteFunc(rows, func(r results.BoardRow) bool { return value(&r) == nil })
		slices.SortStableFunc(rows, func(x, y results.BoardRow) int { return cmp.Compare(*value(&x), *value(&y)) })
		if len(rows) < 2 {
			continue
		}
		s := &Swing{Metric: key, Rows: rows, Tested: len(in.Harness), N: in.Board.Statistics.Tasks}
		if s.pair(in.Harness); s.Paired != nil && s.Paired.Separable() && (best == nil || s.Range() > best.Range()) {
			best = s
		}
	}
	return best
}

// pair selects the paired test of the best and the worst harness from the list.
func (s *Swing) pair(list []compare.HarnessEffect) {
	low, high := *s.Rows[0].Run, *s.Rows[len(s.Rows)-1].Run
	for i := range list {
		e := &list[i]
		if e.Separable() {
			s.Apart++
		}
		if slices.Contains(e.Runs[:], low) && slices.Contains(e.Runs[:], high) {
			s.Paired = e
		}
	}
}
