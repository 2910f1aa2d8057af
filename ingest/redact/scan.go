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
	var out []byte
	var hits map[string]int
	floor := 0
	for i := 0; i+1 < len(b); i++ {
		group := s.pairs[int(b[i])<<8|int(b[i+1])]
		if group == 0 {
			continue
		}
		hit, rule, ok := s.match(s.groups[group], b, i, floor)
		if !ok {
			continue
		}
		if hits == nil {
			hits, out = map[string]int{}, make([]byte, 0, len(b)+len(b)/64)
		}
		out = append(append(out, b[floor:hit.start]...), s.rules[rule].replacement...)
		hits[s.rules[rule].name]++
		floor, i = hit.end, hit.end-1
	}
	if hits == nil {
		return nil, nil
	}
	return append(out, b[floor:]...), hits
}

func (s *scanner) match(group []candidate, b []byte, i, floor int) (span, int, bool) {
	for _, c := range group {
		at := i - c.key
		if at < floor || at+len(c.text) > len(b) || string(b[at:at+len(c.text)]) != c.text {
			continue
		}
		hit, ok := c.find(b, at, floor)
		if ok && hit.start >= floor && hit.end > hit.start {
			return hit, c.rule, true
		}
	}
	return span{}, 0, false
}
