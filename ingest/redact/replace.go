package redact

import "bytes"

// maxRounds is the maximum number of passes over a text. Real texts need two.
const maxRounds = 8

const nesting = 3

// replace returns the text with secrets replaced and the number of hits by rule, or nil if there
// are none. It scans repeatedly because a replacement can reveal another secret.
func (s *scanner) replace(b []byte) ([]byte, map[string]int) {
	return s.replaceIn(b, nesting)
}

func (s *scanner) replaceIn(b []byte, layers int) ([]byte, map[string]int) {
	var counts map[string]int
	for range maxRounds {
		hits := s.hits(b, layers)
		if len(hits) == 0 {
			break
		}
		if counts == nil {
			counts = map[string]int{}
		}
		b = s.rewrite(b, hits, counts)
	}
	if counts == nil {
		return nil, nil
	}
	return b, counts
}

// hits searches the text, then the text with decoded escapes, then base64. It returns the first
// non-empty list of hits.
func (s *scanner) hits(b []byte, layers int) []hit {
	p := pass{scanner: s, in: b}
	p.scan(0, len(b))
	if len(p.hits) > 0 {
		return p.hits
	}
	if p.escaped {
		if hits := s.unfolded(b, layers); len(hits) > 0 {
			return hits
		}
	}
	return s.encoded(b, layers)
}

func (s *scanner) unfolded(b []byte, layers int) []hit {
	v := unfold(b)
	p := pass{scanner: s, in: v.text}
	p.scan(0, len(v.text))
	if len(p.hits) == 0 {
		p.hits = s.encoded(v.text, layers)
	}
	kept := p.hits[:0]
	for _, h := range p.hits {
		h.span = span{start: v.raw(h.start), end: v.raw(h.end), wrap: h.wrap}
		if h.wrap == 0 && bytes.IndexByte(b[h.start:h.end], '"') < 0 { // a quote inside the range may end a string of the record
			kept = append(kept, h)
		}
	}
	return kept
}

func (s *scanner) rewrite(b []byte, hits []hit, counts map[string]int) []byte {
	out, from := make([]byte, 0, len(b)+len(b)/64), 0
	for _, h := range hits {
		text := h.text
		if text == "" {
			text = s.rules[h.rule].replacement
		}
		out = append(append(out, b[from:h.start]...), text...)
		from = h.end
		counts[s.rules[h.rule].name]++
	}
	return append(out, b[from:]...)
}
