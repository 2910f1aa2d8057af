package chart

import (
	"cmp"
	"strconv"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Scatter shows two values per system: score against cost, time or tokens.
type Scatter struct {
	Title, Desc string
	X, Y        Axis
	Points      []Point
}

// Point is one system.
type Point struct {
	Label  string   // beside the point; may be empty
	Title  string   // what it is called where there is room; empty: the label
	X, Y   *float64 // nil: not recorded, the point is not drawn
	Hollow bool     // it is dominated
	Front  bool     // no other system beats it on both axes
}

const (
	scatterW, scatterH = 960.0, 360.0
	scatterRight       = 24.0
	scatterTop         = 36.0
	scatterBottom      = 52.0
	pointRadius        = 4.5
)

// spot is a point with its place on the page.
type spot struct {
	Point
	x, y float64
}

func (c Scatter) figure(phone bool) (figure, bool) {
	f := figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: scatterW, h: scatterH}
	left := 48.0
	if phone {
		f.w, left = phoneW, 36
	}
	drawn := c.drawable()
	bottom := f.h - scatterBottom
	var xs, ys []float64
	for _, p := range drawn {
		xs, ys = append(xs, *p.X), append(ys, *p.Y)
	}
	x, okX := scale(c.X, xs, left, f.w-scatterRight)
	y, okY := scale(c.Y, ys, bottom, scatterTop)
	if !okX || !okY {
		return f, false
	}
	f.room = box{left, scatterTop - 16, f.w - left, bottom - scatterTop + 18}
	yAxis(&f, c.Y, y, left, f.w-scatterRight)
	xAxis(&f, c.X, x, scatterTop, bottom)
	spots := make([]spot, len(drawn))
	for i, p := range drawn {
		spots[i] = spot{Point: p, x: x.At(*p.X), y: y.At(*p.Y)}
	}
	for _, s := range spots {
		f.path(s.class(), circle(s.x, s.y, pointRadius)).title = ui.Plain(cmp.Or(s.Title, s.Label)) + ": " + valueText(*s.Y, c.Y.Unit) + " at " + valueText(*s.X, c.X.Unit)
	}
	out := labels(&f, spots)
	f.desc = note(f.desc, out, len(c.Points)-len(drawn))
	if out > 0 && !phone {
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

func note(desc string, labels, points int) string {
	if points > 0 {
		desc += " " + words.Plural(points, "system is", "systems are") + " not drawn because a value is not recorded."
	}
	if labels > 0 {
		desc += " " + strconv.Itoa(labels) + " without a label."
	}
	return desc
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
