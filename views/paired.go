package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/table"
)

// PairedCell is a difference, quiet where its interval and its own exact test do not
// separate it from 0.
func PairedCell(p days.Paired) table.Cell {
	if p.P == nil || !p.Separated(*p.P) {
		return table.Points(p.Diff).Coloured("faint")
	}
	return table.Points(p.Diff)
}

// PairedRange says the interval, or why there is none that says anything.
func PairedRange(p days.Paired) string {
	switch {
	case p.Scenarios < 2:
		return "none: fewer than two scenarios"
	case p.CI == nil:
		return "none: all differ alike"
	case !p.Bounded():
		return "anything: " + words.Counted(p.Scenarios, "scenario")
	}
	return words.Points(&p.CI[0]) + " to " + words.Points(&p.CI[1])
}

// LeastRate is the number of checks from which a rate is written beside its count.
const LeastRate = 10

// RuleCount is k of n, with rate and interval where n is not small.
func RuleCount(c days.Count) table.Cell {
	if c.N == 0 {
		return table.Words("none")
	}
	cell := table.Words(fmt.Sprintf("%d of %d", c.K, c.N)).Coloured("nowrap")
	if c.N < LeastRate {
		return cell
	}
	ci := stats.Wilson(c.K, c.N, stats.Level)
	return cell.Noted(table.JoinNotes(words.Pct(c.Rate())+" %", RangeWords(&[2]float64{ci.Lo, ci.Hi})))
}

// RangeWords is an interval of shares as a note.
func RangeWords(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Pct(&ci[0]) + "–" + words.Pct(&ci[1])
}
