package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// LeastRate is the number of checks from which a rate is written beside its count.
const LeastRate = 10

// RuleCount is k of n, with rate and interval where n is not small.
func RuleCount(c days.Count) Cell {
	if c.N == 0 {
		return Words("none")
	}
	cell := Words(fmt.Sprintf("%d of %d", c.K, c.N)).Coloured("nowrap")
	if c.N < LeastRate {
		return cell
	}
	ci := stats.Wilson(c.K, c.N, stats.Level)
	return cell.Noted(JoinNotes(words.Pct(c.Rate())+" %", RangeWords(&[2]float64{ci.Lo, ci.Hi})))
}
