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

// Bars shows shares, one bar per row from zero.
type Bars struct {
	Title, Desc string
	X           Axis
	Rows        []Bar
}

// Bar is one share. Class colours it: a v-* class of a status or one of the
// series s1 to s8; empty is neutral.
type Bar struct {
	Label string
	Value *float64
	Text  string // at the end of the bar: "27 of 64 (42.19 %)"; empty: the value
	Class string
}

// Pairs shows two values per row: what A and B reached on the same tasks.
type Pairs struct {
	Title, Desc string
	X           Axis
	A, B        string // names of the two
	Rows        []Pair
}

// Pair is one row of Pairs.
type Pair struct {
	Label string
	A, B  *float64
}

const (
	rowsW      = 760.0
	rowsTop    = 8.0
	rowsBottom = 40.0
	rowH       = 24.0
	rowsRight  = 24.0
)

// rowsLeft is the width of the row labels.
func rowsLeft(names []string) float64 {
	w := 60.0
	for _, n := range names {
		w = max(w, textWidth(ui.Plain(n))+16)
	}
	return min(w, 260)
}

// frame begins a chart of rows: its axis, its labels and where rows stand.
func frame(title, desc string, a Axis, names []string, values []float64, top, right float64) (figure, Linear, bool) {
	left := rowsLeft(names)
	x, ok := scale(a, values, left, rowsW-right)
	if !ok {
		return figure{}, Linear{}, false
	}
	f := figure{title: ui.Plain(title), desc: ui.Plain(desc), w: rowsW, h: top + float64(len(names))*rowH + rowsBottom}
	xAxis(&f, a, x, top, f.h-rowsBottom)
	for i, n := range names {
		f.words("row", "end", left-12, rowY(top, i)+4, left-12, n)
	}
	return f, x, true
}

func rowY(top float64, i int) float64 { return top + (float64(i)+0.5)*rowH }

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
		s := spot{Point: Point{Hollow: r.Hollow}, front: true}
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

func appendValues(list []float64, values ...*float64) []float64 {
	for _, v := range values {
		if v != nil {
			list = append(list, *v)
		}
	}
	return list
}

func (c Bars) figure() (figure, bool) {
	var names []string
	var values []float64
	for _, r := range c.Rows {
		names = append(names, r.Label)
		values = appendValues(values, r.Value)
	}
	if len(values) == 0 {
		return figure{}, false
	}
	zero := 0.0
	axis := c.X
	axis.Min, axis.Log = &zero, false
	f, x, ok := frame(c.Title, c.Desc, axis, names, append(values, 0), rowsTop, c.textRoom())
	if !ok {
		return f, false
	}
	f.line("base", x.At(0), rowsTop, x.At(0), f.h-rowsBottom)
	for i, r := range c.Rows {
		y := rowY(rowsTop, i)
		if r.Value == nil || !finite(*r.Value) {
			f.words("tick", "start", x.At(0)+8, y+4, noLimit, "– not recorded")
			continue
		}
		end := max(x.At(*r.Value), x.At(0))
		f.rect("bar "+r.Class, x.At(0), y-7, end-x.At(0), 14)
		f.words("name", "start", end+8, y+4, noLimit, r.text(c.X.Unit))
	}
	return f, true
}

// textRoom keeps the text of the longest bar inside the chart.
func (c Bars) textRoom() float64 {
	w := rowsRight
	for _, r := range c.Rows {
		if r.Value != nil {
			w = max(w, textWidth(r.text(c.X.Unit))+16)
		}
	}
	return min(w, 300)
}

func (r Bar) text(unit Unit) string {
	if r.Text != "" {
		return r.Text
	}
	return valueText(*r.Value, unit)
}

const pairsTop = 32.0

func (c Pairs) figure() (figure, bool) {
	var names []string
	var values []float64
	for _, r := range c.Rows {
		names = append(names, r.Label)
		values = appendValues(values, r.A, r.B)
	}
	f, x, ok := frame(c.Title, c.Desc, c.X, names, values, pairsTop, 80)
	if !ok {
		return f, false
	}
	f.mark(0, x.From+6, 14, "")
	f.words("name s1", "start", x.From+16, 18, noLimit, "A "+c.A)
	b := x.From + 48 + textWidth(c.A)
	f.mark(1, b, 14, "")
	f.words("name s2", "start", b+10, 18, noLimit, "B "+c.B)
	f.words("tick", "end", rowsW, 18, noLimit, "A minus B")
	for i, r := range c.Rows {
		r.draw(&f, x, rowY(pairsTop, i), c)
	}
	return f, true
}

func (r Pair) draw(f *figure, x Linear, y float64, c Pairs) {
	okA, okB := r.A != nil && finite(*r.A), r.B != nil && finite(*r.B)
	if okA && okB {
		f.line("whisk", x.At(*r.A), y, x.At(*r.B), y)
		d := *r.A - *r.B
		text := ui.Points(&d)
		if c.X.Unit != Percent {
			text = ui.Fixed(&d, 2)
		}
		f.words("name", "end", rowsW, y+4, noLimit, text)
	} else {
		f.words("tick", "end", rowsW, y+4, noLimit, "–")
	}
	if okB {
		f.mark(1, x.At(*r.B), y, ui.Plain(c.B+", "+r.Label+": ")+valueText(*r.B, c.X.Unit))
	}
	if okA {
		f.mark(0, x.At(*r.A), y, ui.Plain(c.A+", "+r.Label+": ")+valueText(*r.A, c.X.Unit))
	}
}
