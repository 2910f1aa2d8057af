package chart

import (
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
	X, Y   *float64 // nil: not recorded, the point is not drawn
	Hollow bool     // a published figure only
	Front  bool     // no other system beats it on both axes
}

const (
	scatterW, scatterH = 960.0, 500.0
	scatterLeft        = 48.0
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

func (c Scatter) figure() (figure, bool) {
	drawn := c.drawable()
	var xs, ys []float64
	for _, p := range drawn {
		xs, ys = append(xs, *p.X), append(ys, *p.Y)
	}
	x, okX := scale(c.X, xs, scatterLeft, scatterW-scatterRight)
	y, okY := scale(c.Y, ys, scatterH-scatterBottom, scatterTop)
	if !okX || !okY {
		return figure{}, false
	}
	f := figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: scatterW, h: scatterH}
	yAxis(&f, c.Y, y, scatterLeft, scatterW-scatterRight)
	xAxis(&f, c.X, x, scatterTop, scatterH-scatterBottom)
	spots := c.spots(drawn, x, y)
	steps := frontier(&f, spots, c.MoreIsWorse)
	for _, s := range spots {
		f.path(s.class(), circle(s.x, s.y, pointRadius)).title =
			ui.Plain(s.Label) + ": " + valueText(*s.Y, c.Y.Unit) + " at " + valueText(*s.X, c.X.Unit)
	}
	left := labels(&f, spots, steps)
	f.words("tick", "start", 0, scatterH-8, noLimit, c.key(drawn, steps != nil))
	f.desc = note(f.desc, left, len(c.Points)-len(drawn))
	if left > 0 {
		f.words("tick", "end", scatterW-scatterRight, 14, noLimit, words.Plural(left, "label", "labels")+" left out where they would overlap; the table has all")
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

// key explains the marks that the chart has.
func (c Scatter) key(points []Point, line bool) string {
	var parts []string
	if line {
		parts = append(parts, "Line and blue dots: no system is better on both axes.")
	}
	for _, p := range points {
		if p.Hollow {
			parts = append(parts, hollowKey+".")
			break
		}
	}
	return strings.Join(parts, "  ")
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
	f.path("frontier", d).title = "Frontier: no system is better on both axes"
	return taken
}

// between is the box of a horizontal or vertical line.
func between(x1, y1, x2, y2 float64) box {
	return box{min(x1, x2) - 1, min(y1, y2) - 1, max(x1, x2) - min(x1, x2) + 2, max(y1, y2) - min(y1, y2) + 2}
}

// hollowKey explains the hollow dots of a chart.
const hollowKey = "○ published figure only"
