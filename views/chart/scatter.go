package chart

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

type Scatter struct {
	Title, Desc string
	X, Y        Axis
	Points      []Point
}

type Point struct {
	Label  string   // label next to the point; may be empty
	Title  string   // full name for the tooltip; empty to use the label
	X, Y   *float64 // coordinates; the point is not plotted if either is nil
	Hollow bool     // true if the system is dominated
	Front  bool     // true if the system is on the Pareto front
}

const (
	scatterW, scatterH = 960.0, 360.0
	scatterRight       = 24.0
	scatterTop         = 36.0
	scatterBottom      = 52.0
	pointRadius        = 4.5
)

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

// drawable returns the points that have both values and fit on the axes; a log axis has no place
// for values of 0 or less.
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

type box struct{ x, y, w, h float64 }

func (a box) meets(b box) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

// labelSide is a position of a label relative to its point. A distant label gets a leader line.
type labelSide struct {
	dx, dy float64
	anchor string
	far    bool
}

// labelSides returns the positions to try, in order of preference.
func labelSides() []labelSide {
	list := []labelSide{
		{8, 4, "start", false}, {-8, 4, "end", false}, {0, -9, "middle", false}, {0, 18, "middle", false},
		{7, -6, "start", false}, {-7, -6, "end", false}, {7, 14, "start", false}, {-7, 14, "end", false},
	}
	for _, dy := range []float64{22, 36, 50} {
		list = append(list,
			labelSide{14, -dy + 4, "start", true}, labelSide{14, dy + 4, "start", true},
			labelSide{-14, -dy + 4, "end", true}, labelSide{-14, dy + 4, "end", true})
	}
	return list
}

// labelledMost is the number of points up to which all are labelled; in larger charts only points
// of the frontier are.
const labelledMost = 150

// labels places the labels so that they do not overlap, those of the frontier first. It returns the
// number of labels left out for lack of room.
func labels(f *figure, spots []spot) (left int) {
	var taken []box
	for _, s := range spots {
		taken = append(taken, box{s.x - pointRadius, s.y - pointRadius, 2 * pointRadius, 2 * pointRadius})
	}
	for _, front := range []bool{true, false} {
		for _, s := range spots {
			if s.Front != front || s.Label == "" {
				continue
			}
			if !front && len(spots) > labelledMost {
				left++
				continue
			}
			b, at, ok := room(f, s, taken)
			if !ok {
				left++
				continue
			}
			taken = append(taken, b)
			s.label(f, at)
		}
	}
	return left
}

func (s spot) label(f *figure, at labelSide) {
	class := "name"
	if !s.Front {
		class = "name other"
	}
	if at.far {
		f.line("lead", s.x, s.y, s.x+at.dx*0.8, s.y+at.dy-4)
	}
	f.words(class, at.anchor, s.x+at.dx, s.y+at.dy, labelMost, s.Label)
}

func room(f *figure, s spot, taken []box) (box, labelSide, bool) {
	w := min(textWidth(ui.Plain(s.Label)), labelMost)
	for _, p := range labelSides() {
		b := box{s.x + p.dx, s.y + p.dy - fontSize + 1, w, fontSize + 2}
		switch p.anchor {
		case "end":
			b.x -= w
		case "middle":
			b.x -= w / 2
		}
		if free(f, b, taken) {
			return b, p, true
		}
	}
	return box{}, labelSide{}, false
}

func free(f *figure, b box, taken []box) bool {
	if b.x < f.room.x || b.x+b.w > f.room.x+f.room.w || b.y < f.room.y || b.y+b.h > f.room.y+f.room.h {
		return false
	}
	return !slices.ContainsFunc(taken, b.meets)
}
