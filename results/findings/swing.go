package findings

import (
	"cmp"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Swing is one model in several harnesses.
type Swing struct {
	Metric string             // key
	Rows   []results.BoardRow // the model in each harness, the lowest value first
	// Least is the difference that chance alone could show between two harnesses
	// of the board: what a test at the level of the site needs, adjusted for all
	// pairs of harnesses that one model has here. The swing is wider.
	Least float64
	Pairs int // that it is adjusted for
	// Widest is the ranked row whose interval stands for values without one; nil
	// where both ends have their own.
	Widest *results.BoardRow
	// Paired is the test of both ends by task, where both have records: then it decides,
	// and not Least. Apart are all such pairs that their tests tell apart, over all models.
	Paired *compare.HarnessEffect
	Apart  int
	All    [][]results.BoardRow // every model that stands in several harnesses, this one first
	Models int                  // of All
	N      int                  // tasks of the board
}

// Range is the highest value minus the lowest.
func (s Swing) Range() float64 {
	return *s.Rows[len(s.Rows)-1].Metrics[s.Metric].Value - *s.Rows[0].Metrics[s.Metric].Value
}

// swing holds for the model that moves most with its harness, if that is more
// than chance allows: by the paired test where both ends have records, else by the
// intervals of the board. A printed value has no interval and is
// given the widest one of a ranked system of the board; without any ranked
// system nothing says how far chance moves a score, and there is no finding.
func swing(in Input) *Swing {
	key := in.Board.Headline
	var widest *results.BoardRow
	for i := range in.Board.Rows {
		r := &in.Board.Rows[i]
		if board.InPopulation(r) && r.Metrics[key].CI != nil && (widest == nil || half(r, key) > half(widest, key)) {
			widest = r
		}
	}
	if widest == nil {
		return nil
	}
	all := byModel(in.Board)
	pairs := 0
	for _, rows := range all {
		pairs += len(rows) * (len(rows) - 1) / 2
	}
	var best *Swing
	for _, rows := range all {
		s := &Swing{Metric: key, Rows: rows, Models: len(all), Pairs: pairs, N: in.Board.Statistics.Tasks}
		s.measure(widest)
		if s.pair(in.Harness); s.holds() && (best == nil || s.Range() > best.Range()) {
			best = s
		}
	}
	if best != nil {
		best.All = append(best.All, best.Rows)
		for _, rows := range all {
			if &rows[0] != &best.Rows[0] {
				best.All = append(best.All, rows)
			}
		}
	}
	return best
}

// pair finds the paired test of both ends.
func (s *Swing) pair(list []compare.HarnessEffect) {
	low, high := s.Rows[0].Run, s.Rows[len(s.Rows)-1].Run
	for i := range list {
		e := &list[i]
		if e.Separable() {
			s.Apart++
		}
		if low != nil && high != nil && slices.Contains(e.Runs[:], *low) && slices.Contains(e.Runs[:], *high) {
			s.Paired = e
		}
	}
}

func (s *Swing) holds() bool {
	if s.Paired != nil {
		return s.Paired.Separable()
	}
	return s.Range() > s.Least
}

// measure fills in the least difference that counts. Half an interval of the
// site's level is a standard error times the quantile of that level; the adjusted
// level has a larger one.
func (s *Swing) measure(widest *results.BoardRow) {
	variance := 0.0
	for _, r := range []results.BoardRow{s.Rows[0], s.Rows[len(s.Rows)-1]} {
		h := half(&r, s.Metric)
		if math.IsNaN(h) {
			s.Widest, h = widest, half(widest, s.Metric)
		}
		variance += h * h
	}
	s.Least = math.Sqrt(variance) * quantile(board.Alpha/float64(s.Pairs)) / quantile(1-stats.Level)
}

// quantile is how many standard errors a two-sided test at a level needs.
func quantile(alpha float64) float64 { return stats.MDE(1, alpha, 0.5) }

// half is half the width of a row's interval; NaN without one.
func half(r *results.BoardRow, key string) float64 {
	ci := r.Metrics[key].CI
	if ci == nil {
		return math.NaN()
	}
	return (ci[1] - ci[0]) / 2
}

// byModel are the models that stand in two harnesses or more, each with one row
// for each harness: ranked ones and printed figures, of the same dataset, not in
// the provider's own agent. Where a harness has several rows of a model the first
// of the board counts.
func byModel(b results.Board) [][]results.BoardRow {
	type subject struct{ model, variant string }
	at := map[subject]int{}
	var all [][]results.BoardRow
	for i := range b.Rows {
		r := b.Rows[i]
		comparable := r.GroupKind == results.GroupAll || r.GroupKind == results.GroupFramework
		if !comparable || r.Metrics[b.Headline].Value == nil || r.System.Framework == "" || r.Run != nil && !board.InPopulation(&r) {
			continue
		}
		who := subject{r.System.Model, r.System.Variant}
		k, ok := at[who]
		if !ok {
			k = len(all)
			at[who] = k
			all = append(all, nil)
		}
		if !slices.ContainsFunc(all[k], func(x results.BoardRow) bool { return x.System.Framework == r.System.Framework }) {
			all[k] = append(all[k], r)
		}
	}
	all = slices.DeleteFunc(all, func(rows []results.BoardRow) bool { return len(rows) < 2 })
	for _, rows := range all {
		slices.SortStableFunc(rows, func(x, y results.BoardRow) int {
			return cmp.Compare(*x.Metrics[b.Headline].Value, *y.Metrics[b.Headline].Value)
		})
	}
	return all
}
