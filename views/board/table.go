package board

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

// boardCols says which columns a table of systems has.
type boardCols struct {
	ID, Caption string
	Groups      []BoardGroup
	Rank        bool
	Notes       bool // why blocks stand apart
	Metrics     bool
	Records     bool // scored trials and their outcomes
	Published   bool // what was printed, against the records
}

// wide reports whether the table scrolls in a box of its own on any screen.
func (t boardCols) wide(p boardView) bool { return t.Metrics && (t.Records || p.wide()) }

// span is the number of columns.
func (t boardCols) span(p boardView) string {
	n := 1
	if t.Rank {
		n++
	}
	if t.Metrics {
		n += len(p.Columns)
	}
	if t.Records {
		n += 2
	}
	if t.Published {
		n++
	}
	return fmt.Sprint(n)
}

// unrankedCaption says how many of the runs that are not ranked the page lists.
func (p boardView) unrankedCaption() string {
	text := words.Plural(p.Off, "run that is not ranked", "runs that are not ranked")
	if p.Off > othersShown {
		text += fmt.Sprintf(", the first %d; the table as CSV has all", othersShown)
	}
	return text
}

// recordsCaption says what stands behind the rows of the page.
func (p boardView) recordsCaption() string {
	return "Records and published figures of " + words.Plural(p.Drawn, "system", "systems")
}

// hollow and tiedWords say what marks of the plot mean, where they occur.
func (p boardView) hollow() string {
	if p.Forest == nil {
		return ""
	}
	printed := slices.ContainsFunc(p.Forest.Rows, func(r chart.ForestRow) bool { return r.Estimate.Hollow && r.Interval == "printed" })
	switch reference := len(p.references()) > 0; {
	case printed && reference:
		return "printed figure or scripted agent, no interval, not ranked"
	case printed:
		return "printed figure, no interval, not ranked"
	case reference:
		return "scripted agent, no interval, not ranked"
	}
	return ""
}

func (p boardView) tiedWords() string {
	if anyTie(p.Whole.Rows) {
		return "shaded: share of the lead, not separable from the leader by the paired test"
	}
	return ""
}
