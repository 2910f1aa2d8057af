package redact

import (
	"slices"
	"strings"
)

// boundary reports whether a token may start at b[i]: not in the middle of a
// word such as task-105, and not in the middle of an escape, because replacing
// from there would leave a broken one. The end of an escape is a boundary,
// though its last byte is a letter: "\nsk-..." is how JSON writes a new line.
func boundary(b []byte, i, floor int) bool {
	if insideEscape(b, i) {
		return false
	}
	if i == floor {
		return true
	}
	c := b[i-1]
	return !word[c] && c != '-' || afterEscape(b, i, floor)
}

// afterEscape reports whether b[:i] ends in an escape: \n and its kin, \u001b,
// %20 of URLs, or a terminal colour in any of its spellings.
func afterEscape(b []byte, i, floor int) bool {
	c := b[i-1]
	if i-2 >= floor && b[i-2] == '\\' && strings.IndexByte("nrtbfv0", c) >= 0 {
		return true
	}
	if i-6 >= floor && b[i-6] == '\\' && b[i-5] == 'u' && allHex(b[i-4:i]) {
		return true
	}
	return i-3 >= floor && b[i-3] == '%' && allHex(b[i-2:i]) || c == 'm' && afterColour(b, i-1, floor)
}

// afterColour reports whether b[:i] ends in the start of a terminal colour
// sequence, without its final m.
func afterColour(b []byte, i, floor int) bool {
	for i > floor && (isDigit(b[i-1]) || b[i-1] == ';') {
		i--
	}
	if i == floor || b[i-1] != '[' {
		return false
	}
	before := string(b[max(floor, i-7) : i-1])
	escapes := []string{"\x1b", "u001b", "u001B", "x1b", "x1B", "033", `\e`}
	return slices.ContainsFunc(escapes, func(esc string) bool { return strings.HasSuffix(before, esc) })
}

// backslashes counts those that end right before i.
func backslashes(b []byte, i int) int {
	n := 0
	for n < i && b[i-1-n] == '\\' {
		n++
	}
	return n
}

// insideEscape reports whether b[i] belongs to a JSON escape that starts
// further left: the n of \n, the u of \u0041 or one of its digits.
func insideEscape(b []byte, i int) bool {
	if backslashes(b, i)%2 == 1 {
		return true
	}
	for back := 2; back <= 5 && i-back >= 0; back++ {
		if b[i-back] == '\\' {
			return b[i-back+1] == 'u' && allHex(b[i-back+2:i]) && backslashes(b, i-back+1)%2 == 1
		}
	}
	return false
}

// pastEscape is where the escape ends that b[i] is inside of, on any level of
// JSON in JSON; i if it is in none.
func pastEscape(b []byte, i int) int {
	for k := i - 1; k >= max(0, i-5); k-- {
		switch {
		case b[k] != '\\':
		case k+6 <= len(b) && b[k+1] == 'u' && allHex(b[k+2:k+6]):
			return k + 6
		case k == i-1 && i < len(b) && strings.IndexByte("nrtbf/", b[i]) >= 0:
			return i + 1
		default:
			return i
		}
	}
	return i
}
