package chart

import (
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

type Lines struct {
	Title, Desc string
	X           []string // column names: the days in order, then the columns of Apart
	N           []string // sample size of each column
	Apart       int      // number of columns at the end that are not days; their values are plotted after a vertical line and not connected
	Y           Axis
	Series      []Series
	Updates     []Vertical
	Ends        bool // true to label the first and last value of each line
	Panel       bool // true for one of several small charts side by side; the caption names its single line

	s lineSizes
}

// Series is a line with one value per day. A nil value is a gap in the line.
type Series struct {
	Name   string
	Values []*float64
	Ranges []*[2]float64 // intervals of the values; nil for a value without interval
	Hollow bool          // true for reported results without records
}

// Vertical is a vertical line before a day, for a change of the environment.
type Vertical struct {
	At    int // index of the day
	Label string
}

type lineSizes struct {
	w, h      float64
	left, top float64
	label     float64 // maximum width of the line names
	apart     float64 // width of each column that does not represent a day
	short     bool    // true if there is no space for the last values next to the line names
}

func (c Lines) sizes(phone bool) lineSizes {
	switch {
	case phone:
		return lineSizes{w: phoneW, h: 300, left: 32, top: 60, label: 148, apart: 76}
	case c.Panel:
		return lineSizes{w: panelW, h: 260, left: 36, top: 60, label: labelMost, apart: 90}
	}
	return lineSizes{w: linesW, h: linesH, left: 48, top: 60, label: labelMost, apart: 130}
}

const (
	linesW, linesH = 960.0, 420.0
	panelW         = 560.0
	linesBottom    = 44.0
	labelMost      = 220.0
	labelGap       = 15.0
	sizesH         = 15.0 // height of the row with sample sizes
	dodge          = 9.0  // horizontal distance between the points of different lines, if they have intervals
	endsW          = 26.0 // width reserved for the value before the first point of a line
)

// figure returns the laid-out chart; ok is false if there are no values or days.
func (c Lines) figure(phone bool) (f figure, ok bool) {
	c.s = c.sizes(phone)
	c.s.short = phone && c.endsTooLong()
	if len(c.Updates) == 0 {
		c.s.h, c.s.top = c.s.h-28, c.s.top-28 // no update labels above the chart
	}
	f = figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: c.s.w, h: c.s.h}
	y, ok := c.yScale()
	if !ok || len(c.X) == 0 {
		return f, false
	}
	days := len(c.X) - c.Apart
	x := Linear{Lo: 0, Hi: float64(days - 1), From: c.from(), To: c.s.w - c.labelRoom() - 20 - c.s.apart*float64(c.Apart)}
	right := x.To + 12
	if c.Apart > 0 {
		right = c.s.w
	}
	yAxis(&f, c.Y, y, c.s.left, right)
	c.xAxis(&f, x)
	c.verticals(&f, x)
	c.draw(&f, x, y)
	return f, true
}

func (c Lines) from() float64 {
	if c.Ends {
		return c.s.left + 20 + endsW
	}
	return c.s.left + 20
}

// at returns the horizontal position of column i. Columns that do not represent a day are placed to
// the right of the line names.
func (c Lines) at(x Linear, i int) float64 {
	if days := len(c.X) - c.Apart; i >= days {
		// keep the offset that the method beside added to x
		aside := x.From - c.from()
		return c.s.w - c.s.apart*(float64(len(c.X)-i)-0.5) + aside
	}
	return x.At(float64(i))
}

func (c Lines) yScale() (Linear, bool) {
	var all []float64
	for _, s := range c.Series {
		for i, v := range s.Values {
			if v != nil && i < len(c.X) {
				all = append(all, *v)
			}
		}
		for i, r := range s.Ranges {
			if r != nil && i < len(c.X) {
				all = append(all, r[0], r[1])
			}
		}
	}
	return scale(c.Y, all, c.s.h-linesBottom, c.s.top)
}

func (c Lines) xAxis(f *figure, x Linear) {
	widest := 0.0
	for _, name := range c.X {
		widest = max(widest, textWidth(name))
	}
	every := 1
	if n := len(c.X) - c.Apart; n > 1 {
		step := (x.To - x.From) / float64(n-1)
		for float64(every)*step < widest+10 && every < n {
			every++
		}
	}
	for i, name := range c.X {
		at := c.at(x, i)
		f.line("grid", at, c.s.h-linesBottom, at, c.s.h-linesBottom+4)
		if i%every == 0 || i >= len(c.X)-c.Apart {
			inside := max(at, textWidth(name)/2) // keep a long first name inside the chart
			f.words("tick", "middle", inside, c.s.h-linesBottom+18, noLimit, name)
			f.words("tick", "middle", at, c.s.h-linesBottom+18+sizesH, noLimit, c.N[i])
		}
	}
	if c.Apart > 0 {
		at := c.s.w - c.s.apart*float64(c.Apart)
		f.line("base", at, c.s.top, at, c.s.h-linesBottom)
	}
}

// verticals draws a vertical line for each update. Labels are in two rows above the chart if there
// is space. The title of the line and the chart description always contain the label.
func (c Lines) verticals(f *figure, x Linear) {
	ends := [2]float64{}
	for _, v := range c.Updates {
		if v.At < 0 || v.At >= len(c.X) {
			continue
		}
		label := ui.Plain(v.Label)
		at, w := c.at(x, v.At), textWidth(label)+18
		f.desc = strings.TrimSpace(f.desc + " Update before " + ui.Plain(c.X[v.At]) + ": " + label + ".")
		top := c.s.top - 6
		// right-align the label at its line if it would leave the chart
		from, begin, anchor := at-4, at+9, "start"
		if at+w > c.s.w {
			from, begin, anchor = at+4-w, at-9, "end"
		}
		for row, end := range ends {
			if from < end {
				continue
			}
			ends[row] = from + w + 4
			baseline := c.s.top - 12 - 15*float64(row)
			f.words("tick", anchor, begin, baseline, noLimit, label)
			f.path("dot", "M"+coord(at-4)+" "+coord(baseline-8)+"H"+coord(at+4)+"L"+coord(at)+" "+coord(baseline-1)+"Z")
			top = baseline + 3
			break
		}
		f.path("update", "M"+coord(at)+" "+coord(top)+"V"+coord(c.s.h-linesBottom)).title = label
	}
}

// draw draws the grey lines before the coloured lines, so that they do not cover them.
func (c Lines) draw(f *figure, x, y Linear) {
	colours := c.colours()
	for i, s := range c.Series {
		if colours[i] < 0 {
			f.path("ln s0", c.path(s, x, y)).title = ui.Plain(s.Name)
		}
	}
	var labels []int
	var targets []float64
	for i, s := range c.Series {
		if colours[i] < 0 {
			continue
		}
		c.line(f, s, colours[i], c.beside(x, i), y)
		if last := lastValue(s.Values, len(c.X)-c.Apart); last != nil {
			labels, targets = append(labels, i), append(targets, y.At(*last))
		}
	}
	aside := dodge * float64(max(0, c.ranged()-1)) / 2 // space for lines that are moved sideways
	for k, at := range spread(targets, labelGap, c.s.top, c.s.h-linesBottom) {
		i := labels[k]
		end := max(x.To, c.beside(x, i).To)
		f.line("lead "+seriesClass(colours[i]), end+6, targets[k], x.To+aside+14, at)
		f.words("name "+seriesClass(colours[i]), "start", x.To+aside+18, at+4, c.labelRoom(), c.endText(c.Series[i]))
	}
	c.begins(f, x, y, colours)
}

func (c Lines) line(f *figure, s Series, colour int, x, y Linear) {
	band := c.band(f, s, colour, x, y)
	for k, r := range s.Ranges {
		if c.hasRange(s, k) && !band[k] {
			f.line("range "+seriesClass(colour), c.at(x, k), y.At(r[0]), c.at(x, k), y.At(r[1]))
		}
	}
	line := f.path("ln "+seriesClass(colour), c.path(s, x, y))
	line.title, line.dash = ui.Plain(s.Name), seriesDash(colour)
	for k, v := range s.Values {
		if v == nil || k >= len(c.X) || !finite(*v) {
			continue
		}
		text := ui.Plain(s.Name+", "+c.X[k]+": ") + valueText(*v, c.Y.Unit)
		if k < len(s.Ranges) && s.Ranges[k] != nil {
			text += ", interval " + valueText(s.Ranges[k][0], c.Y.Unit) + " to " + valueText(s.Ranges[k][1], c.Y.Unit)
		}
		f.mark(colour, c.at(x, k), y.At(*v), text, s.Hollow)
	}
}

// path returns the SVG path of a series, with a gap at each missing value.
func (c Lines) path(s Series, x, y Linear) string {
	var b strings.Builder
	down := false
	for i, v := range s.Values {
		if v == nil || i >= len(c.X)-c.Apart || !finite(*v) {
			down = false
			continue
		}
		command := byte('M')
		if down {
			command = 'L'
		}
		b.WriteByte(command)
		b.WriteString(coord(x.At(float64(i))) + " " + coord(y.At(*v)))
		down = true
	}
	return b.String()
}

func lastValue(values []*float64, days int) *float64 {
	for i := min(len(values), days) - 1; i >= 0; i-- {
		if values[i] != nil && finite(*values[i]) {
			return values[i]
		}
	}
	return nil
}
