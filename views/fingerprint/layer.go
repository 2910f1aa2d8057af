package fingerprint

import (
	"math"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// The classes of what is drawn. static/app.css and the sheet of File colour them.
const (
	classPassed   = "fp-p"  // solid ink, also the filled part of a partial score
	classFailed   = "fp-f"  // hollow square
	classNone     = "fp-n"  // hollow circle: no answer
	classTimeout  = "fp-t"  // hollow square
	classQuarter  = "fp-tq" // its filled quarter
	classError    = "fp-e"  // hollow square
	classBar      = "fp-eb" // the bar in it
	classUnjudged = "fp-j"  // bar
	classOpen     = "fp-o"  // hollow square: nobody has tried
	classMissing  = "fp-m"  // dot
	classDoubt    = "fp-x"  // dashed square inside: no answer can pass
	classUpdate   = "fp-u"  // triangle over the cell
	classPref     = "fp-d"  // dot over the cell
	classStreak   = "fp-s"  // line under the longest streak
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

func (l *layers) rect(class string, x, y, w, h float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x)
	d = num(append(d, ' '), y)
	d = num(append(d, 'h'), w)
	d = num(append(d, 'v'), h)
	d = num(append(d, 'h'), -w)
	p.d = append(d, 'z')
}

// hollow is a square whose stroke lies within the cell.
func (l *layers) hollow(class string, x, y, c, stroke float64) {
	l.rect(class, x+stroke/2, y+stroke/2, c-stroke, c-stroke)
}

func (l *layers) disc(class string, x, y, r float64) {
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

// triangle points down; its tip is at x, y.
func (l *layers) triangle(class string, x, y, w float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x-w/2)
	d = num(append(d, ' '), y-w*.55)
	d = num(append(d, 'h'), w)
	d = num(append(d, 'L'), x)
	d = num(append(d, ' '), y)
	p.d = append(d, 'z')
}

// strokeOf is the thickness of the outline of a cell.
const strokeOf = 1.2

// cell draws the verdict in a square of side c whose corner is at x, y.
func (l *layers) cell(k *Cell, x, y, c float64) {
	switch k.Status {
	case results.Passed:
		l.rect(classPassed, x, y, c, c)
		return
	case results.Missing:
		l.disc(classMissing, x+c/2, y+c/2, c/7)
		return
	case results.NotJudged:
		l.rect(classUnjudged, x, y+c/2-c/8, c, c/4)
		return
	case results.NoAnswer:
		l.disc(classNone, x+c/2, y+c/2, (c-strokeOf)/2)
	case results.Timeout:
		l.hollow(classTimeout, x, y, c, strokeOf)
		l.rect(classQuarter, x+c/2, y, c/2, c/2)
	case results.Failed:
		l.hollow(classFailed, x, y, c, strokeOf)
	default: // the errors
		l.hollow(classError, x, y, c, strokeOf)
		l.rect(classBar, x+c/2-c/10, y+c/5, c/5, c*3/5)
	}
	if n := k.partial(); n > 0 {
		h := c * float64(n) / 3
		l.rect(classPassed, x, y+c-h, c, h)
	} else if k.Impossible && c > 8 {
		l.hollow(classDoubt, x+c/8, y+c/8, c*3/4, 1)
	}
}
