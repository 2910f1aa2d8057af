package ledger

import (
	"bytes"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// Matcher finds the steps that have the fields of a stage. Those of calls must be
// met by one and the same call; is:failed alone is also met by a step whose failure
// is none of a call.
type Matcher struct {
	roles map[string]bool // who may speak
	days  []search.Field
	calls []search.Field
	asks  bool // there must be a call
	alone bool // a failure that is of no call is enough
	page  *Page
	at    int      // its turn, to which kinds and files belong
	kinds []bool   // by kind of the page: its calls may be meant
	files [][]bool // by field of calls: which files of the page are meant; nil for others
}

// NewMatcher takes the fields of steps and calls; others are somebody else's.
func NewMatcher(fields []search.Field) *Matcher {
	m := &Matcher{roles: map[string]bool{}}
	for _, role := range roleNames {
		m.roles[role] = !slices.ContainsFunc(fields, func(f search.Field) bool { return f.Name == "role" && f.Matches(role) == f.Not })
	}
	for _, f := range fields {
		switch info, _ := search.InfoOf(f.Name); {
		case info.Of == search.OfCall:
			m.calls = append(m.calls, f)
		case f.Name == "day":
			m.days = append(m.days, f)
		}
	}
	m.asks = slices.ContainsFunc(m.calls, func(f search.Field) bool { return !f.Not })
	m.alone = len(m.calls) == 1 && m.calls[0].Name == "is" && m.calls[0].Value == search.IsFailed
	return m
}

// AsksCalls reports whether the fields say something about calls.
func (m *Matcher) AsksCalls() bool { return len(m.calls) > 0 }

// AsksPaths reports whether the fields say something about files.
func (m *Matcher) AsksPaths() bool {
	return slices.ContainsFunc(m.calls, func(f search.Field) bool { return f.Name == "path" })
}

// turn looks up which kinds and files of a page are meant.
func (m *Matcher) turn(p *Page) {
	if m.page == p && m.at == p.turn {
		return
	}
	m.page, m.at = p, p.turn
	m.kinds = resized(m.kinds, len(p.kinds))
	for i := range p.kinds {
		m.kinds[i] = !slices.ContainsFunc(m.calls, func(f search.Field) bool { return !ofCall(f.Name) && p.kinds[i].has(&f) == f.Not })
	}
	m.files = make([][]bool, len(m.calls))
	for i, f := range m.calls {
		if f.Name == "path" {
			m.files[i] = p.meant(f.Value)
		}
	}
}

// ofCall reports whether calls of one kind may differ in a field.
func ofCall(field string) bool { return field == "path" || field == "later" }

func (k *Kind) has(f *search.Field) bool {
	switch f.Name {
	case "tool":
		return f.Matches(k.Tool)
	case "fail":
		return k.Cause != "" && f.Matches(k.Cause)
	case "error":
		return k.Error != "" && f.Matches(k.Error)
	case "exit":
		return k.hasExit && f.Compares(int(k.exit))
	}
	return k.End == f.Value || f.Value == search.IsFailed && k.End == search.IsRefused
}

// meant says of each file whether it is one that a value of path: means. Names that
// lack what the value has between its stars are not looked at.
func (p *Page) meant(value string) []bool {
	list := make([]bool, max(p.count, 1))
	sure := ""
	for part := range strings.SplitSeq(strings.TrimPrefix(value, "="), "*") {
		if len(part) > len(sure) {
			sure = part
		}
	}
	for from, i := 0, 0; from < len(p.paths); i++ {
		at := bytes.Index(p.paths[from:], []byte(sure))
		if at < 0 {
			break
		}
		i += bytes.Count(p.paths[from:from+at], []byte{'\n'})
		if i >= p.count {
			break
		}
		list[i] = MatchPath(value, p.path(i))
		from = p.ends.at(i) + 1
	}
	return list
}

// Next is the first step from one on that may have the fields, which lies after the one
// that was read before; as many as there are if there is none.
func (m *Matcher) Next(p *Page, i int) int {
	if !m.asks || m.alone {
		return i
	}
	m.turn(p)
	for p.next.steps < i {
		p.pass()
	}
	for p.next.steps < p.Steps {
		n := int(p.steps[p.next.steps] >> callsAt)
		if n == manyCalls {
			n = p.many.at(p.next.many)
		}
		for c := range n {
			if m.kinds[p.calls.at(p.next.calls+c)] {
				return p.next.steps
			}
		}
		p.pass()
	}
	return p.Steps
}

// May reports whether a page may have a step with the fields.
func (m *Matcher) May(p *Page) bool {
	if !m.asks || m.alone {
		return true
	}
	m.turn(p)
	for i, f := range m.calls {
		if f.Name == "path" && !f.Not && !slices.Contains(m.files[i], true) {
			return false
		}
	}
	return slices.Contains(m.kinds, true)
}

// MatchPath reports whether a file is the one that a value of path: means: its whole
// path behind =, or the path or its end after a slash, with * for any characters.
func MatchPath(value, path string) bool {
	if whole, ok := strings.CutPrefix(value, "="); ok {
		return path == whole
	}
	f := search.Field{Value: value}
	if f.Matches(path) {
		return true
	}
	f.Value = "*/" + value
	return f.Matches(path)
}

// Match reports whether a step has the fields.
func (m *Matcher) Match(e *Entry) bool {
	if e.Copied || !m.roles[e.Role] {
		return false
	}
	for _, f := range m.days {
		if (e.Day != "" && f.Matches(e.Day)) == f.Not {
			return false
		}
	}
	if len(m.calls) == 0 {
		return true
	}
	m.turn(e.page)
	if !m.asks {
		for i := range e.Calls {
			if !m.MatchCall(e, &e.Calls[i]) {
				return false
			}
		}
		return !e.Failed || !m.refusesFailed()
	}
	for i := range e.Calls {
		if m.MatchCall(e, &e.Calls[i]) {
			return true
		}
	}
	return e.Failed && m.alone
}

func (m *Matcher) refusesFailed() bool {
	for _, f := range m.calls {
		if f.Not && f.Name == "is" && f.Value == search.IsFailed {
			return true
		}
	}
	return false
}

// MatchCall reports whether a call of a step has the fields of calls.
func (m *Matcher) MatchCall(e *Entry, c *Mark) bool {
	m.turn(e.page)
	if !m.kinds[c.kind] {
		return false
	}
	for i, f := range m.calls {
		has := false
		switch f.Name {
		case "path":
			for k := range e.Kind(c).files {
				has = has || m.files[i][e.page.files.at(c.files+k)]
			}
		case "later":
			has = e.Later(c) == f.Value
		default:
			continue
		}
		if has == f.Not {
			return false
		}
	}
	return true
}
