package fingerprint

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// Limits of drawings. A run with more cells gets several tasks per cell. A run with more rows is
// drawn without breaks between scenarios.
const (
	mostCells = 4000
	mostRows  = 150
	linked    = 1200 // maximum number of cells in a run for which all cells are links
)

// Returns how many tasks one cell represents in a drawing of the given number of tasks.
func per(all int) int { return max(1, (all+mostCells-1)/mostCells) }

// coarse combines every k tasks of a row into one cell. It is solid if all passed, hollow if none
// passed, and otherwise filled in thirds by the share passed.
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

// Strips returns the rows of a run for a table with one scenario per line. The cells are links in
// size Medium, or in size Small without links if the run has too many cells. If a cell represents
// several tasks, note says so.
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

// field is a run drawn in size Small.
type field struct {
	Run
	rows   []Row
	per    int
	runsOn bool // true if there are no breaks between scenarios
}

// newField lays out a run. If it is large, a cell represents several tasks.
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

// coarse returns a note if a cell represents several tasks, or "".
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

// layers returns the shapes of all cells and markers, and the width and height of the drawing.
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

// Size of a thumbnail in px.
const thumbW, thumbH = 90, 24

// thumb is a run drawn small enough for a table row. Cells touch each other, so that equal
// neighbours form one shape.
type thumb struct {
	Run
	rows []Row
	w, h int
}

// newThumb lays out a thumbnail. It keeps one line per scenario if the lines fit, and otherwise
// joins them. If even cells of 2 x 2 px do not fit, a cell represents several tasks.
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

// runOn joins the cells of all rows, in order, into lines that fill the thumbnail. The cells have
// the largest size that fits, at least 2 x 2 px.
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

// Pair draws one scenario of two runs above each other, with their disagreements in between.
type Pair struct {
	A, B  Row // rows of the two runs, with the same tasks
	Flips []Flip
	// Separates is true if a test finds a significant difference between the runs. Only then do
	// disagreements have the colours of A and B.
	Separates bool
}

// Flip is a task that only one of the two runs passed.
type Flip struct {
	At    int  // index of the task in the rows
	OnlyA bool // true if only A passed the task, false if only B did
	Href  string
	Words string
}

// pairSize is the size of the cells in a pair. A is drawn above the disagreements, B below them.
var pairSize = Size{cell: 13, gap: 3, top: 8, bottom: 3 + below, line: 30}

const (
	lane       = 7                     // height in px of the row of disagreements
	laneGap    = 4                     // space in px above and below that row
	below      = 13 + 2*laneGap + lane // distance in px from the top of A's cells to the top of B's cells
	pairLinked = 1600                  // maximum number of cells in a comparison for which all cells are links
)

type pair struct {
	Pair
	cols int
}

func (p pair) w() float64 { return float64(p.cols)*pairSize.pitch() - pairSize.gap }
func (p pair) h() float64 { return float64(pairSize.lines(len(p.A.Cells))) * pairSize.height() }

// drawn returns the shapes of cell n of B if b is true, else of A.
func (p pair) drawn(c *Cell, n int, b bool) layers {
	x, y := pairSize.at(n)
	if b {
		y += below
	}
	return c.target(x, y, pairSize.cell)
}

// flip draws the triangle of a disagreement. It points towards the run that passed.
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

// marks returns the update markers. They are muted and only above A, because disagreements have the
// same shape and matter more here.
func (p pair) marks() (l layers) {
	for i := range p.A.Cells {
		if p.A.Cells[i].Update {
			x, y := pairSize.at(i)
			l.triangle(ClassUpdate+" "+classHalf, x+pairSize.cell/2, y-1.5, 7)
		}
	}
	return l
}

func (p pair) flat() (l layers) {
	p.A.drawCells(&l, pairSize, 0)
	p.B.drawCells(&l, pairSize, below)
	for _, f := range p.Flips {
		p.drawFlip(&l, f)
	}
	return append(l, p.marks()...)
}

func linkedPairs(all []Pair) bool {
	n := 0
	for _, p := range all {
		n += len(p.A.Cells) + len(p.B.Cells)
	}
	return n <= pairLinked
}

func pairColumns(all []Pair) int {
	n := 0
	for _, p := range all {
		n = max(n, pairSize.columns(p.A))
	}
	return n
}
