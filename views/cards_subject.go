package views

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/chart"
)

// cardForest draws the first rows of a plot on its scale.
func cardForest(scale chart.ForestScale, rows []chart.ForestRow) card.Forest {
	share := func(v float64) *float64 {
		x := scale.At(v) / 100
		return &x
	}
	var f card.Forest
	for _, v := range scale.Ticks {
		f.Ticks = append(f.Ticks, card.Tick{At: *share(v), Label: scale.Tick(v)})
	}
	for _, r := range rows[:min(len(rows), card.ForestMost)] {
		row := card.ForestRow{Name: r.Name, Value: r.Value, Hollow: r.Estimate.Hollow, Tied: r.Tied}
		if r.Estimate.Value != nil && scale.Off(r.Estimate) == 0 {
			row.At = share(*r.Estimate.Value)
		}
		if from, to, ok := scale.Bar(r.Estimate); ok {
			from, to = from/100, to/100
			row.Lo, row.Hi = &from, &to
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// FindingCard is the picture of a computed finding: its sentence, with the values
// that it rests on.
func FindingCard(x *report.Finding, p CardPlace) card.Card {
	v := findingView{Finding: x}
	c := card.Card{Title: x.Title, Sub: v.note(), Foot: p.foot("n = " + words.Counted(x.N, x.Noun))}
	switch {
	case v.values():
		rows := v.forestRows(len(v.Rows))
		if len(rows) > card.ForestMost {
			rows = v.cardRows()
		}
		c.Body = cardForest(v.withoutCuts(rows), rows)
	default:
		c.Sub, _, _ = strings.Cut(c.Sub, ". ") // what follows is the legend of the page's marks
		c.Sub += "."
		c.Body = card.Prose(x.Sentence)
	}
	if x.Scripted {
		c.Sub = scriptedCard + c.Sub
	}
	return c
}

// ModelCard is the picture of a model: where it stands on each board.
func ModelCard(d *report.Model, p CardPlace) card.Card {
	v := modelView{Model: d}
	c := card.Card{Title: d.Name, Sub: v.lead()}
	f := v.card()
	if f == nil {
		c.Sub += " No ranked place and no printed one on the scale of the boards."
		if d.Scripted {
			c.Sub = scriptedCard + c.Sub
		}
		c.Foot = p.foot("")
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
		c.Sub = scriptedCard + c.Sub
	}
	c.Body = cardForest(f.Scale, f.Rows)
	text := words.Counted(len(f.Rows), "place")
	if len(f.Rows) > card.ForestMost {
		text = words.Count(card.ForestMost) + " of " + text
	}
	c.Foot = p.foot(text)
	return c
}
