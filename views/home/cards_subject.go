package home

import (
	"strings"

	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

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
