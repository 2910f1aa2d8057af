package redact

import (
	"slices"
	"strings"
)

// boundary reports whether a token may start at b[i]. It must not start inside a word, as in
// task-105, or inside an escape. It may start directly after an escape.
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

// afterEscape reports whether b[:i] ends with an escape such as \u001b or %20, or with a terminal
// colour sequence.
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

// afterColour reports whether b[:i] ends with a terminal colour sequence, without its final m.
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

func backslashes(b []byte, i int) int { return i - slashes.back(b, i, 0) }

// insideEscape reports whether b[i] is the letter after a backslash, or the u or a digit of \u0041.
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

// pastEscape returns the end of the escape that contains b[i], at any level of nested JSON. It
// returns i if there is none.
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
