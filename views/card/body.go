package card

import (
	"image/color"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

// Forest are systems with their intervals on one scale.
type Forest struct {
	Rows  []ForestRow // ForestMost are drawn
	Ticks []Tick
}

// ForestMost is how many rows of a forest have room.
const ForestMost = 8

// ForestRow is one system. Places are shares of the scale, 0 at its left end.
type ForestRow struct {
	Name, Value string
	At          *float64 // nil: off the scale, or no value
	Lo, Hi      *float64 // ends of the interval, within the scale; nil without one
	Hollow      bool     // printed, without records
	Tied        bool     // with the leader
}

// Tick is a mark of the scale.
type Tick struct {
	At    float64
	Label string
}

func (f Forest) draw(c *canvas, top float64) {
	const to = 1000
	rows := f.Rows[:min(len(f.Rows), ForestMost)]
	from := 400.0 // the plot gives way to long names
	for _, r := range rows {
		from = max(from, min(760, margin+32+c.width(style{22, r.Tied}, clean(r.Name))))
	}
	high := min(36, (bodyEnd-6-top)/float64(max(1, len(rows))))
	at := func(share float64) float64 { return from + share*(to-from) }
	end := top + float64(len(rows))*high
	tied := 0
	for tied < len(rows) && rows[tied].Tied {
		tied++
	}
	c.rect(paper2, margin, top, right-margin, float64(tied)*high)
	for _, t := range f.Ticks {
		c.rect(grid, at(t.At)-.5, top-3, 1, end-top+6)
		s := style{19, false}
		c.text(s, ink3, at(t.At)-c.width(s, t.Label)/2, end+22, t.Label)
	}
	for i, r := range rows {
		y := top + (float64(i)+.5)*high
		s := style{22, r.Tied}
		c.text(s, ink, margin+12, y+8, c.fit(s, clean(r.Name), from-margin-32))
		c.textEnd(s, ink, right-12, y+8, r.Value)
		if r.Lo != nil && r.Hi != nil {
			c.rect(bars, at(*r.Lo), y-5, at(*r.Hi)-at(*r.Lo), 10)
		}
		switch {
		case r.At == nil:
		case r.Hollow:
			c.disc(paper, at(*r.At), y, 7)
			c.ring(ink, at(*r.At), y, 7, 2)
		default:
			c.disc(ink, at(*r.At), y, 8)
		}
	}
}

// Field is a run's fingerprint, as large as there is room.
type Field struct{ Run fingerprint.Run }

func (f Field) draw(c *canvas, top float64) {
	best, size := columnsFor(top, func(n int) (w, h float64) {
		for _, part := range f.columns(n) {
			pw, ph := part.Painted()
			w, h = max(w, pw), max(h, ph)
		}
		return w, h
	})
	x, wide := float64(margin), 0.0
	parts := f.columns(best)
	for _, part := range parts {
		w, _ := part.Painted()
		wide = max(wide, w*size)
	}
	for _, part := range parts {
		part.Paint(fieldPen{c, x, top + 12, size})
		x += wide + columnGap
	}
}

// columnGap is the room between two columns of drawings in px.
const columnGap = 36

// columnsFor finds in how many columns a drawing becomes largest, and by how much
// it is then enlarged; of tells the size of a column if there are n.
func columnsFor(top float64, of func(n int) (w, h float64)) (columns int, scale float64) {
	columns = 1
	for n := 1; n <= 4; n++ {
		w, h := of(n)
		if w <= 0 || h <= 0 {
			return columns, scale
		}
		if s := min((float64(right-margin)-float64(n-1)*columnGap)/float64(n)/w, (bodyEnd-top-12)/h, 4); s > scale*1.02 {
			columns, scale = n, s
		}
	}
	return columns, scale
}

// columns parts the rows of a run into so many blocks of the same height.
func (f Field) columns(n int) []fingerprint.Run {
	var list []fingerprint.Run
	each := max(1, (len(f.Run.Rows)+n-1)/n)
	for rows := range slices.Chunk(f.Run.Rows, each) {
		list = append(list, fingerprint.Run{Rows: rows})
	}
	return list
}

// fieldPen draws the shapes of a fingerprint, larger.
type fieldPen struct {
	*canvas
	x, y, scale float64
}

// ink is the colour of a class of shapes, and whether they are outlines.
func (p fieldPen) ink(class string) (ink color.RGBA, outline bool) {
	switch class {
	case fingerprint.ClassFailed:
		return hollow, true
	case fingerprint.ClassNone:
		return none, true
	case fingerprint.ClassTimeout:
		return timeout, true
	case fingerprint.ClassQuarter:
		return timeout, false
	case fingerprint.ClassError:
		return failure, true
	case fingerprint.ClassBar:
		return failure, false
	case fingerprint.ClassUnjudged, fingerprint.ClassMissing:
		return missing, false
	case fingerprint.ClassUpdate, fingerprint.ClassStreak, fingerprint.ClassFlip:
		return ink2, false
	case fingerprint.ClassFlipA:
		return sideA, false
	case fingerprint.ClassFlipB:
		return sideB, false
	}
	return solid, false
}

// flipWider enlarges flips, which on a page are read at twice the size.
const flipWider = 1.7

func (p fieldPen) Rect(class string, x, y, w, h float64) {
	x, y, w, h = p.x+x*p.scale, p.y+y*p.scale, w*p.scale, h*p.scale
	if ink, outline := p.ink(class); outline {
		p.frame(ink, x, y, w, h, fingerprint.Stroke*p.scale)
	} else {
		p.rect(ink, x, y, w, h)
	}
}

func (p fieldPen) Disc(class string, x, y, r float64) {
	x, y, r = p.x+x*p.scale, p.y+y*p.scale, r*p.scale
	if ink, outline := p.ink(class); outline {
		p.ring(ink, x, y, r, fingerprint.Stroke*p.scale)
	} else {
		p.disc(ink, x, y, r)
	}
}

func (p fieldPen) Rise(class string, x, y, w float64) {
	ink, _ := p.ink(class)
	p.triangle(ink, p.x+x*p.scale, p.y+(y-1)*p.scale, w*p.scale*flipWider, true)
}

func (p fieldPen) Triangle(class string, x, y, w float64) {
	ink, _ := p.ink(class)
	if class != fingerprint.ClassUpdate { // a flip
		y, w = y+1, w*flipWider
	}
	p.triangle(ink, p.x+x*p.scale, p.y+y*p.scale, w*p.scale, false)
}

// Pairs are the scenarios of two runs over each other, A above and B below, with
// the tasks between them that one alone passed.
type Pairs []Pair

// Pair is one scenario.
type Pair struct {
	Label string
	Pair  fingerprint.Pair
}

// PairsMost is how many scenarios have room.
const PairsMost = 15

// pairLabel is the room at the left of a pair, in its unit.
const pairLabel = 92

func (p Pairs) draw(c *canvas, top float64) {
	high, wide := 0.0, 0.0
	for _, x := range p {
		w, h := x.Pair.Painted()
		wide, high = max(wide, w+pairLabel), max(high, h+14)
	}
	n, scale := columnsFor(top, func(n int) (w, h float64) {
		return wide, high * float64((len(p)+n-1)/n)
	})
	each := max(1, (len(p)+n-1)/n)
	label := style{min(22, 26*scale), true}
	for i, x := range p {
		left := margin + float64(i/each)*(wide*scale+columnGap)
		y := top + 12 + float64(i%each)*high*scale
		_, h := x.Pair.Painted()
		c.text(label, ink2, left, y+h*scale*.55+label.size*.35, c.fit(label, clean(x.Label), pairLabel*scale-6))
		x.Pair.Paint(fieldPen{c, left + pairLabel*scale, y, scale})
	}
}

// Strips are systems with their cells and what is counted of them.
type Strips []Strip

// Strip is one system.
type Strip struct {
	Name, Value string
	Row         fingerprint.Row
}

// stripsHigh is how many strips stand below each other. Of single cells there are two
// columns.
const stripsHigh = 8

// Drawn are the strips that have room.
func (s Strips) Drawn() Strips {
	most := 2 * stripsHigh
	if slices.ContainsFunc(s, func(x Strip) bool { return len(x.Row.Cells) > 1 }) {
		most = stripsHigh
	}
	return s[:min(len(s), most)]
}

func (s Strips) draw(c *canvas, top float64) {
	list := s.Drawn()
	label, n := style{22, false}, (len(list)+stripsHigh-1)/stripsHigh
	all := (float64(right-margin) - float64(n-1)*columnGap) / float64(max(1, n))
	name, value, wide, tall := 0.0, 0.0, 1.0, 1.0
	for _, x := range list {
		w, h := fingerprint.Run{Rows: []fingerprint.Row{x.Row}}.Painted()
		name, value = max(name, c.width(label, clean(x.Name))), max(value, c.width(label, x.Value))
		wide, tall = max(wide, w), max(tall, h)
	}
	name = min(name, all*.5)
	high := min(48, (bodyEnd-top-12)/float64(max(1, min(len(list), stripsHigh))))
	scale := min((all-name-value-2*16)/wide, high/tall, 3.2)
	for i, x := range list {
		left, y := margin+float64(i/stripsHigh)*(all+columnGap), top+12+float64(i%stripsHigh)*high
		c.text(label, ink, left, y+high/2+8, c.fit(label, clean(x.Name), name))
		run := fingerprint.Run{Rows: []fingerprint.Row{x.Row}}
		_, h := run.Painted()
		run.Paint(fieldPen{c, left + name + 16, y + (high-h*scale)/2, scale})
		c.text(label, ink2, left+name+32+wide*scale, y+high/2+8, x.Value)
	}
}

// Split are the tasks of two runs by who passed them.
type Split struct {
	A, B                        string // names
	Both, OnlyA, OnlyB, Neither int
	Separates                   bool // a test tells the two apart; only then have they colours
}

func (s Split) draw(c *canvas, top float64) {
	n := s.Both + s.OnlyA + s.OnlyB + s.Neither
	if n == 0 {
		return
	}
	a, b := sideA, sideB
	if !s.Separates {
		a, b = bars, bars
	}
	const high = 44
	parts := []struct {
		n     int
		ink   color.RGBA
		words string
		full  bool
	}{{s.Both, solid, "both passed", true}, {s.OnlyA, a, "only " + s.A, true}, {s.OnlyB, b, "only " + s.B, true}, {s.Neither, hollow,
		"neither", false}}
	y := top + 20
	x := float64(margin)
	for _, p := range parts {
		w := float64(right-margin) * float64(p.n) / float64(n)
		if p.full {
			c.rect(p.ink, x, y, max(0, w-3), high)
		} else if w > 5 {
			c.frame(p.ink, x+1, y+1, w-2, high-2, 2)
		}
		x += w
	}
	y += high + 44
	label, count := style{22, false}, style{26, true}
	for i, p := range parts {
		row := y + float64(i)*37
		mark := func(px, py float64) {
			if p.full {
				c.rect(p.ink, px, py, 18, 18)
			} else {
				c.frame(p.ink, px+1, py+1, 16, 16, 2)
			}
		}
		mark(margin, row-17)
		c.textEnd(count, ink, margin+110, row, words.Count(p.n))
		c.text(label, ink2, margin+126, row, c.fit(label, clean(p.words), right-margin-126))
	}
}

// Differences are those of two runs, task by task, the largest first.
type Differences struct {
	A, B      string
	List      []float64 // B's score taken from A's, -1 to 1, in falling order
	Separates bool
}

func (d Differences) draw(c *canvas, top float64) {
	if len(d.List) == 0 {
		return
	}
	a, b := sideA, sideB
	if !d.Separates {
		a, b = bars, bars
	}
	most, up, down := 0.0, 0, 0
	for _, v := range d.List {
		most = max(most, math.Abs(v))
		if v > 0 {
			up++
		} else if v < 0 {
			down++
		}
	}
	label := style{22, true}
	c.text(label, a, margin+130, top+28, c.fit(label, clean(d.A+" better on "+words.Count(up)), 500))
	c.textEnd(label, b, right-130, bodyEnd-8, c.fit(label, clean(d.B+" better on "+words.Count(down)), 500))
	zero, half := (top+bodyEnd)/2, (bodyEnd-top)/2-8
	c.rect(bars, margin, zero-.5, right-margin, 1)
	pitch := float64(right-margin) / float64(len(d.List))
	for i, v := range d.List {
		h := half * math.Abs(v) / max(most, 1e-9)
		x, w := margin+float64(i)*pitch, max(pitch*.78, .6)
		if v > 0 {
			c.rect(a, x, zero-h, w, h)
		} else if v < 0 {
			c.rect(b, x, zero, w, h)
		}
	}
}

// Lines are a list of names with what is said of each.
type Lines []Line

// Line is one of a list.
type Line struct{ Name, Text string }

// LinesMost is how many lines have room.
const LinesMost = 5

func (l Lines) draw(c *canvas, top float64) {
	const high = 54
	list := l[:min(len(l), LinesMost, int((bodyEnd-top)/high))]
	name, text := style{24, true}, style{22, false}
	for i, x := range list {
		y := top + float64(i)*high
		c.rect(line, margin, y, right-margin, 1)
		c.text(name, ink, margin, y+36, c.fit(name, clean(x.Name), 290))
		c.text(text, ink2, margin+310, y+36, c.fit(text, clean(x.Text), right-margin-310))
	}
}
