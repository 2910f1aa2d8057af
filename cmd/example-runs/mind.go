package main

import (
	"regexp"
	"slices"
	"strings"
)

// plan is what all four agents know to do with a scenario: where its facts may
// be found, how a statement is put to the test, and what a paper that is asked
// for looks like. What they read, when, and whom they believe is their own.
type plan struct {
	facts   []fact
	claims  map[string]map[string]claim // by round, by letter
	papers  map[string]paper            // by round
	scripts map[string]script           // by round
	probes  map[string][]call           // by round, what a thorough reader looks up besides
	waits   map[string]string           // by round, the fact that names a file somebody may wait for
	form    func(p paper, lines []string, learned map[string]bool) (string, []string)
}

// paper is a file to write. Lines hold {fact} where a value belongs, {usd:fact}
// for an amount and {cet:fact} for a time of day.
type paper struct {
	name    string
	lines   []string
	sources []string
	amend   []string // keys of lines to change in the file that is there
}

// script is a small program to write, in three tempers: to the letter, taking
// in everything, and just enough for the case at hand.
type script struct {
	path                   string
	careful, broad, narrow string
	try                    string // command with which a careful agent tries it
}

// mind is what an agent has read and learned in a session.
type mind struct {
	plan    *plan
	seen    map[string]string // text by path, as it was when read
	listing map[string]string // checksum by path, as of the last listing
	held    map[string]string // beliefs that are not given up
	learned map[string]bool   // file rules named in feedback
	written map[string]string // path by paper's name
}

func newMind(p *plan) *mind {
	return &mind{plan: p, seen: map[string]string{}, listing: map[string]string{}, held: map[string]string{},
		learned: map[string]bool{}, written: map[string]string{}}
}

var rulePattern = regexp.MustCompile(`Format reminder \((P\d(?:, P\d)*)\)`)

// learn keeps the file rules that the question's feedback names.
func (m *mind) learn(question string) {
	for _, hit := range rulePattern.FindAllStringSubmatch(question, -1) {
		for _, rule := range strings.Split(hit[1], ", ") {
			m.learned[rule] = true
		}
	}
}

var filePattern = regexp.MustCompile("`([^`\\s]+\\.(?:md|csv))`")

// named returns the papers that the question itself names, files in out/ left
// out, in order and each once.
func named(r round) []string {
	var out []string
	for _, hit := range filePattern.FindAllStringSubmatch(r.Question, -1) {
		mine := strings.HasPrefix(hit[1], "out/") || strings.Contains(r.Eval.Command, hit[1])
		if !mine && !slices.Contains(out, hit[1]) {
			out = append(out, hit[1])
		}
	}
	return out
}

func (m *mind) fact(name string) (fact, bool) {
	for _, f := range m.plan.facts {
		if f.name == name {
			return f, true
		}
	}
	return fact{}, false
}

// found returns all values of a fact in the papers read, lightest source first.
func (m *mind) found(f fact) []string {
	var out []string
	for _, s := range f.sources {
		text, ok := m.seen[s.path]
		if !ok {
			continue
		}
		if v, ok := s.find(text); ok {
			out = append(out, v)
		}
	}
	return out
}

// weightiest believes the source that overrules the others.
func (m *mind) weightiest(name string) (string, bool) {
	return m.resolve(name, m.weightiest, func(v []string) string { return v[len(v)-1] })
}

// nearest believes the first that comes along.
func (m *mind) nearest(name string) (string, bool) {
	return m.resolve(name, m.nearest, func(v []string) string { return v[0] })
}

func (m *mind) resolve(name string, deps look, pick func([]string) string) (string, bool) {
	f, ok := m.fact(name)
	if !ok {
		return "", false
	}
	if f.calc != nil {
		return f.calc(deps)
	}
	if v := m.found(f); len(v) > 0 {
		return pick(v), true
	}
	return "", false
}

// first believes what it came to believe first, whatever it has read since.
func (m *mind) first(name string) (string, bool) {
	if v, ok := m.held[name]; ok {
		return v, true
	}
	v, ok := m.resolve(name, m.first, func(v []string) string { return v[len(v)-1] })
	if ok {
		m.held[name] = v
	}
	return v, ok
}

// hold settles every fact that can be settled now.
func (m *mind) hold() {
	for _, f := range m.plan.facts {
		m.first(f.name)
	}
}

// every returns each value that a fact may have by any paper read.
func (m *mind) every(name string) []string {
	f, ok := m.fact(name)
	if !ok {
		return nil
	}
	var out []string
	add := func(v string, ok bool) {
		if ok && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	if f.calc != nil {
		add(f.calc(m.nearest))
		add(f.calc(m.weightiest))
		return out
	}
	for _, v := range m.found(f) {
		add(v, true)
	}
	return out
}

// one makes the values of a fact out of a look that gives a single one.
func one(l look) func(string) []string {
	return func(name string) []string {
		if v, ok := l(name); ok {
			return []string{v}
		}
		return nil
	}
}

var slotPattern = regexp.MustCompile(`\{(?:(usd|cet):)?(\w+)\}`)

// fill puts values into the lines of a paper. A line with several values for a
// slot is written once for each, a line with a slot that has none is left out.
func (m *mind) fill(lines []string, values func(string) []string) []string {
	var out []string
	for _, line := range lines {
		variants := []string{line}
		for _, slot := range slotPattern.FindAllStringSubmatch(line, -1) {
			var next []string
			for _, v := range values(slot[2]) {
				for _, text := range variants {
					next = append(next, strings.Replace(text, slot[0], m.dress(slot[1], v), 1))
				}
			}
			variants = next
		}
		out = append(out, variants...)
	}
	return out
}

// dress writes an amount or a time the way that has been asked for.
func (m *mind) dress(kind, value string) string {
	switch {
	case kind == "usd" && m.learned["P2"]:
		return "USD " + value
	case kind == "cet" && m.learned["P2"]:
		return value + " CET"
	}
	return value
}

// compose returns the path and the text of a paper.
func (m *mind) compose(p paper, values func(string) []string) (string, string) {
	path, lines := m.plan.form(p, m.fill(p.lines, values), m.learned)
	m.written[p.name] = path
	return path, strings.Join(lines, "\n") + "\n"
}
