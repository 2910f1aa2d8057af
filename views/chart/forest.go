package chart

import (
	"math"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/views/ui"
)

// Forest is a forest plot that is a table: one row for each system, with its
// value and its interval drawn on one scale and written beside it. On a phone a
// row has two lines, the bar below its name.
type Forest struct {
	ID      string // unique on the page; grid lines are drawn once under it
	Class   string // of the table, beside those of all forest plots
	Caption string // what is shown, over how many, for who cannot see it
	Scale   ForestScale
	// Heads of the columns; without one the column is left out.
	Rank, Name, Value, Interval, Last ui.Header
	Rows                              []ForestRow
}

// ForestRow is one row of a forest plot, or the head of a block of them.
type ForestRow struct {
	Group          string // heads the rows below it; the other fields but GroupNote are then empty
	GroupNote      string // behind it
	Rank           string // "1–3"
	Name, Href     string
	Tag            string // behind the name
	Sub, SubHref   string // below the name
	Verdict        Verdict
	Value          string // the number as it is written
	ValueHref      string // how it came about; may be empty
	Interval, Last string
	Estimate       Estimate
	Peers          []float64 // values of others, as ticks behind the point
	Tied           bool      // shaded, with a rule at its left
	Said           string    // what the shading means, for who cannot see it
}

// Verdict says whether a test tells the row's estimate from nothing. Rows of
// systems have none: these are held against each other.
type Verdict int

// The verdicts.
const (
	Untested Verdict = iota
	Quiet            // not told from nothing: grey
	Strong           // told apart: ink
)

// tall is from how many rows on the axis stands above the rows as well.
const tall = 24

func (f Forest) tall() bool { return len(f.Rows) > tall }

// changes reports whether the rows are changes, each held against none.
func (f Forest) changes() bool {
	return slices.ContainsFunc(f.Rows, func(r ForestRow) bool { return r.Verdict != Untested })
}

// after counts the columns behind the drawn one.
func (f Forest) after() int {
	n := 0
	for _, h := range []ui.Header{f.Value, f.Interval, f.Last} {
		if h.Label != "" {
			n++
		}
	}
	return n
}

// columns counts the columns of the table.
func (f Forest) columns() string {
	n := 2 + f.after()
	if f.Rank.Label != "" {
		n++
	}
	return strconv.Itoa(n)
}

// grid is the id of the grid lines.
func (f Forest) grid() string { return f.ID + "-grid" }

func (r ForestRow) class() string {
	class := ""
	if r.Estimate.Hollow {
		class = "fo-printed"
	}
	if r.Tied {
		class += " fo-tied"
	}
	switch r.Verdict {
	case Quiet:
		class += " fo-quiet"
	case Strong:
		class += " fo-strong"
	}
	return class
}

// off is what a row says whose value lies beyond the scale.
func (r ForestRow) off(side int) string {
	text := r.Value
	switch {
	case text == "" && side < 0: // the number stands beside the drawing
		return "‹ off the scale"
	case text == "":
		return "off the scale ›"
	}
	if r.Estimate.Lo != nil && r.Interval != "" {
		text += " (" + r.Interval + ")"
	}
	if side < 0 {
		return "‹ " + text + ", off the scale"
	}
	return text + ", off the scale ›"
}

// pct is a place on the scale as an attribute of SVG, to a hundredth: half a
// column of a wide screen is 600 px.
func pct(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) + "%" }

// bar is the drawn part of an interval, with the ends that the scale cuts.
type bar struct {
	x1, x2       float64
	cutLo, cutHi bool
}

// Bar is the part of an estimate's interval that lies on the scale, from 0 to 100;
// ok is false without one.
func (s ForestScale) Bar(e Estimate) (from, to float64, ok bool) {
	b, ok := s.bar(e)
	return b.x1, b.x2, ok
}

// Tick is the label of a tick.
func (s ForestScale) Tick(v float64) string { return tickText(v, s.Unit) }

// bar is what is drawn of an estimate's interval; ok is false without one.
func (s ForestScale) bar(e Estimate) (b bar, ok bool) {
	if e.Hollow || e.Lo == nil || e.Hi == nil || !(*e.Lo <= *e.Hi) || *e.Hi < s.Lo || *e.Lo > s.Hi {
		return bar{}, false
	}
	return bar{s.At(*e.Lo), s.At(*e.Hi), *e.Lo < s.Lo, *e.Hi > s.Hi}, true
}
