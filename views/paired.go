package views

import (
	"github.com/clawatlas/clawatlas/results/days"
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

// LeastRate is the number of checks from which a rate is written beside its count.
const LeastRate = 10

// RangeWords is an interval of shares as a note.
func RangeWords(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Pct(&ci[0]) + "–" + words.Pct(&ci[1])
}
