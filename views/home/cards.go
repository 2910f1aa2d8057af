package home

import (
	"github.com/clawatlas/clawatlas/results/board"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// HomeCard is the picture of the site: its benchmarks with who leads them.
func HomeCard(d *homereport.Home, p views.CardPlace) card.Card {
	x := card.Card{Title: "Which agents lead, and whether the lead is real",
		Sub: "Scores of agent benchmarks, recomputed from the records and linked to them"}
	var lines card.Lines
	runs := 0
	for _, b := range d.Papers {
		runs += b.Size.Runs
		s := board.TopOf(b.Board)
		if s.Ranked == 0 && s.Printed == nil {
			continue
		}
		lines = append(lines, card.Line{Name: b.Benchmark.Name, Text: views.HomeCardText(b, s)})
	}
	if len(lines) > 0 {
		x.Body = lines
	}
	x.Foot = p.Foot(words.Counted(runs, "run"))
	return x
}
