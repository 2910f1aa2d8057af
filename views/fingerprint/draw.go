package fingerprint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// The classes of what is drawn. static/app.css colours them.
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
	ClassFlip     = "fp-v"  // disagreement
	ClassFlipA    = "fp-v fp-a"
	ClassFlipB    = "fp-v fp-b"
	classHit      = "fp-h" // unseen area that takes clicks where the shape is small
	classHalf     = "fp-2" // of a thumb: a score between 0 and 1
	classZero     = "fp-3" // of a thumb: judged, and nothing won
)

// layer is a path in one class.
type layer struct {
	class string
	d     []byte
}

// layers are the paths of a drawing, one for each class, in the order in which the
// classes came. A field of a thousand cells is a handful of paths.
type layers []layer

// markup are the layers as elements; class and path are the program's own.
func (l layers) markup() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(`<path class="` + x.class + `" d="`)
		b.Write(x.d)
		b.WriteString(`"></path>`)
	}
	return b.String()
}

// path adds a shape to the layer of a class: path data in which each # is the next number.
func (l *layers) path(class, shape string, numbers ...float64) {
	at := slices.IndexFunc(*l, func(x layer) bool { return x.class == class })
	if at < 0 {
		at = len(*l)
		*l = append(*l, layer{class: class})
	}
	p := &(*l)[at]
	for i := range len(shape) {
		if shape[i] != '#' {
			p.d = append(p.d, shape[i])
			continue
		}
		p.d, numbers = num(p.d, numbers[0]), numbers[1:]
	}
}

// num writes a coordinate with at most one digit after the point.
func num(d []byte, x float64) []byte {
	return strconv.AppendFloat(d, math.Round(x*10)/10, 'f', -1, 64)
}

// text writes a coordinate.
func text(x float64) string { return string(num(nil, x)) }

// rect is a rectangle with its upper left corner at x, y.
func (l *layers) rect(class string, x, y, w, h float64) {
	l.path(class, "M# #h#v#h#z", x, y, w, h, -w)
}

// stroke is the thickness of the outline of a cell.
const stroke = 1.2

// hollow is a square whose stroke lies within the cell.
func (l *layers) hollow(class string, x, y, side, stroke float64) {
	l.rect(class, x+stroke/2, y+stroke/2, side-stroke, side-stroke)
}

// disc is a circle around x, y.
func (l *layers) disc(class string, x, y, r float64) {
	l.path(class, "M# #a# # 0 1 0 # 0a# # 0 1 0 # 0z", x-r, y, r, r, 2*r, r, r, -2*r)
}

// triangle points down, rise up; its tip is at x, y.
func (l *layers) triangle(class string, x, y, w float64) {
	l.path(class, "M# #h#L# #z", x-w/2, y-w*.55, w, x, y)
}

func (l *layers) rise(class string, x, y, w float64) {
	l.path(class, "M# #l# #h#z", x, y, w/2, w*.55, -w)
}

// draw draws the verdict in a square of that side whose corner is at x, y.
func (c *Cell) draw(l *layers, x, y, side float64) {
	switch {
	case c.Some:
		l.hollow(ClassSome, x, y, side, stroke)
		l.rect(ClassPassed, x, y+side/2, side, side/2)
		return
	case c.Status == results.Passed:
		l.rect(ClassPassed, x, y, side, side)
		return
	}
	switch c.Status {
	case results.Missing:
		l.disc(ClassMissing, x+side/2, y+side/2, side/7)
		return
	case results.NotJudged:
		l.rect(ClassUnjudged, x, y+side/2-side/8, side, side/4)
		return
	case results.NoAnswer:
		l.disc(ClassNone, x+side/2, y+side/2, (side-stroke)/2)
	case results.Timeout:
		l.hollow(ClassTimeout, x, y, side, stroke)
		l.rect(ClassQuarter, x+side/2, y, side/2, side/2)
	case results.Failed:
		l.hollow(ClassFailed, x, y, side, stroke)
	default: // the errors
		l.hollow(ClassError, x, y, side, stroke)
		l.rect(ClassBar, x+side/2-side/10, y+side/5, side/5, side*3/5)
	}
	if n := c.partial(); n > 0 {
		h := side * float64(n) / 3
		l.rect(ClassPassed, x, y+side-h, side, h)
	} else if c.Impossible && side > 8 {
		l.hollow(ClassDoubt, x+side/8, y+side/8, side*3/4, 1)
	}
}

// target draws the verdict with an unseen square under a shape that does not fill its cell.
func (c *Cell) target(x, y, side float64) (l layers) {
	if c.Status == results.Missing || c.Status == results.NotJudged || c.Status == results.NoAnswer {
		l.rect(classHit, x, y, side, side)
	}
	c.draw(&l, x, y, side)
	return l
}

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

// strip is a row as it is drawn.
type strip struct {
	Row
	size Size
	cols int // width in cells, which several strips share
}

func (s strip) w() float64 { return float64(s.cols)*s.size.pitch() - s.size.gap }
func (s strip) h() float64 { return float64(s.size.lines(len(s.Cells))) * s.size.height() }

// links reports whether any cell leads somewhere.
func (s strip) links() bool {
	return slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Href != "" })
}

// drawn are the shapes of the ith cell.
func (s strip) drawn(i int) layers {
	x, y := s.size.at(i)
	return s.Cells[i].target(x, y, s.size.cell)
}

// letterAt is where the letter of the ith cell stands.
func (s strip) letterAt(i int) (x, y string) {
	cx, cy := s.size.at(i)
	return text(cx + s.size.cell/2), text(cy + s.size.cell/2 + 3.2)
}

// marks are the updates, preferences and the longest streak in the row.
func (s strip) marks() (l layers) {
	s.Row.drawMarks(&l, s.size, 0)
	return l
}

// all are the cells and marks of a strip without links.
func (s strip) all() (l layers) {
	s.Row.drawCells(&l, s.size, 0)
	s.Row.drawMarks(&l, s.size, 0)
	return l
}

// drawCells draws the cells of a row from y0 on, drawMarks what stands over and under them.
func (r *Row) drawCells(l *layers, size Size, y0 float64) {
	for i := range r.Cells {
		x, y := size.at(i)
		r.Cells[i].draw(l, x, y0+y, size.cell)
	}
}

func (r *Row) drawMarks(l *layers, size Size, y0 float64) {
	for i := range r.Cells {
		c := &r.Cells[i]
		x, y := size.at(i)
		mid, w := x+size.cell/2, 2+size.cell*.4
		if c.Update {
			l.triangle(ClassUpdate, mid, y0+y-1, max(6, w))
		}
		if c.Pref && size.cell > 8 {
			if c.Update {
				mid += w / 2 // beside the triangle
			}
			l.disc(ClassPref, mid, y0+y-3.5, 1.5)
		}
	}
	start, n := r.Streak()
	if n < 2 || r.Unordered {
		return
	}
	for from, end := start, start+n; from < end; {
		to := min(end, (from/size.line+1)*size.line)
		x, y := size.at(from)
		l.rect(ClassStreak, x, y0+y+size.cell+1.2, float64(to-from)*size.pitch()-size.gap, 1.5)
		from = to
	}
}

// choiceCell is the side of a choice in px.
const choiceCell = 13.0

// choice draws what was done with an option: solid if chosen and right, hollow if right
// and left out, with a core if chosen and wrong, a dot if neither.
func choice(gold, picked bool) (l layers) {
	const c = choiceCell
	switch {
	case gold && picked:
		l.rect(ClassPassed, 0, 0, c, c)
	case gold:
		l.hollow(ClassFailed, 0, 0, c, stroke)
	case picked:
		l.hollow(ClassFailed, 0, 0, c, stroke)
		l.rect(ClassPassed, c/3, c/3, c/3, c/3)
	default:
		l.disc(ClassMissing, c/2, c/2, c/7)
	}
	return l
}

// key is one entry of a legend: a shape of 12 px and its meaning.
type key struct {
	drawn layers
	word  string
}

// choiceKeys explain the shapes of choices.
func choiceKeys() []key {
	return []key{{choice(true, true), "chosen, right"}, {choice(true, false), "right, left out"}, {choice(false, true), "chosen, wrong"}}
}

// keys are the entries for what occurs in the rows.
func keys(rows []Row) []key {
	seen := map[results.Status]bool{}
	var update, pref, streak, partial, faulty bool
	for _, r := range rows {
		_, n := r.Streak()
		streak = streak || n > 1 && !r.Unordered
		for i := range r.Cells {
			c := &r.Cells[i]
			seen[c.Status] = true
			update, pref, partial = update || c.Update, pref || c.Pref, partial || c.partial() > 0
			faulty = faulty || c.Impossible && c.Status != results.Passed
		}
	}
	var list []key
	add := func(has bool, word string, draw func(*layers)) {
		if has {
			k := key{word: word}
			draw(&k.drawn)
			list = append(list, k)
		}
	}
	cell := func(c Cell) func(*layers) { return func(l *layers) { c.draw(l, 0, 0, 12) } }
	errors := false
	for _, s := range results.Statuses() {
		word := words.StatusWord(s)
		if s.IsError() {
			word = "error"
		}
		add(seen[s] && !(errors && s.IsError()), word, cell(Cell{Status: s}))
		errors = errors || seen[s] && s.IsError()
	}
	half := 0.5
	add(partial, "score, in thirds from below", cell(Cell{Status: results.Failed, Score: &half}))
	add(faulty, "faulty check", cell(Cell{Status: results.Failed, Impossible: true}))
	add(update, "update before it", func(l *layers) { l.triangle(ClassUpdate, 6, 8, 8) })
	add(pref, "preference checked", func(l *layers) { l.disc(ClassPref, 6, 6, 1.5) })
	add(streak, "longest streak in the row", func(l *layers) { l.rect(ClassStreak, 0, 6, 12, 1.5) })
	return list
}

// hasLetters reports whether any cell has a letter.
func hasLetters(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.letter() != "" })
	})
}

// Window is the site's mark, a real piece of a run: five rounds of five scenarios of
// ClawArena that neighbour each other in the dataset, hil_d3, hil_i2, hil_g1, hil_j1 and
// hil_f7, rounds q5 to q9, as Gemma 4 31B took them with OpenClaw in the public records
// (run 0851fe62). 20 were passed (#), 5 failed (o). A test of the real records in web
// compares it with them.
var Window = [5]string{
	"#o###",
	"o##o#",
	"####o",
	"o####",
	"#####",
}

// mark draws the window with cells of 4 px.
func mark() layers {
	l := layers{{class: ClassPassed}, {class: ClassFailed}}
	for y, row := range Window {
		for x, k := range row {
			if px, py := float64(5*x), float64(5*y); k == '#' {
				l.rect(ClassPassed, px, py, 4, 4)
			} else {
				l.hollow(ClassFailed, px, py, 4, .8)
			}
		}
	}
	return l
}
