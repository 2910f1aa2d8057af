// Package chart draws the site's charts as SVG on the server. Each chart is a struct with
// the numbers; the same struct always gives the same bytes. Charts carry no links, because
// an image has no content for a keyboard: the table beside a chart has them.
package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// Unit says how the numbers of an axis are written.
type Unit string

// The units.
const (
	Plain   Unit = ""
	Percent Unit = "percent" // fractions from 0 to 1, shown times 100
)

// Axis is one axis of a chart.
type Axis struct {
	Label string // what it shows and in which unit: "Score, %"
	Unit  Unit
	Log   bool
	Min   *float64 // where it begins; nil: chosen from the data
	Max   *float64
}

// figure is a laid-out chart: what is drawn where.
type figure struct {
	title, desc string
	w, h        float64
	room        box // where labels of points may stand
	shapes      []shape
}

// Drawing is a chart that is one picture. It is drawn twice, and the style sheet shows the
// one that fits: what is shrunk to a phone cannot be read there.
type Drawing interface {
	// figure lays it out, for a phone or for a wide screen; ok is false where there is
	// nothing to draw.
	figure(phone bool) (f figure, ok bool)
}

// Widths of charts: on a phone text keeps its size.
const (
	phoneW = 360.0
	rowsW  = 760.0
)

// shapeKind says which SVG element a shape is.
type shapeKind int

const (
	shapeLine shapeKind = iota
	shapePath
	shapeText
)

// shape is one element of a figure. Its colour comes from its class.
type shape struct {
	kind         shapeKind
	class        string
	x, y, x2, y2 float64 // ends of a line
	d            string  // of a path
	text         string
	title        string
	anchor       string // start, middle or end of a text
	dash         string
}

func (f *figure) line(class string, x, y, x2, y2 float64) *shape {
	return f.add(shape{kind: shapeLine, class: class, x: x, y: y, x2: x2, y2: y2})
}

func (f *figure) path(class, d string) *shape {
	return f.add(shape{kind: shapePath, class: class, d: d})
}

// words places a text. Where room is not negative the text is cut to it, with
// the whole text as its title.
func (f *figure) words(class, anchor string, x, y, room float64, text string) *shape {
	text = ui.Plain(text)
	short := fit(text, room)
	s := f.add(shape{kind: shapeText, class: class, anchor: anchor, x: x, y: y, text: short})
	if short != text {
		s.title = text
	}
	return s
}

func (f *figure) add(s shape) *shape {
	f.shapes = append(f.shapes, s)
	return &f.shapes[len(f.shapes)-1]
}

const noLimit = -1

// fontSize is that of all text in charts, in the units of the view box.
const fontSize = 12

// textWidth estimates the width of a text in a system font: charts are laid
// out on a server, which has no font to measure. The widths are those of a wide
// font (DejaVu Sans), so that text never meets its neighbour in a narrower one.
func textWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("iljt.,:;|!'()[]/ -ıfr", r):
			w += 0.38
		case strings.ContainsRune("mwMW%@", r):
			w += 0.98
		case r >= 'A' && r <= 'Z':
			w += 0.72
		case wide(r):
			w += 1
		default:
			w += 0.63
		}
	}
	return w * fontSize
}

// wide reports whether a character takes a full square: CJK and emoji.
func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x1f300)
}

// fit cuts a text to a width, in its middle: models and their harnesses differ at
// their ends, in versions and sizes, as often as at their beginnings.
func fit(s string, room float64) string {
	if room < 0 || textWidth(s) <= room {
		return s
	}
	return ui.CutMiddle(s, func(short string) bool { return textWidth(short) <= room })
}

// coord shows a coordinate with at most one decimal, which is finer than a
// screen, and never NaN.
func coord(v float64) string {
	if !finite(v) {
		return "0"
	}
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}

// class is the class that keeps the chart near its natural size: text that is
// scaled to half is no text.
func (f figure) class() string {
	switch {
	case f.w > rowsW:
		return "wide"
	case f.w > panelW:
		return "narrow"
	case f.w > phoneW:
		return "panel"
	}
	return "phone"
}

// spread moves labels apart so that neighbours are at least gap from each
// other, inside lo..hi where there is room, in the order of their targets.
// Equal targets keep the order of the list.
func spread(targets []float64, gap, lo, hi float64) []float64 {
	order := make([]int, len(targets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(targets[a], targets[b]) })
	moved := make([]float64, len(targets))
	floor := lo
	for _, i := range order {
		moved[i] = max(targets[i], floor)
		floor = moved[i] + gap
	}
	ceiling := hi
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		moved[i] = min(moved[i], ceiling)
		ceiling = moved[i] - gap
	}
	return moved
}

// seriesMax is the number of series in colour: a reader cannot tell more apart.
const seriesMax = 8

// seriesClass is the class of the series at place n, from 0.
func seriesClass(n int) string {
	if n < 0 || n >= seriesMax {
		return "s0"
	}
	return "s" + strconv.Itoa(n+1)
}

// seriesDash tells lines apart that meet in the same marker shape.
func seriesDash(n int) string {
	switch n {
	case 1, 5:
		return "7 3"
	case 2, 6:
		return "2 3"
	case 3, 7:
		return "9 3 2 3"
	}
	return ""
}

// marker is the path of the shape that tells a series apart without colour,
// and whether it is hollow.
func marker(n int, x, y float64) (d string, hollow bool) {
	const r = 4.0
	p := func(dx, dy float64) string { return coord(x+dx) + " " + coord(y+dy) }
	hollow = n >= 4
	switch n % 4 {
	case 0:
		return circle(x, y, r), hollow
	case 1:
		return "M" + p(-3.5, -3.5) + "H" + coord(x+3.5) + "V" + coord(y+3.5) + "H" + coord(x-3.5) + "Z", hollow
	case 2:
		return "M" + p(0, -4.5) + "L" + p(4.5, 3.5) + "L" + p(-4.5, 3.5) + "Z", hollow
	}
	return "M" + p(0, -5) + "L" + p(5, 0) + "L" + p(0, 5) + "L" + p(-5, 0) + "Z", hollow
}

func circle(x, y, r float64) string {
	a := "a" + coord(r) + " " + coord(r) + " 0 1 0 "
	return "M" + coord(x-r) + " " + coord(y) + a + coord(2*r) + " 0" + a + coord(-2*r) + " 0Z"
}

// mark draws the marker of series n at a point, hollow for a printed figure.
func (f *figure) mark(n int, x, y float64, title string, printed bool) {
	d, hollow := marker(max(n, 0), x, y)
	class := "pt " + seriesClass(n)
	if hollow || printed {
		class += " hollow"
	}
	f.path(class, d).title = title
}
