package chart

import (
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// Lines shows values over days, one line per series.
type Lines struct {
	Title, Desc string
	X           []string // names of the days, in order
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
	Grey   bool // context only; the ninth series and later are grey anyway
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
)

// figure lays the chart out; ok is false where no value is recorded.
func (c Lines) figure() (f figure, ok bool) {
	y, ok := c.yScale()
	if !ok || len(c.X) == 0 {
		return figure{}, false
	}
	f = figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: linesW, h: linesH}
	x := Linear{Lo: 0, Hi: float64(len(c.X) - 1), From: linesLeft + 12, To: linesW - c.labelRoom() - 20}
	yAxis(&f, c.Y, y, linesLeft, x.To+12)
	c.xAxis(&f, x)
	c.verticals(&f, x)
	c.draw(&f, x, y)
	return f, true
}

// places gives each series its place among the coloured ones, or -1 for grey.
func (c Lines) places() []int {
	places := make([]int, len(c.Series))
	n := 0
	for i, s := range c.Series {
		places[i] = -1
		if !s.Grey && n < seriesMax {
			places[i] = n
			n++
		}
	}
	return places
}

// labelRoom is the width of the labels at the line ends.
func (c Lines) labelRoom() float64 {
	room := 24.0
	for i, p := range c.places() {
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
	if n := len(c.X); n > 1 {
		step := (x.To - x.From) / float64(n-1)
		for float64(every)*step < widest+10 && every < n {
			every++
		}
	}
	for i, name := range c.X {
		at := x.At(float64(i))
		f.line("grid", at, linesH-linesBottom, at, linesH-linesBottom+4)
		if i%every == 0 {
			f.words("tick", "middle", at, linesH-linesBottom+18, noLimit, name)
		}
	}
	f.words("axis", "middle", (x.From+x.To)/2, linesH-6, noLimit, c.XLabel)
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
		at, w := x.At(float64(v.At)), textWidth(label)+18
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
	places := c.places()
	for i, s := range c.Series {
		if places[i] < 0 {
			f.path("ln s0", path(s.Values, len(c.X), x, y)).title = ui.Plain(s.Name)
		}
	}
	var labels []int
	var want []float64
	for i, s := range c.Series {
		if places[i] < 0 {
			continue
		}
		line := f.path("ln "+seriesClass(places[i]), path(s.Values, len(c.X), x, y))
		line.title, line.dash = ui.Plain(s.Name), seriesDash(places[i])
		for k, v := range s.Values {
			if v != nil && k < len(c.X) && finite(*v) {
				f.mark(places[i], x.At(float64(k)), y.At(*v), ui.Plain(s.Name+", "+c.X[k]+": ")+valueText(*v, c.Y.Unit))
			}
		}
		if last := lastValue(s.Values, len(c.X)); last != nil {
			labels, want = append(labels, i), append(want, y.At(*last))
		}
	}
	for k, at := range spread(want, labelGap, linesTop, linesH-linesBottom) {
		i := labels[k]
		f.line("lead "+seriesClass(places[i]), x.To+6, want[k], x.To+14, at)
		f.words("name "+seriesClass(places[i]), "start", x.To+18, at+4, c.labelRoom(), c.Series[i].Name)
	}
}

// path joins neighbouring values; a gap lifts the pen.
func path(values []*float64, days int, x, y Linear) string {
	var b strings.Builder
	down := false
	for i, v := range values {
		if v == nil || i >= days || !finite(*v) {
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
