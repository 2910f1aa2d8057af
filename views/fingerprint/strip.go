package fingerprint

import (
	"github.com/clawatlas/clawatlas/results"
)

// Size is how large cells are drawn, in px.
type Size struct {
	cell, gap   float64
	top, bottom float64 // room for updates above and the streak below
	line        int     // cells in one line; longer rows go on in the next
}

// The sizes of a strip. On a phone they shrink to the width of the page.
var (
	Large  = Size{cell: 24, gap: 3, top: 12, bottom: 6, line: 40} // one scenario
	Medium = Size{cell: 16, gap: 3, top: 9, bottom: 5, line: 30}  // the scenarios of a run
	List   = Size{cell: 11, gap: 2, top: 7, bottom: 1, line: 40}  // rows of a list, without links
	Small  = Size{cell: 6, gap: 1, top: 5, bottom: 3, line: 80}   // whole runs
)

func (s Size) pitch() float64  { return s.cell + s.gap }
func (s Size) height() float64 { return s.top + s.cell + s.bottom }

// columns is how many cells the longest of the rows has in one line.
func (s Size) columns(rows ...Row) int {
	n := 0
	for _, r := range rows {
		n = max(n, min(s.line, len(r.Cells)))
	}
	return n
}

// lines is how many lines a row of n cells takes.
func (s Size) lines(n int) int { return max(1, (n+s.line-1)/s.line) }

// at is the corner of the nth cell of a row.
func (s Size) at(n int) (x, y float64) {
	return float64(n%s.line) * s.pitch(), float64(n/s.line)*s.height() + s.top
}

// linked is the most cells whose every one is a link. A run of more is drawn in
// Small: its scenarios lead to their pages, and those to each round.
const linked = 1200

// strip is a row as it is drawn.
type strip struct {
	Row
	size Size
	cols int // width in cells, which several strips share
}

func (s strip) w() float64 { return float64(s.cols)*s.size.pitch() - s.size.gap }
func (s strip) h() float64 { return float64(s.size.lines(len(s.Cells))) * s.size.height() }

func (s strip) viewBox() string { return "0 0 " + text(s.w()) + " " + text(s.h()) }

// links reports whether any cell leads somewhere.
func (s strip) links() bool {
	for i := range s.Cells {
		if s.Cells[i].Href != "" {
			return true
		}
	}
	return false
}

// drawn are the shapes of the ith cell.
func (s strip) drawn(i int) layers {
	var l layers
	x, y := s.size.at(i)
	l.target(s.Cells[i].Status, x, y, s.size.cell)
	s.Cells[i].draw(&l, x, y, s.size.cell)
	return l
}

// target lays an unseen square under a shape that does not fill its cell.
func (l *layers) target(s results.Status, x, y, c float64) {
	if s == results.Missing || s == results.NotJudged || s == results.NoAnswer {
		l.Rect(classHit, x, y, c, c)
	}
}

// letterAt is where the letter of the ith cell stands.
func (s strip) letterAt(i int) (x, y string) {
	cx, cy := s.size.at(i)
	return text(cx + s.size.cell/2), text(cy + s.size.cell/2 + 3.2)
}

// marks are the updates, preferences and the longest streak in the row.
func (s strip) marks() layers {
	var l layers
	s.Row.drawMarks(&l, s.size, 0, 0)
	return l
}

// marks draws what stands over and under the cells of a row at x, y.
func (r *Row) drawMarks(p Pen, size Size, x0, y0 float64) {
	for i := range r.Cells {
		c := &r.Cells[i]
		x, y := size.at(i)
		mid, w := x0+x+size.cell/2, 2+size.cell*.4
		if c.Update {
			p.Triangle(ClassUpdate, mid, y0+y-1, max(6, w))
		}
		if c.Pref && size.cell > 8 {
			if c.Update {
				mid += w / 2 // beside the triangle
			}
			p.Disc(ClassPref, mid, y0+y-3.5, 1.5)
		}
		if c.Marked {
			p.Rect(ClassStreak, x0+x, y0+y+size.cell+1.5, size.cell, 2)
		}
	}
	start, n := r.Streak()
	if n < 2 || r.Unordered {
		return
	}
	for from, end := start, start+n; from < end; {
		to := min(end, (from/size.line+1)*size.line)
		x, y := size.at(from)
		p.Rect(ClassStreak, x0+x, y0+y+size.cell+1.2, float64(to-from)*size.pitch()-size.gap, 1.5)
		from = to
	}
}

// text writes a coordinate.
func text(x float64) string { return string(num(nil, x)) }
