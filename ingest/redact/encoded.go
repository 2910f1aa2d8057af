package redact

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
)

const (
	encodedMin   = 20  // shortest run of base64 that can hold a secret
	encodedShort = 400 // longer runs keep what is no secret in them
	wrapMin      = 60  // shortest line of base64 that goes on in the next
)

// encoded looks into runs of base64 for text with secrets. Pictures and hashes
// are no text and cost one look at their first bytes.
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

// dottedKey is that of a vendor whose keys have no prefix: 32 hexadecimal digits, a dot
// and 16 letters.
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

// wrapped extends a run over the lines that follow, as base64 and openssl write
// them, with a line end or its escape between. It does not read the padding.
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

// decode looks into one run, which may begin inside of another word. The letters of
// an escape before it are no part of it, or are, where the backslash is one itself.
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
			continue // the name in a wrapped file is not worth the file
		}
		return h, true
	}
	return hit{}, false
}

// starts are the places at which base64 can begin in a run: a word may be glued
// to it, or it may be a part of a path.
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

// textAhead decodes the first bytes of a run without copying it.
func textAhead(run []byte) bool {
	odd, n, bits, width := 0, 0, 0, 0
	for _, c := range run[:min(len(run), 48)] {
		v := sextet(c)
		if v < 0 {
			break
		}
		bits, width = bits<<6|v, width+6
		if width < 8 {
			continue
		}
		width -= 8
		if isOdd(byte(bits >> width)) {
			if odd++; odd > 4 { // more than an eighth of 36 bytes
				return false
			}
		}
		n++
	}
	return n >= encodedMin*3/4-4 && odd*8 <= n
}

// sextet is the value of a letter of either alphabet of base64.
func sextet(c byte) int {
	switch {
	case isUpper(c):
		return int(c - 'A')
	case isLower(c):
		return int(c-'a') + 26
	case isDigit(c):
		return int(c-'0') + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return -1
}

var (
	lineEnds   = strings.NewReplacer("\n", "", "\r", "", `\n`, "", `\r`, "")
	toStandard = strings.NewReplacer("-", "+", "_", "/")
)

// plainRun takes the line ends out of a run and gives it the standard alphabet.
func plainRun(run []byte) string {
	s := string(run)
	if strings.ContainsAny(s, "\n\r\\") {
		s = lineEnds.Replace(s)
	}
	return toStandard.Replace(s)
}

// encodeAs writes base64 in the alphabet of like and with its padding.
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

// rule is the number of a rule by its name.
func (s *scanner) rule(name string) int {
	return slices.IndexFunc(s.rules, func(r rule) bool { return r.name == name })
}

// first is the rule that replaces a run which holds hits of several.
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

// decodeText decodes base64 that holds text.
func decodeText(s string) ([]byte, bool) {
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	out, err := base64.RawStdEncoding.DecodeString(s)
	return out, err == nil && mostlyText(out)
}

// mostlyText lets a few other bytes pass: the run may begin with a word.
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
