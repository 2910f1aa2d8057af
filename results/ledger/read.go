package ledger

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/pack"
)

// Page reads packed steps.
type Page struct {
	Steps int
	names [3][]string
	r     *pack.Reader
	entry Entry
	paths []int
}

// Entry is a step of a page. It holds until the next one is read.
type Entry struct {
	Role   string
	Day    string
	First  bool
	Failed bool
	Copied bool
	Calls  []Mark
	page   *Page
}

// Mark is a call of an Entry. Names are places in the lists of the page.
type Mark struct {
	tool    int
	cause   int // -1: none
	end     byte
	exit    int64
	hasExit bool
	from    int // paths from..to of the page's
	to      int
}

// Tool is the name of the tool.
func (e *Entry) Tool(m *Mark) string { return e.page.names[0][m.tool] }

// Cause is the cause of a failure; empty if there is none.
func (e *Entry) Cause(m *Mark) string {
	if m.cause < 0 {
		return ""
	}
	return e.page.names[2][m.cause]
}

// End is how the call ended, one of the values of is: or empty.
func (e *Entry) End(m *Mark) string { return endNames[m.end] }

// Exit is the exit code, where it is recorded.
func (m *Mark) Exit() (int, bool) { return int(m.exit), m.hasExit }

// Paths calls each with every file that the call names.
func (e *Entry) Paths(m *Mark, each func(string)) {
	for _, p := range e.page.paths[m.from:m.to] {
		each(e.page.names[1][p])
	}
}

var (
	roleNames = roles()
	endNames  = ends()
)

// Open reads the lists of a page, which is kept as it is while it is read.
func Open(data []byte) (*Page, error) {
	p := &Page{r: pack.NewReader()}
	p.entry.page = p
	p.r.Open(data)
	p.Steps = p.r.Number()
	for i := range p.names {
		n := p.r.Number()
		if n > len(data) {
			p.r.Damaged()
			break
		}
		p.names[i] = make([]string, n)
		for k := range p.names[i] {
			p.names[i][k] = string(p.r.Bytes())
		}
	}
	return p, p.damage()
}

func (p *Page) damage() error {
	if err := p.r.Err(); err != nil {
		return fmt.Errorf("read notes of steps: %w", err)
	}
	return nil
}

// Each gives the steps in their order, counted from 0.
func (p *Page) Each(each func(i int, e *Entry)) error {
	for i := range p.Steps {
		p.next()
		if p.r.Err() != nil {
			break
		}
		each(i, &p.entry)
	}
	return p.damage()
}

func (p *Page) next() {
	e := &p.entry
	bits := int(p.r.Byte())
	e.Role = roleNames[min(bits&3, len(roleNames)-1)]
	e.Failed, e.First, e.Copied, e.Day = bits&bitFailed > 0, bits&bitFirst > 0, bits&bitCopied > 0, ""
	if bits&bitDay > 0 {
		if i := p.place(2); i >= 0 {
			e.Day = p.names[2][i]
		}
	}
	e.Calls, p.paths = e.Calls[:0], p.paths[:0]
	n := 0
	switch {
	case bits&bitCall > 0:
		n = 1
	case bits&bitCalls > 0:
		n = p.r.Number()
	}
	for ; n > 0 && p.r.Err() == nil; n-- {
		e.Calls = append(e.Calls, p.mark())
	}
}

// place reads a place in a list; -1 if there is no such.
func (p *Page) place(list int) int {
	if i := p.r.Number(); i < len(p.names[list]) {
		return i
	}
	p.r.Damaged()
	return -1
}

func (p *Page) mark() Mark {
	m := Mark{tool: max(p.place(0), 0), cause: -1, from: len(p.paths)}
	bits := p.r.Byte()
	m.end = min(bits&7, byte(len(endNames)-1))
	if bits&bitExit > 0 {
		m.exit, m.hasExit = p.r.Signed(), true
	}
	if bits&bitCause > 0 {
		m.cause = p.place(2)
	}
	n := int(bits >> pathsAt)
	if n == manyPath {
		n = p.r.Number()
	}
	for ; n > 0 && p.r.Err() == nil; n-- {
		if i := p.place(1); i >= 0 {
			p.paths = append(p.paths, i)
		}
	}
	m.to = len(p.paths)
	return m
}
