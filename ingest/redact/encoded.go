package redact

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
)

const (
	encodedMin   = 20  // minimum length of base64 that can contain a secret
	encodedShort = 400 // minimum length of base64 that is decoded and re-encoded to keep the other content
	wrapMin      = 60  // minimum length of a base64 line that may continue on the next line
)

// encoded searches base64 for secrets. For pictures and hashes it only decodes the first bytes.
func (s *scanner) encoded(b []byte, layers int) []hit {
	if layers == 0 {
		return nil
	}
	var hits []hit
	floor := 0
	for i := encodedMin - 1; i < len(b); i += encodedMin {
		if !base64Any[b[i]] {
			continue
		}
		start := base64Any.back(b, i, max(floor, i-encodedMin+1))
		end := base64Any.run(b, i)
		past := pastEscape(b, start)
		if key := dottedKey(b, past, end); key.end > 0 {
			hits = append(hits, hit{span: key, rule: s.rule("vendor-key")})
			floor, i = key.end, key.end
			continue
		}
		if end-past >= encodedMin {
			run := wrapped(b, past, end)
			h, ok := s.decode(b, run, past-start, layers)
			if ok {
				hits = append(hits, h)
			}
			end = run.end
			floor = end
		}
		if end > i {
			i += (end - i) / encodedMin * encodedMin
		}
	}
	return hits
}

// dottedKey finds 32 hexadecimal digits, a dot and 16 letters: the form of one vendor's keys, which
// have no prefix.
func dottedKey(b []byte, start, end int) span {
	if end-start != 32 || end >= len(b) || b[end] != '.' {
		return span{}
	}
	stop := base64Any.run(b, end+1)
	rest := b[end+1 : max(stop, end+1)]
	_, numbers := count(rest)
	if len(rest) != 16 || !allHex(b[start:end]) || !alnum.all(rest) || numbers < 2 && bytes.Equal(rest, bytes.ToLower(rest)) {
		return span{}
	}
	return span{start: start, end: stop}
}

// wrapped extends a line of base64 by the following lines, as written by base64 and openssl. The
// result excludes the padding.
func wrapped(b []byte, start, end int) span {
	width := end - start
	for width >= wrapMin && width%4 == 0 {
		next := end
		for next < len(b) && (b[next] == '\n' || b[next] == '\r') {
			next++
		}
		for next+1 < len(b) && b[next] == '\\' && (b[next+1] == 'n' || b[next+1] == 'r') {
			next += 2
		}
		to := base64Any.run(b, next)
		if next == end || to == next || to-next > width {
			break
		}
		end = to
		if to-next < width {
			break
		}
	}
	return span{start: start, end: end}
}

// decode searches one sequence of base64 characters. The base64 may begin inside it, after a word
// or after the letters of an escape.
func (s *scanner) decode(b []byte, run span, letters, layers int) (hit, bool) {
	for _, skip := range starts(b[run.start:run.end], letters) {
		if !textAhead(b[run.start+skip : run.end]) {
			continue
		}
		text := plainRun(b[run.start:run.end])
		encoded := text[max(skip, 0):]
		if skip < 0 {
			encoded = plainRun(b[run.start+skip : run.end])
		}
		plain, ok := decodeText(encoded)
		if !ok {
			continue
		}
		clean, counts := s.replaceIn(plain, layers-1)
		if counts == nil {
			continue
		}
		h := hit{span: run, rule: s.first(counts)}
		if skip > 3 {
			h.start, text, skip = run.start+skip, text[skip:], 0
		}
		for h.end < len(b) && b[h.end] == '=' && h.end < run.end+2 {
			h.end++
		}
		homeOnly := s.rules[h.rule].name == ruleHome
		if (len(text) > encodedShort || homeOnly) && len(text) == run.end-h.start && skip >= 0 {
			h.text = string(b[h.start:h.start+skip]) + encodeAs(clean, b[h.start:h.end])
		} else if homeOnly {
			continue // not worth removing an entire wrapped file for a user name
		}
		return h, true
	}
	return hit{}, false
}

// starts returns the offsets at which base64 can begin in a run: after a word or in a path.
func starts(run []byte, letters int) []int {
	list := [9]int{0, 1, 2, 3, -letters}
	n := 4
	if letters > 0 {
		n++
	}
	for i := len(run) - encodedMin; i > 3 && n < len(list); i-- {
		if run[i-1] == '/' {
			list[n] = i
			n++
		}
	}
	return list[:n]
}

// textAhead reports whether the first bytes of a sequence decode to text. This is rare for other
// content.
func textAhead(run []byte) bool {
	var standard, plain [48]byte
	n := 0
	for n < min(len(run), len(standard)) && base64Any[run[n]] {
		standard[n] = run[n]
		switch run[n] {
		case '-':
			standard[n] = '+'
		case '_':
			standard[n] = '/'
		}
		n++
	}
	n, err := base64.RawStdEncoding.Decode(plain[:], standard[:n/4*4])
	return err == nil && n >= encodedMin*3/4-4 && mostlyText(plain[:n])
}

var (
	lineEnds   = strings.NewReplacer("\n", "", "\r", "", `\n`, "", `\r`, "")
	toStandard = strings.NewReplacer("-", "+", "_", "/")
)

func plainRun(run []byte) string {
	s := string(run)
	if strings.ContainsAny(s, "\n\r\\") {
		s = lineEnds.Replace(s)
	}
	return toStandard.Replace(s)
}

func encodeAs(text, like []byte) string {
	enc := base64.StdEncoding
	if strings.ContainsAny(string(like), "-_") {
		enc = base64.URLEncoding
	}
	if len(like) > 0 && like[len(like)-1] != '=' {
		enc = enc.WithPadding(base64.NoPadding)
	}
	return enc.EncodeToString(text)
}

func (s *scanner) rule(name string) int {
	return slices.IndexFunc(s.rules, func(r rule) bool { return r.name == name })
}

// first returns the rule that the replacement names if rules have several hits in one sequence.
func (s *scanner) first(counts map[string]int) int {
	home := 0
	for i, r := range s.rules {
		switch {
		case counts[r.name] == 0:
		case r.name != ruleHome:
			return i
		default:
			home = i
		}
	}
	return home
}

func decodeText(s string) ([]byte, bool) {
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	out, err := base64.RawStdEncoding.DecodeString(s)
	return out, err == nil && mostlyText(out)
}

// mostlyText reports whether at most one byte in eight is not text. Some are allowed because the
// sequence may begin with a word that is not base64.
func mostlyText(b []byte) bool {
	odd := 0
	for _, c := range b {
		if isOdd(c) {
			odd++
		}
	}
	return odd*8 <= len(b)
}

func isOdd(c byte) bool {
	return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != 0x1b || c >= 0x7f
}
