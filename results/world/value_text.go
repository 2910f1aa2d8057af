package world

import (
	"regexp"
	"strings"
)

// strength says how much a value in a text proves about where it is from.
type strength int

// The strengths. A part of a longer value proves nothing by itself, but where it
// stands it may be from.
const (
	part strength = iota
	weak          // a number of three digits, a bare date
	sure          // a longer number or one with a point, a time, an id
)

var (
	date     = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	dateTime = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)`)
	clock    = regexp.MustCompile(`^\d{1,2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?$`)
)

// eachValue goes through the values of a text and what they are made of: numbers
// without the commas between their thousands, times with their date, dates and ids.
func eachValue(text string, yield func(v string, s strength)) {
	for i := 0; i < len(text); {
		if !wordByte(text[i]) {
			i++
			continue
		}
		from, digits := i, false
		for i < len(text) && (wordByte(text[i]) || insideWord(text, i)) {
			digits = digits || digit(text[i])
			i++
		}
		word := strings.Trim(text[from:i], "_-")
		if !digits {
			continue
		}
		if len(word) >= len("2006-01-02") && word[4] == '-' {
			if m := dateTime.FindStringSubmatch(text[from:min(len(text), i+len(" 15:04:05"))]); m != nil {
				i = max(i, from+len(m[0]))
				yield(m[1]+" "+m[2], sure)
				yield(m[1], part)
				yield(m[2], part)
				continue
			}
		}
		inPath := from > 0 && text[from-1] == '/' || i < len(text) && text[i] == '/'
		valuesOfWord(strings.ReplaceAll(word, ",", ""), inPath, yield)
	}
}

func wordByte(c byte) bool {
	return digit(c) || letter(c) || c == '_' || c == '-'
}

// insideWord reports whether a point, a colon or a comma stands inside a number or a
// time.
func insideWord(text string, i int) bool {
	if i == 0 || i+1 >= len(text) || !digit(text[i-1]) || !digit(text[i+1]) {
		return false
	}
	switch text[i] {
	case '.', ':':
		return true
	case ',':
		return thousand(text[i+1:])
	}
	return false
}

// thousand reports whether three digits and no fourth come next.
func thousand(text string) bool {
	return len(text) >= 3 && digit(text[1]) && digit(text[2]) && (len(text) == 3 || !digit(text[3]))
}

func valuesOfWord(word string, inPath bool, yield func(v string, s strength)) {
	n := figure(word)
	if unit := word[n:]; n > 0 && len(unit) <= 4 && !strings.ContainsFunc(unit, func(r rune) bool { return !letter(byte(r)) }) {
		word = word[:n] // the unit is no part of a number
	}
	s := strengthOf(word, n == len(word))
	if inPath { // what stands there is a name
		s = part
	}
	yield(word, s)
	if n == len(word) {
		return
	}
	for i := 0; i < len(word); i++ {
		if n := figure(word[i:]); n > 0 {
			yield(word[i:i+n], part)
			i += n
		}
	}
}

func strengthOf(word string, number bool) strength {
	switch {
	case number && (len(word) > 3 || strings.Contains(word, ".")):
		return sure
	case number && len(word) == 3, date.MatchString(word):
		return weak
	case !number && (clock.MatchString(word) || len(word) > 3 && ident(word)):
		return sure
	}
	return part
}

// figure is the length of the number that a word begins with.
func figure(word string) int {
	n := 0
	for n < len(word) && digit(word[n]) {
		n++
	}
	if n == 0 || n+1 >= len(word) || word[n] != '.' || !digit(word[n+1]) {
		return n
	}
	for n++; n < len(word) && digit(word[n]); {
		n++
	}
	return n
}

// ident reports whether a word has letters beside its digits and no other sign than
// those of names.
func ident(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return letter(byte(r)) }) && !strings.ContainsAny(word, ".:")
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
