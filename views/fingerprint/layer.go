package fingerprint

import (
	"math"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// The classes of what is drawn. static/app.css and the sheet of File colour them.
const (
	ClassPassed   = "fp-p"  // solid ink, also the filled part of a partial score
	ClassFailed   = "fp-f"  // hollow square
	ClassNone     = "fp-n"  // hollow circle: no answer
	ClassTimeout  = "fp-t"  // hollow square
	ClassQuarter  = "fp-tq" // its filled quarter
	ClassError    = "fp-e"  // hollow square
	ClassBar      = "fp-eb" // the bar in it
	ClassUnjudged = "fp-j"  // bar
	ClassMissing  = "fp-m"  // dot
	ClassSome     = "fp-2s" // hollow square in ink: passed by some of several
	ClassDoubt    = "fp-x"  // dashed square inside: no answer can pass
	ClassUpdate   = "fp-u"  // triangle over the cell
	ClassPref     = "fp-d"  // dot over the cell
	ClassStreak   = "fp-s"  // line under the longest streak
	classHit      = "fp-h"  // unseen area that takes clicks where the shape is small
)

// layer is a path in one class.
type layer struct {
	Class string
	d     []byte
}

// markup are the layers as elements; class and path are the program's own.
func (l layers) markup() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(`<path class="` + x.Class + `" d="`)
		b.Write(x.d)
		b.WriteString(`"></path>`)
	}
	return b.String()
}

// D is the path.
func (l layer) D() string { return string(l.d) }

// layers are the paths of a drawing, one for each class, in the order in which
// the classes came. A field of a thousand cells is a handful of paths.
type layers []layer

func (l *layers) of(class string) *layer {
	for i := range *l {
		if (*l)[i].Class == class {
			return &(*l)[i]
		}
	}
	*l = append(*l, layer{Class: class})
	return &(*l)[len(*l)-1]
}

// num writes a coordinate with at most one digit after the point.
func num(d []byte, x float64) []byte {
	return strconv.AppendFloat(d, math.Round(x*10)/10, 'f', -1, 64)
}

// Rect implements Pen.
func (l *layers) Rect(class string, x, y, w, h float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x)
	d = num(append(d, ' '), y)
	d = num(append(d, 'h'), w)
	d = num(append(d, 'v'), h)
	d = num(append(d, 'h'), -w)
	p.d = append(d, 'z')
}

// hollow is a square whose stroke lies within the cell.
func drawHollow(p Pen, class string, x, y, c, stroke float64) {
	p.Rect(class, x+stroke/2, y+stroke/2, c-stroke, c-stroke)
}

// Disc implements Pen.
func (l *layers) Disc(class string, x, y, r float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x-r)
	d = num(append(d, ' '), y)
	for _, dx := range [2]float64{2 * r, -2 * r} {
		d = num(append(d, 'a'), r)
		d = num(append(d, ' '), r)
		d = num(append(d, " 0 1 0 "...), dx)
		d = append(d, " 0"...)
	}
	p.d = append(d, 'z')
}

// Triangle implements Pen.
func (l *layers) Triangle(class string, x, y, w float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x-w/2)
	d = num(append(d, ' '), y-w*.55)
	d = num(append(d, 'h'), w)
	d = num(append(d, 'L'), x)
	d = num(append(d, ' '), y)
	p.d = append(d, 'z')
}

// Stroke is the thickness of the outline of a cell.
const Stroke = 1.2

// draw draws the verdict in a square of that side whose corner is at x, y.
func (c *Cell) draw(p Pen, x, y, side float64) {
	switch {
	case c.Some:
		drawHollow(p, ClassSome, x, y, side, Stroke)
		p.Rect(ClassPassed, x, y+side/2, side, side/2)
		return
	case c.Status == results.Passed:
		p.Rect(ClassPassed, x, y, side, side)
		return
	}
	switch c.Status {
	case results.Missing:
		p.Disc(ClassMissing, x+side/2, y+side/2, side/7)
		return
	case results.NotJudged:
		p.Rect(ClassUnjudged, x, y+side/2-side/8, side, side/4)
		return
	case results.NoAnswer:
		p.Disc(ClassNone, x+side/2, y+side/2, (side-Stroke)/2)
	case results.Timeout:
		drawHollow(p, ClassTimeout, x, y, side, Stroke)
		p.Rect(ClassQuarter, x+side/2, y, side/2, side/2)
	case results.Failed:
		drawHollow(p, ClassFailed, x, y, side, Stroke)
	default: // the errors
		drawHollow(p, ClassError, x, y, side, Stroke)
		p.Rect(ClassBar, x+side/2-side/10, y+side/5, side/5, side*3/5)
	}
	if n := c.partial(); n > 0 {
		h := side * float64(n) / 3
		p.Rect(ClassPassed, x, y+side-h, side, h)
	} else if c.Impossible && side > 8 {
		drawHollow(p, ClassDoubt, x+side/8, y+side/8, side*3/4, 1)
	}
}
