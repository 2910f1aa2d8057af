package findings

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
)

// Swing is one model in several harnesses of which there are records.
type Swing struct {
	Metric string             // key
	Rows   []results.BoardRow // the model in each harness, the lowest value first
	Paired *compare.HarnessEffect
	Apart  int // pairs of harnesses that their tests tell apart, over all models
	Tested int // pairs of harnesses
	N      int // tasks of the board
}

// Range is the highest value minus the lowest.
func (s Swing) Range() float64 {
	return *s.Rows[len(s.Rows)-1].Metrics[s.Metric].Value - *s.Rows[0].Metrics[s.Metric].Value
}

// swing holds for the model that differs most between harnesses, if the paired test of
// both ends tells them apart. Reported values have no test and make no finding.
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

// pair finds the paired test of both ends.
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
