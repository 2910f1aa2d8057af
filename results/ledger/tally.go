package ledger

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results/search"
)

// Tally counts steps by what the calls for which they were found have in common, each
// value once for a step. It counts by kind, and names the values once for a page.
type Tally struct {
	Counts map[string]map[string]int // by field and value, of the pages that have ended

	m     *Matcher
	page  *Page
	kinds []int              // steps by kind of call
	files []int              // steps by file
	named []int              // files that have steps
	once  map[[2]string]bool // values of the step that have been counted
}

// NewTally counts by the calls that a search for the fields is about.
func NewTally(fields []search.Field) *Tally {
	t := &Tally{Counts: map[string]map[string]int{}, m: NewMatcher(fields), once: map[[2]string]bool{}}
	for _, name := range []string{"tool", "path", "exit", "is", "fail", "error", "later"} {
		t.Counts[name] = map[string]int{}
	}
	return t
}

// Add counts a step. It calls each with the places of its calls that count, from 0.
func (t *Tally) Add(e *Entry, each func(call int)) {
	meant, last := 0, 0
	for i := range e.Calls {
		if t.m.MatchCall(e, &e.Calls[i]) {
			each(i)
			meant, last = meant+1, i
		}
	}
	failed := e.Failed && !t.m.AsksCalls() // by a failure that is of no call, too
	if meant == 1 && !failed {
		t.single(e, &e.Calls[last])
		return
	}
	clear(t.once)
	for i := range e.Calls {
		if c := &e.Calls[i]; meant > 0 && t.m.MatchCall(e, c) {
			e.Kind(c).values(1, t.addOnce)
			t.addOnce("later", e.Later(c), 1)
			e.Paths(c, func(path string) { t.addOnce("path", path, 1) })
		}
	}
	if failed {
		t.addOnce("is", search.IsFailed, 1)
	}
}

// single counts a step by one call.
func (t *Tally) single(e *Entry, c *Mark) {
	t.kinds[c.kind]++
	for i := range e.Kind(c).files {
		p := e.page.files.at(c.files + i)
		if t.files[p]++; t.files[p] == 1 {
			t.named = append(t.named, p)
		}
	}
	if later := e.Later(c); later != "" {
		t.Counts["later"][later]++
	}
}

// Begin begins with a page.
func (t *Tally) Begin(p *Page) {
	t.page = p
	t.kinds = resized(t.kinds, len(p.kinds))
	clear(t.kinds)
	if n := max(p.count, 1); n > len(t.files) {
		t.files = make([]int, n) // those that have steps are cleared by End
	}
}

// End counts what there was in the page.
func (t *Tally) End() {
	for i, n := range t.kinds {
		if n > 0 {
			t.page.kinds[i].values(n, t.add)
		}
	}
	for _, i := range t.named {
		t.add("path", t.page.path(i), t.files[i])
		t.files[i] = 0
	}
	t.page, t.named = nil, t.named[:0]
}

// values gives the values that calls of the kind have.
func (k *Kind) values(n int, each func(name, value string, n int)) {
	each("tool", k.Tool, n)
	each("fail", k.Cause, n)
	each("error", k.Error, n)
	if code, ok := k.Exit(); ok {
		each("exit", strconv.Itoa(code), n)
	}
	each("is", k.End, n)
	if k.End == search.IsRefused {
		each("is", search.IsFailed, n)
	}
}

func (t *Tally) add(name, value string, n int) {
	if value != "" {
		t.Counts[name][value] += n
	}
}

func (t *Tally) addOnce(name, value string, n int) {
	if key := [2]string{name, value}; value != "" && !t.once[key] {
		t.once[key] = true
		t.Counts[name][value] += n
	}
}
