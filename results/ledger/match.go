package ledger

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// Matcher finds the steps that have the fields of a stage. Those of calls must be
// met by one and the same call; is:failed alone is also met by a step whose failure
// is none of a call.
type Matcher struct {
	steps  []search.Field
	calls  []search.Field
	page   *Page
	tables [][]bool // by field of calls: which names of the page are meant; nil for numbers
}

// NewMatcher takes the fields of steps and calls; others are somebody else's.
func NewMatcher(fields []search.Field) *Matcher {
	m := &Matcher{}
	for _, f := range fields {
		switch info, _ := search.InfoOf(f.Name); info.Of {
		case search.OfStep:
			m.steps = append(m.steps, f)
		case search.OfCall:
			m.calls = append(m.calls, f)
		}
	}
	return m
}

// AsksCalls reports whether the fields say something about calls.
func (m *Matcher) AsksCalls() bool { return len(m.calls) > 0 }

// turn looks up which names of a page are meant.
func (m *Matcher) turn(p *Page) {
	if m.page == p {
		return
	}
	m.page = p
	m.tables = make([][]bool, len(m.calls))
	for i, f := range m.calls {
		switch f.Name {
		case "tool":
			m.tables[i] = means(p.names[0], f.Matches)
		case "path":
			m.tables[i] = means(p.names[1], func(s string) bool { return MatchPath(f.Value, s) })
		case "fail":
			m.tables[i] = means(p.names[2], f.Matches)
		}
	}
}

func means(names []string, meant func(string) bool) []bool {
	list := make([]bool, len(names))
	for i, s := range names {
		list[i] = meant(s)
	}
	return list
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
	if e.Copied {
		return false
	}
	for _, f := range m.steps {
		value := e.Role
		if f.Name == "day" {
			value = e.Day
		}
		if (value != "" && f.Matches(value)) == f.Not {
			return false
		}
	}
	if len(m.calls) == 0 {
		return true
	}
	m.turn(e.page)
	if !m.asksCall() {
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
	return e.Failed && len(m.calls) == 1 && m.calls[0].Name == "is" && m.calls[0].Value == search.IsFailed
}

// asksCall reports whether there must be a call at all.
func (m *Matcher) asksCall() bool {
	for _, f := range m.calls {
		if !f.Not {
			return true
		}
	}
	return false
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
	for i, f := range m.calls {
		if m.has(e, c, i) == f.Not {
			return false
		}
	}
	return true
}

func (m *Matcher) has(e *Entry, c *Mark, i int) bool {
	f, table := &m.calls[i], m.tables[i]
	switch f.Name {
	case "tool":
		return table[c.tool]
	case "fail":
		return c.cause >= 0 && table[c.cause]
	case "path":
		for _, p := range e.page.paths[c.from:c.to] {
			if table[p] {
				return true
			}
		}
		return false
	case "exit":
		return c.hasExit && f.Compares(int(c.exit))
	}
	end := endNames[c.end]
	return end == f.Value || f.Value == search.IsFailed && end == search.IsRefused
}
