package redact

import (
	"bytes"
	"strings"
	"sync"
)

type span struct {
	start, end int
	// wrap is not 0 if a JSON number is replaced by a string. Each added quote then needs wrap-1
	// backslashes.
	wrap int
}

// finder examines the anchor at b[at] and returns the range to replace. It must not look left of
// floor, the end of the last replacement, because a second pass would see different text there.
type finder func(b []byte, at, floor int) (span, bool)

// anchor is a literal that a rule requires. The scanner finds it by its rarest pair of bytes.
type anchor struct {
	text   string
	fold   bool
	find   finder // nil if the anchor is an escape, which only means that the decoded text must be scanned too
	always bool
}

type rule struct {
	name        string
	replacement string
	anchors     []anchor
}

func redacted(name string) string { return "[redacted:" + name + "]" }

// byFrequency lists bytes by their frequency in real records, most frequent first.
const byFrequency = ` etn"asoirlcd,:0\ump-h_21fg.y34b567wv8k/*9{}x` + "`" + `T|=CSI(')qDPARE[N]#MUFOjLBW^`

func rarity(c byte) int {
	if i := strings.IndexByte(byFrequency, c); i >= 0 {
		return i
	}
	return len(byFrequency)
}

// key returns the offset of the rarest pair of bytes in the anchor's text.
func (a anchor) key() int {
	best, most := 0, -1
	for i := 0; i+1 < len(a.text); i++ {
		if n := rarity(a.text[i]) + rarity(a.text[i+1]); n > most {
			best, most = i, n
		}
	}
	return best
}

func (a anchor) is(b []byte) bool {
	if !a.fold {
		return string(b) == a.text
	}
	for i, c := range b {
		if lower(c) != a.text[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if isLower(c) {
		return c - 'a' + 'A'
	}
	return c
}

type candidate struct {
	anchor
	key  int
	rule int
}

// scanner finds the anchors of all rules in one pass, with one table lookup per byte.
type scanner struct {
	rules  []rule
	pairs  [1 << 16]uint16
	groups [][]candidate
	public *sync.Map // public values, see Redactor.Public
}

func newScanner(rules []rule) *scanner {
	s := &scanner{rules: rules, groups: make([][]candidate, 1)}
	for i, r := range rules {
		for _, a := range r.anchors {
			s.add(candidate{anchor: a, key: a.key(), rule: i})
		}
	}
	for _, a := range escapeAnchors() {
		s.add(candidate{anchor: a, key: a.key()})
	}
	return s
}

func (s *scanner) add(c candidate) {
	first, second := []byte{c.text[c.key]}, []byte{c.text[c.key+1]}
	if c.fold {
		if u := upper(first[0]); u != first[0] {
			first = append(first, u)
		}
		if u := upper(second[0]); u != second[0] {
			second = append(second, u)
		}
	}
	for _, x := range first {
		for _, y := range second {
			pair := int(x)<<8 | int(y)
			if s.pairs[pair] == 0 {
				s.groups = append(s.groups, nil)
				s.pairs[pair] = uint16(len(s.groups) - 1)
			}
			g := s.pairs[pair]
			s.groups[g] = append(s.groups[g], c)
		}
	}
}

// pass is one scan of a text.
type pass struct {
	*scanner
	in      []byte
	hits    []hit
	floor   int
	escaped bool // set if the text contains escapes that can hide an anchor
}

type hit struct {
	span
	rule int
	text string // replacement text; empty: the replacement of the rule
}

func (p *pass) scan(from, to int) {
	b := p.in[:to]
	for i := from; i+1 < len(b); i++ {
		group := p.pairs[int(b[i])<<8|int(b[i+1])]
		if group == 0 {
			continue
		}
		at, rule, ok := p.match(p.groups[group], i, to)
		if !ok {
			continue
		}
		if at.start > i { // user of a URL, before its password
			p.scan(i+1, at.start)
		}
		p.hits = append(p.hits, hit{span: at, rule: rule, text: p.wrapped(at, rule)})
		p.floor = at.end
		i = at.end - 1
	}
}

func (p *pass) match(group []candidate, i, to int) (span, int, bool) {
	for k := range group {
		c := &group[k]
		at := i - c.key
		if at < p.floor || at+len(c.text) > to || !c.is(p.in[at:at+len(c.text)]) {
			continue
		}
		if c.find == nil {
			if _, n := unit(p.in, at); n > 0 || c.always {
				p.escaped = true
			}
			continue
		}
		got, ok := c.find(p.in, at, p.floor)
		if !ok || got.start < p.floor || got.end <= got.start || got.end > to || overReplacement(p.in, got) {
			continue
		}
		if p.isPublic(c.rule, p.in[got.start:got.end]) {
			continue
		}
		if goesOn(p.in, got.end) { // the value continues after an escape
			p.escaped = true
			continue
		}
		return got, c.rule, true
	}
	return span{}, 0, false
}

// named reports whether a rule finds secrets only by a name next to them.
func (s *scanner) named(rule int) bool {
	return s.rules[rule].name == "assignment" || s.rules[rule].name == "login"
}

func (s *scanner) isPublic(rule int, value []byte) bool {
	if s.public == nil || !s.named(rule) {
		return false
	}
	_, ok := s.public.Load(string(value))
	return ok
}

func (p *pass) wrapped(at span, rule int) string {
	if at.wrap == 0 {
		return ""
	}
	quote := strings.Repeat(`\`, at.wrap-1) + `"`
	return quote + p.rules[rule].replacement + quote
}

// overReplacement reports whether a hit overlaps the text of an earlier replacement.
func overReplacement(b []byte, at span) bool {
	const mark, longest = "[redacted:", 40
	if bytes.Contains(b[at.start:at.end], []byte(mark)) {
		return true
	}
	before := b[max(0, at.start-longest):at.start]
	open := bytes.LastIndex(before, []byte(mark))
	return open >= 0 && bytes.IndexByte(before[open:], ']') < 0
}
