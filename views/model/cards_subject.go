package model

import (
	"slices"

	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// ModelCard is the picture of a model: where it stands on each board.
func ModelCard(d *modelreport.Model, p views.CardPlace) card.Card {
	v := modelView{Model: d}
	c := card.Card{Title: d.Name, Sub: v.lead()}
	f := v.card()
	if f == nil {
		c.Sub += " No ranked place and no printed one on the scale of the boards."
		if d.Scripted {
			c.Sub = views.ScriptedCard + c.Sub
		}
		c.Foot = p.Foot("")
		return c
	}
	intervals := slices.ContainsFunc(f.Rows, func(r chart.ForestRow) bool { return r.Estimate.Lo != nil })
	printed := slices.ContainsFunc(f.Rows, func(r chart.ForestRow) bool { return r.Estimate.Hollow })
	c.Sub += " Each board's own score in %."
	if intervals {
		c.Sub += " Bars: 95 % intervals."
	}
	if printed {
		c.Sub += " Hollow: printed, without records."
	}
	if d.Scripted {
		c.Sub = views.ScriptedCard + c.Sub
	}
	c.Body = views.CardForest(f.Scale, f.Rows)
	text := words.Counted(len(f.Rows), "place")
	if len(f.Rows) > card.ForestMost {
		text = words.Count(card.ForestMost) + " of " + text
	}
	c.Foot = p.Foot(text)
	return c
}
