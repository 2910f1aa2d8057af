// Package chart draws charts as SVG on the server. The output is deterministic. Charts contain no
// links, because links inside an image are not reachable with the keyboard; the table next to a
// chart has them.
package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

type Unit string

const (
	Plain   Unit = ""
	Percent Unit = "percent" // fractions from 0 to 1, multiplied by 100 for display
)

type Axis struct {
	Label string // label with quantity and unit, such as "Score, %"
	Unit  Unit
	Log   bool
	Min   *float64 // start of the axis; nil to choose it from the data
	Max   *float64
}

type figure struct {
	title, desc string
	w, h        float64
	room        box // area in which labels of points may be placed
	shapes      []shape
}

// Drawing is a chart with two layouts, for phones and for wide screens; the style sheet selects
// one.
type Drawing interface {
	// figure lays out the chart for a phone or a wide screen; ok is false if there is nothing to
	// draw.
	figure(phone bool) (f figure, ok bool)
}

const (
	phoneW = 360.0
	rowsW  = 760.0
)

type shapeKind int

const (
	shapeLine shapeKind = iota
	shapePath
	shapeText
)

// shape is one element of a figure. Its class determines the colour.
type shape struct {
	kind         shapeKind
	class        string
	x, y, x2, y2 float64 // start and end of a line
	d            string  // path data
	text         string
	title        string
	anchor       string // text anchor: start, middle or end
	dash         string
}

func (f *figure) line(class string, x, y, x2, y2 float64) *shape {
	return f.add(shape{kind: shapeLine, class: class, x: x, y: y, x2: x2, y2: y2})
}

func (f *figure) path(class, d string) *shape {
	return f.add(shape{kind: shapePath, class: class, d: d})
}

// words adds a text. If it is wider than room, it is shortened and the full text becomes its
// tooltip. A negative room means no limit.
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

// fontSize is the size of all chart text, in units of the view box.
const fontSize = 12

// textWidth estimates the width of a text in a wide font (DejaVu Sans), so that texts do not
// overlap in narrower fonts.
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

func wide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x1f300)
}

// fit shortens a text to a width by cutting its middle, because names often differ only at their
// ends.
func fit(s string, room float64) string {
	if room < 0 || textWidth(s) <= room {
		return s
	}
	return ui.CutMiddle(s, func(short string) bool { return textWidth(short) <= room })
}

// coord formats a coordinate with at most one decimal; infinities and NaN become 0.
func coord(v float64) string {
	if !finite(v) {
		return "0"
	}
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}

// class returns the CSS class that displays the chart near its natural size, so that text stays
// readable.
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

// spread moves labels at least gap apart while keeping the order of their targets. They stay
// between lo and hi if there is enough room.
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

// seriesMax is the number of colours. Readers could not tell more apart.
const seriesMax = 8

func seriesClass(n int) string {
	if n < 0 || n >= seriesMax {
		return "s0"
	}
	return "s" + strconv.Itoa(n+1)
}

// seriesDash returns the dash pattern that distinguishes lines with the same marker shape.
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

// marker returns the SVG path of a series' marker and whether the marker is hollow.
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

// mark draws the marker of series n, in grey if n is negative. Markers of reported results are
// hollow.
func (f *figure) mark(n int, x, y float64, title string, printed bool) {
	d, hollow := marker(max(n, 0), x, y)
	class := "pt " + seriesClass(n)
	if hollow || printed {
		class += " hollow"
	}
	f.path(class, d).title = title
}
