package chart

import (
	"github.com/clawatlas/clawatlas/views/ui"

	"github.com/clawatlas/clawatlas/results/words"
)

// Pairs shows two values per row: what A and B reached on the same tasks.
type Pairs struct {
	Title, Desc string
	X           Axis
	A, B        string // names of the two
	Rows        []Pair
}

// Pair is one row of Pairs.
type Pair struct {
	Label string
	A, B  *float64
}

const pairsTop = 32.0

func (c Pairs) figure() (figure, bool) {
	var names []string
	var values []float64
	for _, r := range c.Rows {
		names = append(names, r.Label)
		values = appendValues(values, r.A, r.B)
	}
	f, x, ok := frame(c.Title, c.Desc, c.X, names, values, pairsTop, 80)
	if !ok {
		return f, false
	}
	f.mark(0, x.From+6, 14, "")
	f.words("name s1", "start", x.From+16, 18, noLimit, "A "+c.A)
	b := x.From + 48 + textWidth(c.A)
	f.mark(1, b, 14, "")
	f.words("name s2", "start", b+10, 18, noLimit, "B "+c.B)
	f.words("tick", "end", rowsW, 18, noLimit, "A minus B")
	for i, r := range c.Rows {
		r.draw(&f, x, rowY(pairsTop, i), c)
	}
	return f, true
}

func (r Pair) draw(f *figure, x Linear, y float64, c Pairs) {
	okA, okB := r.A != nil && finite(*r.A), r.B != nil && finite(*r.B)
	if okA && okB {
		f.line("whisk", x.At(*r.A), y, x.At(*r.B), y)
		d := *r.A - *r.B
		text := words.Points(&d)
		if c.X.Unit != Percent {
			text = words.Fixed(&d, 2)
		}
		f.words("name", "end", rowsW, y+4, noLimit, text)
	} else {
		f.words("tick", "end", rowsW, y+4, noLimit, "–")
	}
	if okB {
		f.mark(1, x.At(*r.B), y, ui.Plain(c.B+", "+r.Label+": ")+valueText(*r.B, c.X.Unit))
	}
	if okA {
		f.mark(0, x.At(*r.A), y, ui.Plain(c.A+", "+r.Label+": ")+valueText(*r.A, c.X.Unit))
	}
}
