package views

import (
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/words"
)

// PairedCell is a difference, quiet where its interval does not separate it
// from 0.
func PairedCell(p days.Paired) Cell {
	if !p.Separated() {
		return Points(p.Diff).Coloured("faint")
	}
	return Points(p.Diff)
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
