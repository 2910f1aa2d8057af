package fingerprint

import "slices"

// Pen takes the shapes of a drawing; a class says what one means. Outlines are
// Stroke thick, half of it outside of the shape: those of ClassFailed, ClassNone,
// ClassTimeout, ClassError and ClassDoubt.
type Pen interface {
	// Rect has its upper left corner at x, y.
	Rect(class string, x, y, w, h float64)
	// Disc has its centre at x, y.
	Disc(class string, x, y, r float64)
	// Triangle points down, Rise up; its tip is at x, y.
	Triangle(class string, x, y, w float64)
	Rise(class string, x, y, w float64)
}

// Plain is the run with what Field draws of it: cells of 6 px have neither letters
// nor marks within them.
func (r Run) Plain() Run {
	out := Run{Name: r.Name}
	for _, row := range r.Rows {
		cells := slices.Clone(row.Cells)
		for i := range cells {
			cells[i].Kind, cells[i].Pref, cells[i].Impossible = "", false, false
		}
		row.Cells = cells
		out.Rows = append(out.Rows, row)
	}
	return out
}

// Painted is the size of what Paint draws, in the unit of its shapes.
func (r Run) Painted() (w, h float64) {
	f := newField(r, false)
	return f.w(), f.h()
}

// Paint draws the run without labels, as Field does.
func (r Run) Paint(p Pen) { newField(r, false).paint(p) }

// paint draws all cells and marks.
func (f field) paint(p Pen) {
	y := 0.0
	for i := range f.rows {
		row := &f.rows[i]
		for k := range row.Cells {
			cx, cy := f.size.at(k)
			row.Cells[k].draw(p, f.left+cx, y+cy, f.size.cell)
		}
		row.drawMarks(p, f.size, f.left, y)
		y += float64(f.size.lines(len(row.Cells))) * f.size.height()
	}
}

// The classes of flips where a test separates the two runs.
const (
	ClassFlipA = "fp-v fp-a"
	ClassFlipB = "fp-v fp-b"
	ClassFlip  = "fp-v"
)

// Painted is the size of what Paint draws, in the unit of its shapes.
func (p Pair) Painted() (w, h float64) {
	x := pair{p, pairSize.columns(p.A)}
	return x.w(), x.h()
}

// Paint draws the cells of both runs and the flips between them.
func (p Pair) Paint(to Pen) {
	one := pair{p, pairSize.columns(p.A)}
	for i := range p.A.Cells {
		x, y := one.at(i)
		p.A.Cells[i].draw(to, x, y, pairSize.cell)
		p.B.Cells[i].draw(to, x, y+below, pairSize.cell)
	}
	for _, f := range p.Flips {
		one.drawFlip(to, f)
	}
}
