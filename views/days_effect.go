package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// effectGrid sets the rounds after an update against the other rounds of their
// kind, one row per system and kind.
func (d daysView) effectGrid() Grid {
	g := d.pairedGrid("Rounds that follow an update against the other rounds of their kind", "update", "After an update", "other", "Other rounds")
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
func (d daysView) firstGrid() Grid {
	g := d.pairedGrid("Rounds after the first update against those before it, without the rounds that follow an update", "after", "After the first update", "before", "Before it")
	for _, kind := range d.ShownKinds() {
		for _, sys := range d.Systems {
			if e, ok := sys.FirstUpdate[kind]; ok {
				g.Rows = append(g.Rows, pairedRow(sys, kind, e.After, e.Before, e.Paired))
			}
		}
	}
	return g
}

func (d daysView) pairedGrid(caption, firstKey, first, secondKey, second string) Grid {
	return Grid{Caption: caption, Cols: []Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Kind"},
		{Key: firstKey, Label: first, Unit: "%", Num: true}, {Key: secondKey, Label: second, Unit: "%", Num: true},
		{Key: "difference", Label: "Difference", Unit: "points", Num: true, Title: "mean of the differences within scenarios"},
		{Key: "interval", Label: "95 % interval", Num: true}, {Key: "scenarios", Label: "Scenarios", Num: true, Title: "with rounds on both sides"}}}
}

func pairedRow(sys report.DaySystem, kind string, a, b days.Count, p days.Paired) GridRow {
	return GridRow{Cells: []Cell{Words(sys.Name).Link(link.Run(sys.Run)), Words(words.KindWord(kind)),
		dayCount(a), dayCount(b), pairedCell(p), Words(pairedRange(p)).Coloured("num"), Whole(p.Scenarios)}}
}

// pairedCell is a difference, quiet where its interval does not separate it
// from 0.
func pairedCell(p days.Paired) Cell {
	if !p.Separated() {
		return Points(p.Diff).Coloured("faint")
	}
	return Points(p.Diff)
}

func dayCount(c days.Count) Cell {
	return Percent(c.Rate()).Noted(fmt.Sprintf("%d of %d", c.K, c.N))
}

// pairedRange says the interval, or why there is none that says anything.
func pairedRange(p days.Paired) string {
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
