package board

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// effectGrid sets the rounds after an update against the other rounds of their
// kind, one row per system and kind.
func (d daysView) effectGrid() views.Grid {
	g := d.pairedGrid("Rounds that follow an update against the other rounds of their kind", "update", "After an update", "other",
		"Other rounds")
	for _, kind := range d.ShownKinds() {
		for _, sys := range d.Systems {
			if e, ok := sys.UpdateEffect[kind]; ok {
				g.Rows = append(g.Rows, pairedRow(sys, kind, e.Update, e.Other, e.Paired))
			}
		}
	}
	return g
}

// firstGrid sets the rounds after the first update against those before it.
func (d daysView) firstGrid() views.Grid {
	g := d.pairedGrid("Rounds from the first update on, those that follow an update among them, against those before it", "after",
		"From the first update on", "before", "Before it")
	for _, kind := range d.ShownKinds() {
		for _, sys := range d.Systems {
			if e, ok := sys.FirstUpdate[kind]; ok {
				g.Rows = append(g.Rows, pairedRow(sys, kind, e.After, e.Before, e.Paired))
			}
		}
	}
	return g
}

func (d daysView) pairedGrid(caption, firstKey, first, secondKey, second string) views.Grid {
	return views.Grid{Caption: caption, Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Kind"},
		{Key: firstKey, Label: first, Unit: "%", Num: true}, {Key: secondKey, Label: second, Unit: "%", Num: true},
		{Key: "difference", Label: "Difference", Unit: "points", Num: true, Title: "mean of the differences within scenarios"},
		{Key: "interval", Label: "95 % interval", Num: true},
		{Key: "scenarios", Label: "Scenarios", Num: true, Title: "with rounds on both sides"}}}
}

func pairedRow(sys boardreport.DaySystem, kind string, a, b days.Count, p days.Paired) views.GridRow {
	return views.GridRow{Cells: []views.Cell{views.Words(sys.Name).Link(link.Run(sys.Run)), views.Words(words.KindWord(kind)),
		dayCount(a), dayCount(b), views.PairedCell(p), views.Words(views.PairedRange(p)).Coloured("num"), views.Whole(p.Scenarios)}}
}

func dayCount(c days.Count) views.Cell {
	return views.Percent(c.Rate()).Noted(fmt.Sprintf("%d of %d", c.K, c.N))
}
