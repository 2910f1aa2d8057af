package chart

import (
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// Lines shows values over days, one line per series.
type Lines struct {
	Title, Desc string
	X           []string // names of the days, in order
	N           []string // under each name, what the values are over; nil: nothing
	Apart       int      // how many of the last days are none: their values stand alone, beyond a rule
	XLabel      string   // what the days are
	Y           Axis
	Series      []Series
	Updates     []Vertical
}

// Series is one line. Its values stand at the days of the same index; nil is a
// gap, which is never bridged.
type Series struct {
	Name   string
	Values []*float64
	Ranges []*[2]float64 // intervals of the values; nil, also as a whole: none
	Grey   bool          // context only; the ninth series and later are grey anyway
}

// Vertical marks a day on which the environment changed.
type Vertical struct {
	At    int // index of the day
	Label string
}

// sizes of a line chart in units of its view box.
const (
	linesW, linesH = 960.0, 420.0
	linesLeft      = 48.0
	linesTop       = 60.0
	linesBottom    = 44.0
	labelMost      = 220.0
	labelGap       = 15.0
	sizesH         = 15.0 // of the row under the names of the days
	dodge          = 9.0  // between the lines of a chart with intervals
	apartW         = 130.0
)

// figure lays the chart out; ok is false where no value is recorded.
func (c Lines) figure() (f figure, ok bool) {
	y, ok := c.yScale()
	if !ok || len(c.X) == 0 {
		return figure{}, false
	}
	f = figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: linesW, h: linesH}
	if len(c.N) > 0 {
		f.h += sizesH
	}
	days := len(c.X) - c.Apart
	x := Linear{Lo: 0, Hi: float64(days - 1), From: linesLeft + 20, To: linesW - c.labelRoom() - 20 - apartW*float64(c.Apart)}
	right := x.To + 12
	if c.Apart > 0 {
		right = linesW
	}
	yAxis(&f, c.Y, y, linesLeft, right)
	c.xAxis(&f, x)
	c.verticals(&f, x)
	c.draw(&f, x, y)
	return f, true
}

// at is where day i stands. What is no day has a column of its own, beyond the
// names of the lines.
func (c Lines) at(x Linear, i int) float64 {
	if days := len(c.X) - c.Apart; i >= days {
		// x may have been moved aside: keep that.
		aside := x.From - (linesLeft + 20)
		return linesW - apartW*(float64(len(c.X)-i)-0.5) + aside
	}
	return x.At(float64(i))
}

// colours are the numbers of the colours of the series; -1 for grey.
func (c Lines) colours() []int {
	colours := make([]int, len(c.Series))
	n := 0
	for i, s := range c.Series {
		colours[i] = -1
		if !s.Grey && n < seriesMax {
			colours[i] = n
			n++
		}
	}
	return colours
}

// labelRoom is the width of the labels at the line ends.
func (c Lines) labelRoom() float64 {
	room := 24.0
	for i, p := range c.colours() {
		if p >= 0 {
			room = max(room, textWidth(ui.Plain(c.Series[i].Name))+8)
		}
	}
	return min(room, labelMost)
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
	return scale(c.Y, all, linesH-linesBottom, linesTop)
}

// xAxis names the days, leaving out names where they would meet.
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
		f.line("grid", at, linesH-linesBottom, at, linesH-linesBottom+4)
		if i%every == 0 || i >= len(c.X)-c.Apart {
			f.words("tick", "middle", at, linesH-linesBottom+18, noLimit, name)
			if i < len(c.N) {
				f.words("tick", "middle", at, linesH-linesBottom+18+sizesH, noLimit, c.N[i])
			}
		}
	}
	if c.Apart > 0 {
		at := linesW - apartW*float64(c.Apart)
		f.line("base", at, linesTop, at, linesH-linesBottom)
	}
	f.words("axis", "middle", (x.From+x.To)/2, f.h-6, noLimit, c.XLabel)
}

// verticals draws the updates. Labels stand in two rows over the chart; one
// that finds no room in either is left to the title of its line, and all of
// them are in the description.
func (c Lines) verticals(f *figure, x Linear) {
	ends := [2]float64{}
	for _, v := range c.Updates {
		if v.At < 0 || v.At >= len(c.X) {
			continue
		}
		label := ui.Plain(v.Label)
		at, w := c.at(x, v.At), textWidth(label)+18
		f.desc = strings.TrimSpace(f.desc + " Update before " + ui.Plain(c.X[v.At]) + ": " + label + ".")
		top := linesTop - 6
		// A label that would leave the chart ends at its line instead.
		from, begin, anchor, text := at-4, at-4, "start", "▾ "+label
		if at+w > linesW {
			from, begin, anchor, text = at+4-w, at+4, "end", label+" ▾"
		}
		for row, end := range ends {
			if from < end {
				continue
			}
			ends[row] = from + w + 4
			baseline := linesTop - 12 - 15*float64(row)
			f.words("tick", anchor, begin, baseline, noLimit, text)
			top = baseline + 3
			break
		}
		f.path("update", "M"+coord(at)+" "+coord(top)+"V"+coord(linesH-linesBottom)).title = label
	}
}

// draw draws grey lines first, so that they never cover the coloured ones.
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
	aside := dodge * float64(max(0, c.ranged()-1)) / 2 // room for the lines that stand aside
	for k, at := range spread(targets, labelGap, linesTop, linesH-linesBottom) {
		i := labels[k]
		end := max(x.To, c.beside(x, i).To)
		f.line("lead "+seriesClass(colours[i]), end+6, targets[k], x.To+aside+14, at)
		f.words("name "+seriesClass(colours[i]), "start", x.To+aside+18, at+4, c.labelRoom(), c.Series[i].Name)
	}
}

// line draws one series in colour with its intervals and marks.
func (c Lines) line(f *figure, s Series, colour int, x, y Linear) {
	for k, r := range s.Ranges {
		if r != nil && k < len(c.X) && finite(r[0]) && finite(r[1]) {
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
		f.mark(colour, c.at(x, k), y.At(*v), text)
	}
}

// ranged counts the series with intervals.
func (c Lines) ranged() int {
	n := 0
	for _, s := range c.Series {
		if len(s.Ranges) > 0 {
			n++
		}
	}
	return n
}

// beside moves series i aside where intervals would cover each other.
func (c Lines) beside(x Linear, i int) Linear {
	if c.ranged() < 2 || len(c.Series[i].Ranges) == 0 {
		return x
	}
	before := Lines{Series: c.Series[:i]}.ranged()
	by := dodge * (float64(before) - float64(c.ranged()-1)/2)
	x.From, x.To = x.From+by, x.To+by
	return x
}

// path joins neighbouring values; a gap lifts the pen, and so does what stands
// apart.
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
