package fingerprint

// Pair is one scenario of two runs over each other, with a lane of flips
// between them.
type Pair struct {
	A, B  Row // of the same tasks
	Flips []Flip
	// Separates says that a test tells the two apart here. Only then do flips have
	// the colours of A and B.
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
var pairSize = Size{cell: 13, gap: 3, top: 8, bottom: 3, line: 30}

const (
	lane    = 7 // height of the flips
	laneGap = 4 // over and under them
)

// pairLinked is the most tasks whose every cell is a link, in both runs
// together. A comparison of more leads to its scenarios.
const pairLinked = 1600

// pair is a Pair as it is drawn.
type pair struct {
	Pair
	cols int
}

func (p pair) w() float64 { return float64(p.cols)*pairSize.pitch() - pairSize.gap }
func (p pair) h() float64 { return float64(pairSize.lines(len(p.A.Cells))) * pairHeight }

// pairHeight is that of one line of cells of both runs.
var pairHeight = pairSize.top + 2*pairSize.cell + 2*laneGap + lane + pairSize.bottom

func (p pair) viewBox() string { return "0 0 " + text(p.w()) + " " + text(p.h()) }

// at is the corner of the nth cell of A.
func (p pair) at(n int) (x, y float64) {
	return float64(n%pairSize.line) * pairSize.pitch(), float64(n/pairSize.line)*pairHeight + pairSize.top
}

// below is how far B's cells lie under A's.
const below = 13 + 2*laneGap + lane

// drawn are the shapes of the nth cell of A, or of B.
func (p pair) drawn(n int, b bool) layers {
	var l layers
	x, y := p.at(n)
	c := &p.A.Cells[n]
	if b {
		c, y = &p.B.Cells[n], y+below
	}
	l.target(c.Status, x, y, pairSize.cell)
	c.draw(&l, x, y, pairSize.cell)
	return l
}

// flip is the triangle of a flip: it points at the one that passed. An unseen
// stroke of its class widens what takes a click.
func (p pair) flip(f Flip) layers {
	var l layers
	p.drawFlip(&l, f)
	return l
}

func (p pair) drawFlip(to Pen, f Flip) {
	class := ClassFlip
	if p.Separates && f.OnlyA {
		class = ClassFlipA
	} else if p.Separates {
		class = ClassFlipB
	}
	x, y := p.at(f.At)
	y += pairSize.cell
	if mid := x + pairSize.cell/2; f.OnlyA {
		to.Rise(class, mid, y+laneGap+1, lane)
	} else {
		to.Triangle(class, mid, y+laneGap+lane-1, lane)
	}
}

// Rise implements Pen.
func (l *layers) Rise(class string, x, y, w float64) {
	p := l.of(class)
	d := num(append(p.d, 'M'), x)
	d = num(append(d, ' '), y)
	d = num(append(d, 'l'), w/2)
	d = num(append(d, ' '), w*.55)
	d = num(append(d, 'h'), -w)
	p.d = append(d, 'z')
}

// marks are the updates, which stand over A alone and are quiet: flips are what
// is looked for here, and have the same shape.
func (p pair) marks() layers {
	var l layers
	for i := range p.A.Cells {
		if p.A.Cells[i].Update {
			x, y := p.at(i)
			l.Triangle(ClassUpdate+" "+toneHalf, x+pairSize.cell/2, y-1.5, 7)
		}
	}
	return l
}

// flat are all shapes of a pair without links.
func (p pair) flat() layers {
	var l layers
	for i := range p.A.Cells {
		x, y := p.at(i)
		p.A.Cells[i].draw(&l, x, y, pairSize.cell)
		p.B.Cells[i].draw(&l, x, y+below, pairSize.cell)
	}
	for _, f := range p.Flips {
		for _, x := range p.flip(f) {
			at := l.of(x.Class)
			at.d = append(at.d, x.d...)
		}
	}
	return append(l, p.marks()...)
}

// Linked reports whether every cell of the pairs is a link.
func Linked(all []Pair) bool {
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
