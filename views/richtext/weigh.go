package richtext

import (
	"unicode"
	"unicode/utf8"
)

// lineWeight is what the address of one line costs in HTML.
const lineWeight = 80

// Weigh estimates from above how many bytes of HTML a text becomes, with an
// address for each line. It stops soon after most, so that a text of any size
// costs no more to weigh than it may weigh.
func Weigh(text string, most int) int {
	sum := lineWeight
	for i := 0; i < len(text) && sum <= most; {
		w, size := weight(text[i:])
		sum += w
		i += size
	}
	return sum
}

// weight is what the first character of s becomes, and its size.
func weight(s string) (w, size int) {
	const mark = 96 // <span class="ctl" title="...">...</span>
	c := s[0]
	switch {
	case c == '\n':
		return 1 + lineWeight, 1
	case c == '\t':
		return 1, 1
	case c < 0x20 || c == 0x7f:
		return mark, 1
	case c == '<' || c == '>' || c == '&' || c == '"' || c == '\'':
		return 5, 1
	case c < utf8.RuneSelf:
		return 1, 1
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 || !unicode.IsGraphic(r) || unicode.In(r, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point) {
		return mark, size
	}
	return size, size
}

// headEnd is where the first lines of a text end: at most the given number and
// at most the given weight, never inside a character.
func headEnd(text string, lines, most int) int {
	sum, line := 0, 0 // line is where the last whole line ends
	for i := 0; i < len(text); {
		w, size := weight(text[i:])
		if sum+w > most {
			// A line that would leave most of the room empty is cut inside.
			if line > 0 && sum > most/2 {
				return line
			}
			return i
		}
		sum += w
		i += size
		if text[i-size] == '\n' {
			line = i
			if lines--; lines == 0 {
				return i
			}
		}
	}
	return len(text)
}

// tailStart is where the last lines of a text begin, by the same limits.
func tailStart(text string, lines, most int) int {
	sum, line := 0, len(text)
	for i := len(text); i > 0; {
		_, size := utf8.DecodeLastRuneInString(text[:i])
		w, _ := weight(text[i-size : i])
		if text[i-size] == '\n' && i < len(text) {
			line = i
			if lines--; lines == 0 {
				return i
			}
		}
		if sum+w > most {
			if line < len(text) && sum > most/2 {
				return line
			}
			return i
		}
		sum += w
		i -= size
	}
	return 0
}
