package fingerprint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// CSS classes of the shapes in a cell. static/app.css defines their colours.
const (
	ClassPassed   = "fp-p"  // solid square of a passed cell, and filled part of a cell with a partial score
	ClassFailed   = "fp-f"  // hollow square of a failed cell
	ClassNone     = "fp-n"  // hollow circle of a cell without an answer
	ClassTimeout  = "fp-t"  // hollow square of a cell with a timeout
	ClassQuarter  = "fp-tq" // filled quarter inside a cell with a timeout
	ClassError    = "fp-e"  // hollow square of a cell with an error
	ClassBar      = "fp-eb" // vertical bar inside a cell with an error
	ClassUnjudged = "fp-j"  // horizontal bar of a cell without a verdict
	ClassMissing  = "fp-m"  // dot of a cell without a trial
	ClassSome     = "fp-2s" // hollow square of a task that only some of several systems passed
	ClassDoubt    = "fp-x"  // dashed square inside a cell with a check that cannot be passed
	ClassUpdate   = "fp-u"  // triangle above a cell whose task follows an update
	ClassPref     = "fp-d"  // dot above a cell whose task is followed by a preference check
	ClassStreak   = "fp-s"  // line below the longest streak of passed cells
	ClassFlip     = "fp-v"  // triangle of a disagreement between two runs
	ClassFlipA    = "fp-v fp-a"
	ClassFlipB    = "fp-v fp-b"
	classHit      = "fp-h" // invisible click target for small shapes
	classHalf     = "fp-2" // thumbnail cell with a score between 0 and 1
	classZero     = "fp-3" // thumbnail cell with a score of 0
)

type layer struct {
	class string
	d     []byte
}

// layers holds the SVG paths of a drawing. All shapes of one class share a path, so that a drawing
// of a thousand cells has only a few elements.
type layers []layer

func (l layers) markup() string {
	var b strings.Builder
	for _, x := range l {
		b.WriteString(`<path class="` + x.class + `" d="`)
		b.Write(x.d)
		b.WriteString(`"></path>`)
	}
	return b.String()
}

// path adds a shape to the path of a class. It replaces each # in the shape with the next number.
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

// num appends a coordinate with at most one decimal place.
func num(d []byte, x float64) []byte {
	return strconv.AppendFloat(d, math.Round(x*10)/10, 'f', -1, 64)
}

func text(x float64) string { return string(num(nil, x)) }

func (l *layers) rect(class string, x, y, w, h float64) {
	l.path(class, "M# #h#v#h#z", x, y, w, h, -w)
}

const stroke = 1.2

func (l *layers) hollow(class string, x, y, side, stroke float64) {
	l.rect(class, x+stroke/2, y+stroke/2, side-stroke, side-stroke)
}

func (l *layers) disc(class string, x, y, r float64) {
	l.path(class, "M# #a# # 0 1 0 # 0a# # 0 1 0 # 0z", x-r, y, r, r, 2*r, r, r, -2*r)
}

// triangle adds a triangle that points down, with its tip at x, y.
func (l *layers) triangle(class string, x, y, w float64) {
	l.path(class, "M# #h#L# #z", x-w/2, y-w*.55, w, x, y)
}

func (l *layers) rise(class string, x, y, w float64) {
	l.path(class, "M# #l# #h#z", x, y, w/2, w*.55, -w)
}

// draw draws the cell in a square with its top left corner at x, y.
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
	default:
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

// target draws the cell. If its shape is small, it adds an invisible square behind it as a click
// target.
func (c *Cell) target(x, y, side float64) (l layers) {
	if c.Status == results.Missing || c.Status == results.NotJudged || c.Status == results.NoAnswer {
		l.rect(classHit, x, y, side, side)
	}
	c.draw(&l, x, y, side)
	return l
}

// Size is the drawing size of cells in px.
type Size struct {
	cell, gap   float64
	top, bottom float64 // space in px for update markers above, and for the streak line below
	line        int     // maximum number of cells per line; longer rows wrap
}

// Sizes of a strip. On a phone, strips shrink to the width of the page.
var (
	Large  = Size{cell: 24, gap: 3, top: 12, bottom: 6, line: 40} // size for one scenario
	Medium = Size{cell: 16, gap: 3, top: 9, bottom: 5, line: 30}  // size for the scenarios of a run
	List   = Size{cell: 11, gap: 2, top: 7, bottom: 1, line: 40}  // size for rows of a list, without links
	Small  = Size{cell: 6, gap: 1, top: 5, bottom: 3, line: 80}   // size for entire runs
)

func (s Size) pitch() float64  { return s.cell + s.gap }
func (s Size) height() float64 { return s.top + s.cell + s.bottom }

func (s Size) columns(rows ...Row) int {
	n := 0
	for _, r := range rows {
		n = max(n, min(s.line, len(r.Cells)))
	}
	return n
}

func (s Size) lines(n int) int { return max(1, (n+s.line-1)/s.line) }

// at returns the corner of the nth cell of a row.
func (s Size) at(n int) (x, y float64) {
	return float64(n%s.line) * s.pitch(), float64(n/s.line)*s.height() + s.top
}

type strip struct {
	Row
	size Size
	cols int // width of the strip in cells, if several strips share it
}

func (s strip) w() float64 { return float64(s.cols)*s.size.pitch() - s.size.gap }
func (s strip) h() float64 { return float64(s.size.lines(len(s.Cells))) * s.size.height() }

func (s strip) links() bool {
	return slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Href != "" })
}

func (s strip) drawn(i int) layers {
	x, y := s.size.at(i)
	return s.Cells[i].target(x, y, s.size.cell)
}

func (s strip) letterAt(i int) (x, y string) {
	cx, cy := s.size.at(i)
	return text(cx + s.size.cell/2), text(cy + s.size.cell/2 + 3.2)
}

func (s strip) marks() (l layers) {
	s.Row.drawMarks(&l, s.size, 0)
	return l
}

// Returns the cells and markers of a strip without links.
func (s strip) all() (l layers) {
	s.Row.drawCells(&l, s.size, 0)
	s.Row.drawMarks(&l, s.size, 0)
	return l
}

// drawCells draws the cells of a row, with the top of the row at y0. drawMarks draws the markers
// above and below them.
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
				mid += w / 2 // place the dot next to the triangle
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

const choiceCell = 13.0

// choice draws an option of a multiple-choice task: solid if chosen and correct, hollow if correct
// but not chosen, hollow with a filled centre if chosen but wrong, and a dot if neither chosen nor
// correct.
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

type key struct {
	drawn layers
	word  string
}

func choiceKeys() []key {
	return []key{{choice(true, true), "chosen, right"}, {choice(true, false), "right, left out"}, {choice(false, true), "chosen, wrong"}}
}

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

func hasLetters(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.letter() != "" })
	})
}

// Window is the picture in the site's logo, an excerpt of a real run: five rounds (q5 to q9) of
// five consecutive scenarios of the ClawArena dataset (hil_d3, hil_i2, hil_g1, hil_j1 and hil_f7),
// run by Gemma 4 31B with OpenClaw (run 0851fe62 of the public records). A # is one of the 20
// passed rounds, an o one of the 5 failed ones. A test in package web compares it with the records.
var Window = [5]string{
	"#o###",
	"o##o#",
	"####o",
	"o####",
	"#####",
}

// mark draws the logo with cells of 4 px.
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
