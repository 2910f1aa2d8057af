package chart

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Scatter shows two values per system: score against cost, time or tokens.
type Scatter struct {
	Title, Desc string
	X, Y        Axis
	Points      []Point
	MoreIsWorse bool // a smaller x is better, as with cost: the frontier runs to the upper left
}

// Point is one system.
type Point struct {
	Label  string
	Title  string   // what it is called where there is room; empty: the label
	X, Y   *float64 // nil: not recorded, the point is not drawn
	Hollow bool     // a published figure only
	Front  bool     // no other system beats it on both axes
	Lo, Hi *float64 // interval of Y; nil: none
}

const (
	scatterW, scatterH = 960.0, 500.0
	scatterPhoneH      = 400.0
	scatterRight       = 24.0
	scatterTop         = 36.0
	scatterBottom      = 72.0
	pointRadius        = 4.5
)

// spot is a point with its place on the page.
type spot struct {
	Point
	x, y float64
}

func (c Scatter) figure(width Width) (figure, bool) {
	f := figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: scatterW, h: scatterH}
	left := 48.0
	if width == Phone {
		f.w, f.h, left = phoneW, scatterPhoneH, 36
	}
	drawn := c.drawable()
	key := c.key(drawn)
	if width == Phone && len(key) > 1 { // below each other
		f.h += keyRow * float64(len(key)-1)
	}
	bottom := f.h - scatterBottom
	if width == Phone && len(key) > 1 {
		bottom -= keyRow * float64(len(key)-1)
	}
	var xs, ys []float64
	for _, p := range drawn {
		xs, ys = append(xs, *p.X), append(ys, *p.Y)
		if p.ranged() {
			ys = append(ys, *p.Lo, *p.Hi)
		}
	}
	x, okX := scale(c.X, xs, left, f.w-scatterRight)
	y, okY := scale(c.Y, ys, bottom, scatterTop)
	if !okX || !okY {
		return figure{}, false
	}
	f.room = box{left, scatterTop - 16, f.w - left, bottom - scatterTop + 18}
	yAxis(&f, c.Y, y, left, f.w-scatterRight)
	xAxis(&f, c.X, x, scatterTop, bottom)
	var bars []box // where no name may stand
	for _, p := range drawn {
		if p.ranged() {
			f.line("ci", x.At(*p.X), y.At(*p.Lo), x.At(*p.X), y.At(*p.Hi))
			bars = append(bars, between(x.At(*p.X), y.At(*p.Lo), x.At(*p.X), y.At(*p.Hi)))
		}
	}
	spots := c.spots(drawn, x, y)
	steps := frontier(&f, spots, c.MoreIsWorse)
	for _, s := range spots {
		f.path(s.class(), circle(s.x, s.y, pointRadius)).title =
			s.said(c)
	}
	out := labels(&f, spots, append(steps, bars...))
	if width == Phone {
		for i, text := range key {
			f.words("tick", "start", 0, f.h-8-keyRow*float64(len(key)-1-i), f.w, text)
		}
	} else {
		f.words("tick", "start", 0, f.h-8, noLimit, strings.Join(key, "  "))
	}
	f.desc = note(f.desc, out, len(c.Points)-len(drawn))
	if out > 0 && width != Phone {
		f.words("tick", "end", f.w-scatterRight, 14, noLimit,
			words.Plural(out, "label", "labels")+" left out where they would overlap; the table has all")
	}
	return f, true
}

// drawable leaves out points without both values, and what a logarithmic axis
// cannot show.
func (c Scatter) drawable() []Point {
	var list []Point
	for _, p := range c.Points {
		if p.X == nil || p.Y == nil || !finite(*p.X) || !finite(*p.Y) || c.X.Log && *p.X <= 0 || c.Y.Log && *p.Y <= 0 {
			continue
		}
		list = append(list, p)
	}
	return list
}

// keyRow is the height of one line of a key.
const keyRow = 16.0

// key explains the marks that the chart has.
func (c Scatter) key(points []Point) []string {
	var parts []string
	if slices.ContainsFunc(points, func(p Point) bool { return p.Front }) {
		parts = append(parts, "Dotted line: best value at that expense.")
	}
	if slices.ContainsFunc(points, Point.ranged) {
		parts = append(parts, "Bar: 95 % interval.")
	}
	if slices.ContainsFunc(points, func(p Point) bool { return p.Hollow }) {
		parts = append(parts, hollowKey+".")
	}
	return parts
}

// ranged reports whether the point has an interval that can be drawn.
func (p Point) ranged() bool {
	return p.Lo != nil && p.Hi != nil && finite(*p.Lo) && finite(*p.Hi)
}

// said is what the title of a point says.
func (p Point) said(c Scatter) string {
	text := ui.Plain(cmp.Or(p.Title, p.Label)) + ": " + valueText(*p.Y, c.Y.Unit)
	if p.ranged() {
		text += " (" + valueText(*p.Lo, c.Y.Unit) + " to " + valueText(*p.Hi, c.Y.Unit) + ")"
	}
	return text + " at " + valueText(*p.X, c.X.Unit)
}

func note(desc string, labels, points int) string {
	if points > 0 {
		desc += " " + words.Plural(points, "system is", "systems are") + " not drawn because a value is not recorded."
	}
	if labels > 0 {
		desc += " " + strconv.Itoa(labels) + " without a label."
	}
	return desc
}

func (c Scatter) spots(points []Point, x, y Linear) []spot {
	spots := make([]spot, len(points))
	for i, p := range points {
		spots[i] = spot{Point: p, x: x.At(*p.X), y: y.At(*p.Y)}
	}
	return spots
}

func (s spot) class() string {
	class := "dot"
	if s.Front {
		class += " front"
	}
	if s.Hollow {
		class += " hollow"
	}
	return class
}

// frontier joins the points of the frontier by steps: between two of them
// nothing better is known. It returns the room that the line takes.
func frontier(f *figure, spots []spot, moreIsWorse bool) []box {
	var line []spot
	for _, s := range spots {
		if s.Front {
			line = append(line, s)
		}
	}
	if len(line) < 2 {
		return nil
	}
	sort.SliceStable(line, func(i, j int) bool { return line[i].x < line[j].x })
	d := "M" + coord(line[0].x) + " " + coord(line[0].y)
	var taken []box
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		cornerX, cornerY := a.x, b.y
		if moreIsWorse {
			cornerX, cornerY = b.x, a.y
			d += "H" + coord(b.x) + "V" + coord(b.y)
		} else {
			d += "V" + coord(b.y) + "H" + coord(b.x)
		}
		taken = append(taken, between(a.x, a.y, cornerX, cornerY), between(cornerX, cornerY, b.x, b.y))
	}
	f.path("frontier", d).title = "Best value at that expense, as the values stand: no system drawn is better on both axes"
	return taken
}

// between is the box of a horizontal or vertical line.
func between(x1, y1, x2, y2 float64) box {
	return box{min(x1, x2) - 1, min(y1, y2) - 1, max(x1, x2) - min(x1, x2) + 2, max(y1, y2) - min(y1, y2) + 2}
}

// hollowKey explains the hollow dots of a chart.
const hollowKey = "○ published figure only"
