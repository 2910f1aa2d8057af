package ui

import (
	"strings"
	"unicode/utf8"
)

// Limits of Folded, from LOOK: a text longer than 24 lines is folded. Lines of
// logs can be very long, so the number of bytes counts too.
const (
	foldLines = 24
	foldBytes = 6 << 10
	// foldMost is how much a fold holds. What is longer is one link away, so
	// that no page grows by megabytes.
	foldMost = 64 << 10
)

// Fold is a text of any length.
type Fold struct {
	Text string
	Href string // the whole text, for what is too long for a page; may be empty
}

// cut is a text in the parts in which it is shown.
type cut struct {
	head, rest string
	lines      int // of the whole text
	left       int // bytes that are neither in head nor in rest
}

// cut splits the text at the limits, at the end of a line where there is one.
func (f Fold) cut() cut {
	c := cut{head: f.Text, lines: strings.Count(strings.TrimSuffix(f.Text, "\n"), "\n") + 1}
	at := end(f.Text, foldLines, foldBytes)
	if at == len(f.Text) {
		return c
	}
	c.head, c.rest = f.Text[:at], f.Text[at:]
	if len(c.rest) > foldMost && f.Href != "" {
		to := end(c.rest, -1, foldMost)
		c.left = len(c.rest) - to
		c.rest = c.rest[:to]
	}
	return c
}

// end is where the first lines of a text end, at most at the given byte and
// never inside a character. Negative lines mean any number.
func end(text string, lines, most int) int {
	at := 0
	for n := 0; n != lines; n++ {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 && len(text) <= most {
			return len(text)
		}
		if next < 0 || at+next+1 > most {
			return cutLine(text, at, most)
		}
		at += next + 1
	}
	return at
}

// cutLine ends a text before the line that does not fit, or inside it where
// that would leave most of the room empty.
func cutLine(text string, at, most int) int {
	if at >= most/2 {
		return at
	}
	for at = most; at > 0 && !utf8.RuneStart(text[at]); at-- {
	}
	return at
}
