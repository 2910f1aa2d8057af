package fingerprint

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// The bounds of drawings. A run of more cells is drawn coarser, one of more rows runs on
// over the borders of its scenarios.
const (
	mostCells = 4000
	mostRows  = 150
	linked    = 1200 // cells of a run whose every one is a link
)

// per is how many tasks a cell stands for in a run of so many.
func per(all int) int { return max(1, (all+mostCells-1)/mostCells) }

// coarse makes one cell of every k tasks of a row: solid if all were passed,
// hollow if none was, else filled in thirds by the share that was.
func (r Row) coarse(k int) Row {
	if k <= 1 {
		return r
	}
	out := Row{Label: r.Label, Title: r.Title, Noun: r.Noun, Unordered: true}
	for i := 0; i < len(r.Cells); i += k {
		part := Row{Cells: r.Cells[i:min(i+k, len(r.Cells))]}
		passed, judged := part.Count()
		c := Cell{Status: results.Failed}
		share := float64(passed) / float64(len(part.Cells))
		switch {
		case passed == len(part.Cells):
			c.Status = results.Passed
		case judged == 0:
			c.Status = part.Cells[0].Status
		default:
			c.Score = &share
		}
		out.Cells = append(out.Cells, c)
	}
	return out
}

// Strips are the rows of a run for a table with one scenario a line: in Medium with a link
// for every cell, or, of a run that is too large for that, in Small without links. The
// note says what a cell is where it is not one task.
func (r Run) Strips() (rows []Row, size Size, note string) {
	all := r.total()
	if all <= linked {
		return r.Rows, Medium, ""
	}
	f := field{Run: r, per: per(all)}
	for _, row := range r.Rows {
		row = row.coarse(f.per)
		row.Cells = append([]Cell{}, row.Cells...)
		for i := range row.Cells {
			row.Cells[i].Href = ""
		}
		rows = append(rows, row)
	}
	return rows, Small, f.coarse()
}

// field is a run as Small draws it.
type field struct {
	Run
	rows   []Row
	per    int  // tasks that a cell stands for
	runsOn bool // rows are no scenarios
}

// newField lays a run out, coarser where it is large.
func newField(r Run) field {
	f := field{Run: r, per: per(r.total()), runsOn: len(r.Rows) > mostRows}
	rows := r.Rows
	if f.runsOn {
		one := Row{Noun: r.noun(), Unordered: true}
		for _, row := range rows {
			one.Cells = append(one.Cells, row.Cells...)
		}
		rows = []Row{one}
	}
	for _, row := range rows {
		f.rows = append(f.rows, row.coarse(f.per))
	}
	return f
}

// coarse says what a cell of the drawing is where it is not one task.
func (f field) coarse() string {
	text := ""
	if f.per > 1 {
		text = "A cell is " + strconv.Itoa(f.per) + " " + f.noun() + "s. "
	}
	if f.runsOn {
		text += "Lines do not end with a scenario. "
	}
	return text
}

// layers are all cells and marks, one path for each class; w and h are the size of it.
func (f field) layers() (l layers, w, h float64) {
	l = layers{{class: ClassPassed}, {class: ClassFailed}}
	for i := range f.rows {
		row := &f.rows[i]
		row.drawCells(&l, Small, h)
		row.drawMarks(&l, Small, h)
		h += float64(Small.lines(len(row.Cells))) * Small.height()
	}
	return l, float64(Small.columns(f.rows...))*Small.pitch() - Small.gap, h
}

// The box of a thumb.
const thumbW, thumbH = 90, 24

// thumb is a run in the box of a table's row. Cells touch, so that a row of equal ones is
// one shape.
type thumb struct {
	Run
	rows []Row
	w, h int // of a cell
}

// newThumb keeps scenarios as lines where that fits, else lets them run on, and takes
// several tasks for a cell where even 2 x 2 px are too many.
func newThumb(r Run) thumb {
	const least, most = 2, 4
	longest := 0
	for _, row := range r.Rows {
		longest = max(longest, len(row.Cells))
	}
	t := thumb{Run: r, rows: r.Rows, w: most, h: most}
	if longest == 0 {
		return t
	}
	if longest*least > thumbW || len(r.Rows)*least > thumbH {
		t.rows = runOn(r)
		longest = len(t.rows[0].Cells)
	}
	t.w = max(least, min(most, thumbW/longest))
	t.h = max(least, min(most, thumbH/len(t.rows)))
	return t
}

// runOn lays all cells in order in lines of 2 x 2 px, or of larger ones where they fit.
func runOn(r Run) []Row {
	var all Row
	for _, row := range r.Rows {
		all.Cells = append(all.Cells, row.Cells...)
	}
	side := 4
	for side > 2 && (thumbW/side)*(thumbH/side) < len(all.Cells) {
		side--
	}
	columns := thumbW / side
	room := columns * (thumbH / side)
	all = all.coarse((len(all.Cells) + room - 1) / room)
	var rows []Row
	for i := 0; i < len(all.Cells); i += columns {
		rows = append(rows, Row{Cells: all.Cells[i:min(i+columns, len(all.Cells))]})
	}
	return rows
}

// tone of a cell; empty where there is no verdict.
func (c Cell) tone() string {
	switch {
	case c.Status == results.Passed:
		return ClassPassed
	case c.Status == results.Missing || c.Status == results.NotJudged:
		return ""
	case c.partial() > 0:
		return classHalf
	}
	return classZero
}

func (t thumb) layers() (l layers) {
	y0 := (thumbH - len(t.rows)*t.h) / 2
	for k, row := range t.rows {
		for i := 0; i < len(row.Cells); {
			tone, to := row.Cells[i].tone(), i+1
			for to < len(row.Cells) && row.Cells[to].tone() == tone {
				to++
			}
			if tone != "" {
				l.rect(tone, float64(i*t.w), float64(y0+k*t.h), float64((to-i)*t.w), float64(t.h))
			}
			i = to
		}
	}
	return l
}

// Pair is one scenario of two runs over each other, with a lane of disagreements between
// them.
type Pair struct {
	A, B  Row // of the same tasks
	Flips []Flip
	// Separates says that a test finds a difference here. Only then do flips have the
	// colours of A and B.
	Separates bool
}

// Flip is a task that one of the two passed alone.
type Flip struct {
	At    int  // of the rows
	OnlyA bool // else only B
	Href  string
	Words string
}

// pairSize are the cells of a pair; A stands over the lane, B under it.
var pairSize = Size{cell: 13, gap: 3, top: 8, bottom: 3 + below, line: 30}

const (
	lane       = 7                     // height of the flips
	laneGap    = 4                     // over and under them
	below      = 13 + 2*laneGap + lane // how far B's cells lie under A's
	pairLinked = 1600                  // most cells of a comparison whose every one is a link
)

// pair is a Pair as it is drawn.
type pair struct {
	Pair
	cols int
}

func (p pair) w() float64 { return float64(p.cols)*pairSize.pitch() - pairSize.gap }
func (p pair) h() float64 { return float64(pairSize.lines(len(p.A.Cells))) * pairSize.height() }

// drawn are the shapes of the nth cell of A, or of B.
func (p pair) drawn(c *Cell, n int, b bool) layers {
	x, y := pairSize.at(n)
	if b {
		y += below
	}
	return c.target(x, y, pairSize.cell)
}

// flip is the triangle of a flip: it points at the run that passed.
func (p pair) flip(f Flip) (l layers) {
	p.drawFlip(&l, f)
	return l
}

func (p pair) drawFlip(l *layers, f Flip) {
	class := ClassFlip
	if p.Separates && f.OnlyA {
		class = ClassFlipA
	} else if p.Separates {
		class = ClassFlipB
	}
	x, y := pairSize.at(f.At)
	if mid := x + pairSize.cell/2; f.OnlyA {
		l.rise(class, mid, y+pairSize.cell+laneGap+1, lane)
	} else {
		l.triangle(class, mid, y+pairSize.cell+laneGap+lane-1, lane)
	}
}

// marks are the updates, which stand over A alone and are quiet: flips are what is looked
// for here, and have the same shape.
func (p pair) marks() (l layers) {
	for i := range p.A.Cells {
		if p.A.Cells[i].Update {
			x, y := pairSize.at(i)
			l.triangle(ClassUpdate+" "+classHalf, x+pairSize.cell/2, y-1.5, 7)
		}
	}
	return l
}

// flat are all shapes of a pair without links.
func (p pair) flat() (l layers) {
	p.A.drawCells(&l, pairSize, 0)
	p.B.drawCells(&l, pairSize, below)
	for _, f := range p.Flips {
		p.drawFlip(&l, f)
	}
	return append(l, p.marks()...)
}

// linkedPairs reports whether every cell of the pairs is a link.
func linkedPairs(all []Pair) bool {
	n := 0
	for _, p := range all {
		n += len(p.A.Cells) + len(p.B.Cells)
	}
	return n <= pairLinked
}

// pairColumns is the width of the longest of the pairs, in cells.
func pairColumns(all []Pair) int {
	n := 0
	for _, p := range all {
		n = max(n, pairSize.columns(p.A))
	}
	return n
}
