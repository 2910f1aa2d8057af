package home

import (
	"strings"

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

// FindingCard is the picture of a computed finding: its sentence, with the values
// that it rests on.
func FindingCard(x *homereport.Finding, p views.CardPlace) card.Card {
	v := FindingView{Finding: x}
	c := card.Card{Title: x.Title, Sub: v.note(), Foot: p.Foot("n = " + words.Counted(x.N, x.Noun))}
	switch {
	case v.values():
		rows := v.forestRows(len(v.Rows))
		if len(rows) > card.ForestMost {
			rows = v.cardRows()
		}
		c.Body = views.CardForest(v.withoutCuts(rows), rows)
	default:
		c.Sub, _, _ = strings.Cut(c.Sub, ". ") // what follows is the legend of the page's marks
		c.Sub += "."
		c.Body = card.Prose(x.Sentence)
	}
	if x.Scripted {
		c.Sub = views.ScriptedCard + c.Sub
	}
	return c
}
