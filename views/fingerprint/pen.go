package fingerprint

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
