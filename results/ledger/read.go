package ledger

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/pack"
	"github.com/clawatlas/clawatlas/results/search"
)

// Page reads packed steps, forwards, one page after the other.
type Page struct {
	Steps int
	turn  int // number of pages that were opened
	Lead  int // steps of the first one's trial before it
	kinds []Kind
	words []string
	steps []byte
	days  column
	many  column
	calls column
	files column
	later []byte
	r     *pack.Reader
	entry Entry
	next  cursor // the step after entry

	paths []byte // names of files, a line each
	ends  column // of each in paths
	count int    // of them
}

// cursor is what comes before a step.
type cursor struct {
	steps, days, many, calls, files, later int
	trial                                  int // its first step
}

// Kind is what several calls have in common.
type Kind struct {
	Tool    string
	End     string // one of the values of is:, or empty
	Cause   string // of a failure; empty if there is none
	Error   string // its name; empty if there is none
	exit    int64
	hasExit bool
	files   int // that it names
	failed  int // 1 if it is a failure
}

// Exit is the exit code, where it is recorded.
func (k *Kind) Exit() (int, bool) { return int(k.exit), k.hasExit }

// column is numbers of one width.
type column struct {
	data  []byte
	width int
	most  int // they are below it
}

func (c *column) len() int { return len(c.data) / c.width }

// at is a number of the column; what is damaged reads as 0.
func (c *column) at(i int) int {
	v := 0
	if i *= c.width; i >= len(c.data) {
		return 0
	}
	if c.width == 1 {
		v = int(c.data[i])
	} else {
		for k := range c.width {
			v |= int(c.data[i+k]) << (8 * k)
		}
	}
	if v >= c.most {
		return 0
	}
	return v
}

// Entry is a step of a page. It holds until the next one is read.
type Entry struct {
	Role   string
	Day    string // empty where it states none
	First  bool
	Failed bool
	Copied bool
	Trial  int // number of its trial's first step, below 0 if that lies before the page
	Calls  []Mark
	page   *Page
}

// Mark is a call of an Entry.
type Mark struct {
	kind  int
	files int // place of the first that it names
	later int // place of how it went on, if it failed
}

// Kind says what a call was.
func (e *Entry) Kind(m *Mark) *Kind { return &e.page.kinds[m.kind] }

// Later says how a failed call went on, one of the values of later:; empty if it did
// not fail.
func (e *Entry) Later(m *Mark) string {
	switch {
	case e.Kind(m).failed == 0:
		return ""
	case m.later < len(e.page.later) && e.page.later[m.later] > 0:
		return search.LaterOK
	}
	return search.LaterNever
}

// Paths calls each with every file that the call names.
func (e *Entry) Paths(m *Mark, each func(string)) {
	for i := range e.Kind(m).files {
		each(e.page.path(e.page.files.at(m.files + i)))
	}
}

var (
	roleNames = append(roles(), "")
	endNames  = ends()
)

// NewPage makes a reader of pages, of which Open opens the first.
func NewPage() *Page {
	p := &Page{r: pack.NewReader()}
	p.entry.page = p
	return p
}

// Open begins with the page of a Sheet, which must stay as it is while it is read.
// paths may be left out where files are not asked for.
func (p *Page) Open(data, paths []byte) error {
	p.turn++
	p.r.Open(data)
	p.Lead = p.r.Number()
	p.words = resized(p.words, p.most(len(data)))
	for i := range p.words {
		p.words[i] = p.r.Text()
	}
	p.kinds = resized(p.kinds, p.most(len(data)))
	for i := range p.kinds {
		p.kinds[i] = p.kind()
	}
	p.count = p.r.Number()
	p.steps = p.r.Bytes()
	p.Steps = len(p.steps)
	p.days, p.many, p.calls, p.files = p.column(len(p.words)), p.column(1<<31), p.column(len(p.kinds)), p.column(p.count)
	p.later = p.r.Bytes()
	if p.paths, p.ends = nil, (column{width: 1}); len(paths) > 0 && p.r.Err() == nil {
		p.r.Open(paths)
		p.ends = p.column(len(paths))
		p.paths = paths[len(p.r.Read()):]
		if p.ends.len() != p.count {
			p.r.Damaged()
		}
	}
	if p.r.Err() == nil && (!p.sound() || p.count > p.files.len()) {
		p.r.Damaged()
	}
	p.next = cursor{trial: -p.Lead}
	if p.r.Err() != nil {
		p.Steps = 0
		return fmt.Errorf("read notes of steps: %w", p.r.Err())
	}
	return nil
}

// resized is a list of that many members, whose values mean nothing.
func resized[T any](list []T, n int) []T {
	if n > cap(list) {
		return make([]T, n)
	}
	return list[:n]
}

// sound reports whether the columns are as long as the steps have it. What a place
// beyond a column holds reads as 0.
func (p *Page) sound() bool {
	days, many, calls := 0, 0, 0
	for _, bits := range p.steps {
		days += int(bits&bitDay) / bitDay
		if n := int(bits >> callsAt); n < manyCalls {
			calls += n
		} else {
			calls += p.many.at(many)
			many++
		}
	}
	return days == p.days.len() && many == p.many.len() && calls == p.calls.len() && (calls == 0 || len(p.kinds) > 0)
}

// most reads a number that is at most that high.
func (p *Page) most(n int) int {
	if k := p.r.Number(); k <= n {
		return k
	}
	p.r.Damaged()
	return 0
}

func (p *Page) kind() Kind {
	k := Kind{Tool: p.word(), files: p.r.Number()}
	bits := p.r.Byte()
	if k.End = endNames[min(int(bits&7), len(endNames)-1)]; isFailure(k.End) {
		k.failed = 1
	}
	if bits&bitExit > 0 {
		k.exit, k.hasExit = p.r.Signed(), true
	}
	if bits&bitCause > 0 {
		k.Cause = p.word()
	}
	if bits&bitError > 0 {
		k.Error = p.word()
	}
	return k
}

func (p *Page) word() string {
	if i := p.r.Number(); i < len(p.words) {
		return p.words[i]
	}
	p.r.Damaged()
	return ""
}

func (p *Page) column(most int) column {
	c := column{width: p.r.Number(), most: most}
	if c.data = p.r.Bytes(); c.width < 1 || c.width > 4 || len(c.data)%c.width != 0 {
		p.r.Damaged()
		return column{width: 1}
	}
	return c
}

// path is the name of a file; empty where names were left out.
func (p *Page) path(i int) string {
	start, end := 0, p.ends.at(i)
	if i > 0 {
		start = p.ends.at(i-1) + 1
	}
	if start > end || end > len(p.paths) {
		return ""
	}
	return string(p.paths[start:end])
}

// Step gives a step, counted from 0, which lies after the one that was given before.
func (p *Page) Step(i int) *Entry {
	for p.next.steps < i {
		p.pass()
	}
	e, at := &p.entry, p.next
	bits := p.steps[i]
	e.Role = roleNames[bits&3]
	e.Failed, e.First, e.Copied, e.Day = bits&bitFailed > 0, bits&bitFirst > 0, bits&bitCopied > 0, ""
	if bits&bitDay > 0 && len(p.words) > 0 {
		e.Day = p.words[p.days.at(at.days)]
	}
	n := int(bits >> callsAt)
	if n == manyCalls {
		n = p.many.at(at.many)
	}
	e.Calls = e.Calls[:0]
	for c := range n {
		m := Mark{kind: p.calls.at(at.calls + c), files: at.files, later: at.later}
		e.Calls = append(e.Calls, m)
		k := &p.kinds[m.kind]
		at.files, at.later = at.files+k.files, at.later+k.failed
	}
	if e.First {
		at.trial = i
	}
	e.Trial = at.trial
	p.next = cursor{i + 1, at.days + int(bits&bitDay)/bitDay, at.many, at.calls + n, at.files, at.later, at.trial}
	if bits>>callsAt == manyCalls {
		p.next.many++
	}
	return e
}

// pass goes over the next step.
func (p *Page) pass() {
	at := &p.next
	bits := p.steps[at.steps]
	if bits&bitFirst > 0 {
		at.trial = at.steps
	}
	at.steps++
	at.days += int(bits&bitDay) / bitDay
	n := int(bits >> callsAt)
	if n == manyCalls {
		n = p.many.at(at.many)
		at.many++
	}
	for ; n > 0; n-- {
		k := &p.kinds[p.calls.at(at.calls)]
		at.calls, at.files, at.later = at.calls+1, at.files+k.files, at.later+k.failed
	}
}
