package step

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/clawatlas/clawatlas/results/words"
)

// In a long text the lines far from a match are folded away, so that each match
// is in sight with the lines around it.
const (
	windowFrom  = 40 // lines; a text that has no more is shown whole
	windowSide  = 6  // lines in sight before and after a match
	windowLeast = 9  // lines in a fold, at least
)

// markBlock is an element with lines of text: a whole text, or what lies between
// its folds.
type markBlock struct {
	From, to int // parts that begin and end it
	lines    []markLine
	byLine   bool // each line is an element
	ended    bool // the text that was read ends with a line
}

// markLine is where a line begins: at a byte of a part's text.
type markLine struct {
	part, at int
	open     []string // tags that are open there, inside the block
	match    bool
}

// windows folds away the lines far from a match. What is folded already and
// holds no match stays as it is.
func (m *Marker) windows() {
	var text []markBlock // of one text
	for i := 0; i < len(m.parts); i++ {
		p := &m.parts[i]
		if p.kind == html.StartTagToken && (p.Raw == `<div class="txt">` ||
			strings.HasPrefix(p.Raw, `<div class="txt `) && !strings.Contains(p.Raw, " id=")) {
			if len(text) > 0 && m.parts[text[0].From].Raw != p.Raw {
				m.narrow(text)
				text = nil
			}
			b := m.block(i)
			text = append(text, b)
			i = b.to
			continue
		}
		if !p.betweenBlocks() {
			m.narrow(text)
			text = nil
		}
		if p.tag() == "details" && p.kind == html.StartTagToken && m.unfolded[i] == 0 && !strings.Contains(p.Raw, " open") {
			i = m.closing(i)
		}
	}
	m.narrow(text)
}

// betweenBlocks reports whether a part may stand between the blocks of one text.
func (p *markPart) betweenBlocks() bool {
	return p.kind == html.TextToken || p.tag() == "summary" || p.Raw == "</details>" || p.Raw == `<details class="fold">`
}

// tag is the name of the element that a part begins or ends.
func (p *markPart) tag() string {
	if p.kind != html.StartTagToken && p.kind != html.EndTagToken {
		return ""
	}
	name := strings.TrimLeft(p.Raw, "</")
	return name[:strings.IndexAny(name+">", " >")]
}

// closing is the part that ends the element which part i begins.
func (m *Marker) closing(i int) int {
	name, depth := m.parts[i].tag(), 0
	for ; i < len(m.parts); i++ {
		if m.parts[i].tag() != name {
			continue
		}
		if m.parts[i].kind == html.StartTagToken {
			depth++
		} else if depth--; depth == 0 {
			return i
		}
	}
	return i - 1
}

// block reads the lines of a block. It has none where it holds something else,
// such as a table.
func (m *Marker) block(from int) markBlock {
	b := markBlock{From: from, to: m.closing(from)}
	b.byLine = from+1 < b.to && m.parts[from+1].isLine()
	if !b.byLine {
		b.lines = []markLine{{part: from + 1}}
	}
	var open []string
	for i := from + 1; i < b.to; i++ {
		p := &m.parts[i]
		switch p.kind {
		case html.StartTagToken:
			if line := p.isLine(); line != (b.byLine && len(open) == 0) || !line && !inline(p.tag(), false) ||
				!b.byLine && strings.Contains(p.Raw, " id=") {
				return markBlock{From: b.From, to: b.to}
			} else if line {
				b.lines = append(b.lines, markLine{part: i})
			}
			open = append(slices.Clip(open), p.Raw) // lines keep the former
		case html.EndTagToken:
			open = open[:max(0, len(open)-1)]
		case html.TextToken:
			b.Text(i, p, open)
		}
	}
	if b.ended {
		b.lines = b.lines[:len(b.lines)-1]
	}
	return b
}

// isLine reports whether a part begins an element that is a line.
func (p *markPart) isLine() bool {
	return p.kind == html.StartTagToken && (strings.Contains(p.Raw, ` class="ln`) || strings.Contains(p.Raw, ` class="dl`))
}

// Text reads a text of the block: the lines that begin in it and those with a match.
func (b *markBlock) Text(part int, p *markPart, open []string) {
	if b.byLine {
		if n := len(b.lines); n > 0 && len(p.marks) > 0 {
			b.lines[n-1].match = true
		}
		return
	}
	b.ended = false
	for at, k := 0, 0; at < len(p.Text); {
		end := len(p.Text)
		if n := strings.IndexByte(p.Text[at:], '\n'); n >= 0 {
			end, b.ended = at+n+1, true
		} else {
			b.ended = false
		}
		for k < len(p.marks) && p.marks[k].to <= at {
			k++
		}
		if k < len(p.marks) && p.marks[k].From < end {
			b.lines[len(b.lines)-1].match = true
		}
		if at = end; b.ended {
			b.lines = append(b.lines, markLine{part: part, at: at, open: open})
		}
	}
}

// narrow folds away the lines of a text far from its matches.
func (m *Marker) narrow(text []markBlock) {
	var matches []int // numbers of lines, over all blocks
	total := 0
	for _, b := range text {
		for i, l := range b.lines {
			if l.match {
				matches = append(matches, total+i)
			}
		}
		total += len(b.lines)
	}
	if total <= windowFrom || len(matches) == 0 {
		return
	}
	near := make([]bool, total)
	for _, n := range matches {
		for i := max(0, n-windowSide); i <= min(n+windowSide, total-1); i++ {
			near[i] = true
		}
	}
	for i, first := 0, 0; i < len(text); i++ {
		b := &text[i]
		for at, end := 0, 0; at < len(b.lines); at = end {
			for end = at + 1; end < len(b.lines) && near[first+end] == near[first+at]; end++ {
			}
			if near[first+at] || end-at < windowLeast {
				continue
			}
			where := " between"
			if first+at < matches[0] {
				where = " before"
			} else if first+at > matches[len(matches)-1] {
				where = " after"
			}
			m.fold(b, at, end, words.Plural(end-at, "line", "lines")+where)
		}
		first += len(b.lines)
	}
}

// fold puts lines of a block into a fold beside it; what is open where it is cut
// is closed and opened again.
func (m *Marker) fold(b *markBlock, from, to int, label string) {
	tag, begin, end := m.parts[b.From].Raw, `<details class="fold"><summary>`+label+`</summary>`, `</details>`
	if from == 0 {
		m.parts[b.From].lead += begin
	} else {
		m.cut(b.lines[from], begin+tag)
	}
	if to == len(b.lines) {
		m.parts[b.to].trail += end
	} else {
		m.cut(b.lines[to], end+tag)
	}
}

// cut ends a block where a line begins; between goes before the rest of it.
func (m *Marker) cut(l markLine, between string) {
	var b strings.Builder
	for _, tag := range slices.Backward(l.open) {
		b.WriteString("</" + (&markPart{Raw: tag, kind: html.StartTagToken}).tag() + ">")
	}
	b.WriteString("</div>" + between + strings.Join(l.open, ""))
	p := &m.parts[l.part]
	if p.kind == html.TextToken {
		p.cuts = append(p.cuts, markCut{l.at, b.String()})
	} else {
		p.lead += b.String()
	}
}
