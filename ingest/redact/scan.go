package redact

// span is the half-open part of the input that a rule wants replaced. The zero
// span means no hit: no rule replaces nothing at the very start.
type span struct{ start, end int }

// finder looks at the anchor that begins at b[at] and returns what to replace.
// It must not look left of floor, where the last replacement ended: there the
// output differs from the input, and a second pass would see the output.
type finder func(b []byte, at, floor int) (span, bool)

// anchor is a literal that a rule needs, found by two of its bytes. key is the
// offset of the pair that is rarest in traces, because every occurrence of that
// pair costs a comparison.
type anchor struct {
	text string
	key  int
	find finder
}

// rule is one kind of secret. Its replacement says which rule hit, except for
// home directories, where a path must stay a path.
type rule struct {
	name        string
	replacement string
	anchors     []anchor
}

func redacted(name string) string { return "[redacted:" + name + "]" }

type candidate struct {
	anchor
	rule int
}

// scanner finds the anchors of all rules in one pass: one table lookup a byte
// keeps the cost of a record without secrets near that of reading it.
type scanner struct {
	rules  []rule
	pairs  [1 << 16]uint8
	groups [][]candidate
}

func newScanner(rules []rule) *scanner {
	s := &scanner{rules: rules, groups: make([][]candidate, 1)}
	for i, r := range rules {
		for _, a := range r.anchors {
			pair := int(a.text[a.key])<<8 | int(a.text[a.key+1])
			if s.pairs[pair] == 0 {
				s.groups = append(s.groups, nil)
				s.pairs[pair] = uint8(len(s.groups) - 1)
			}
			g := s.pairs[pair]
			s.groups[g] = append(s.groups[g], candidate{anchor: a, rule: i})
		}
	}
	return s
}

// replace returns the rewritten input and the hits by rule name, both nil if
// there was no hit.
func (s *scanner) replace(b []byte) ([]byte, map[string]int) {
	p := pass{scanner: s, in: b}
	p.scan(0, len(b))
	if p.hits == nil {
		return nil, nil
	}
	return append(p.out, b[p.floor:]...), p.hits
}

// pass is one walk over one input.
type pass struct {
	*scanner
	in    []byte
	out   []byte
	hits  map[string]int
	floor int // end of the last replacement
}

// scan replaces what lies whole between from and to.
func (p *pass) scan(from, to int) {
	b := p.in[:to]
	for i := from; i+1 < len(b); i++ {
		group := p.pairs[int(b[i])<<8|int(b[i+1])]
		if group == 0 {
			continue
		}
		hit, rule, ok := p.match(p.groups[group], i, to)
		if !ok {
			continue
		}
		if hit.start > i { // the user of a URL before its password
			p.scan(i+1, hit.start)
		}
		p.emit(hit, rule)
		i = hit.end - 1
	}
}

func (p *pass) emit(hit span, rule int) {
	if p.hits == nil {
		p.hits, p.out = map[string]int{}, make([]byte, 0, len(p.in)+len(p.in)/64)
	}
	p.out = append(append(p.out, p.in[p.floor:hit.start]...), p.rules[rule].replacement...)
	p.hits[p.rules[rule].name]++
	p.floor = hit.end
}

func (p *pass) match(group []candidate, i, to int) (span, int, bool) {
	for _, c := range group {
		at := i - c.key
		if at < p.floor || at+len(c.text) > to || string(p.in[at:at+len(c.text)]) != c.text {
			continue
		}
		hit, ok := c.find(p.in, at, p.floor)
		if ok && hit.start >= p.floor && hit.end > hit.start && hit.end <= to {
			return hit, c.rule, true
		}
	}
	return span{}, 0, false
}
