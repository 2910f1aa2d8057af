package chart

import "github.com/clawatlas/clawatlas/views/ui"

// Intervals shows one value with its interval per row, such as a leaderboard.
type Intervals struct {
	Title, Desc string
	X           Axis
	Rows        []IntervalRow
}

// IntervalRow is one system.
type IntervalRow struct {
	Label  string
	Value  *float64
	Lo, Hi *float64 // nil: no interval is known
	Tie    bool     // the first row of a tie class
	Hollow bool     // a published figure only
}

func (c Intervals) figure() (figure, bool) {
	var names []string
	var values []float64
	for _, r := range c.Rows {
		names = append(names, r.Label)
		values = appendValues(values, r.Value, r.Lo, r.Hi)
	}
	f, x, ok := frame(c.Title, c.Desc, c.X, names, values, rowsTop, rowsRight)
	if !ok {
		return f, false
	}
	if c.anyHollow() {
		f.words("tick", "start", 0, f.h-6, noLimit, hollowKey)
	}
	for i, r := range c.Rows {
		y := rowY(rowsTop, i)
		if r.Tie && i > 0 {
			f.line("tie", 0, y-rowH/2, rowsW, y-rowH/2)
		}
		if r.Lo != nil && r.Hi != nil && finite(*r.Lo) && finite(*r.Hi) {
			f.line("whisk", x.At(*r.Lo), y, x.At(*r.Hi), y)
			f.line("whisk", x.At(*r.Lo), y-4, x.At(*r.Lo), y+4)
			f.line("whisk", x.At(*r.Hi), y-4, x.At(*r.Hi), y+4)
		}
		if r.Value == nil || !finite(*r.Value) {
			f.words("tick", "start", x.From, y+4, noLimit, "– not recorded")
			continue
		}
		s := spot{Point: Point{Hollow: r.Hollow, Front: true}}
		f.path(s.class(), circle(x.At(*r.Value), y, pointRadius)).title = ui.Plain(r.Label) + ": " + r.about(c.X.Unit)
	}
	return f, true
}

// hollowKey explains the hollow dots of a chart.
const hollowKey = "○ published figure only"

func (c Intervals) anyHollow() bool {
	for _, r := range c.Rows {
		if r.Hollow {
			return true
		}
	}
	return false
}

func (r IntervalRow) about(unit Unit) string {
	text := valueText(*r.Value, unit)
	if r.Lo != nil && r.Hi != nil {
		text += ", interval " + valueText(*r.Lo, unit) + " to " + valueText(*r.Hi, unit)
	}
	return text
}
