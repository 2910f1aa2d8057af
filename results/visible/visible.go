// Package visible detects and escapes invisible characters that change how the surrounding text is
// displayed. It is needed because the names and texts in records are written by models and
// strangers. It imports only the standard library.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Acts reports whether r is invisible and can change how text is displayed: a control,
// bidirectional, zero-width, private-use or other ignorable character, except newline and tab. One
// variation selector after a character is normal in emoji; a second one can hide data.
func Acts(r rune, afterSelector bool) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return true
	case r < 0xad:
		return false
	case IsSelector(r):
		return afterSelector || r < 0xfe0e || r > 0xfe0f
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	case unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Co, r):
		return true
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// IsSelector reports whether r is a variation selector, which selects a variant of the preceding
// character.
func IsSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// Replace replaces each character for which Acts is true, and each invalid UTF-8 byte, with the
// result of mark. For an invalid byte, r is utf8.RuneError.
func Replace(text string, mark func(r rune, b byte) string) string {
	var out strings.Builder
	done, selector := 0, true
	for i := 0; i < len(text); {
		if n := printed(text[i:]); n > 0 {
			selector = false
			i += n
			continue
		}
		if c := text[i]; c < 0x7f && (c >= 0x20 || c == '\n' || c == '\t') {
			selector = false
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		b := byte(0)
		if r == utf8.RuneError && size == 1 {
			b = text[i]
		}
		if b != 0 || Acts(r, selector) {
			out.WriteString(text[done:i])
			out.WriteString(mark(r, b))
			done = i + size
		}
		selector = IsSelector(r)
		i += size
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// printed returns the length of a prefix of the text that consists of visible ASCII characters. It
// is a multiple of eight.
func printed(text string) (n int) {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; len(text) >= n+8; n += 8 {
		t := text[n : n+8]
		x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 | uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
		control := x - ones*0x20      // sets the highest bit of a byte below 0x20
		del := (x ^ ones*0x7f) - ones // sets the highest bit of a byte equal to 0x7f
		if (x|control|del)&high != 0 {
			return n
		}
	}
	return n
}

// Lines escapes invisible characters (see Acts), for example as \x1b or \u202e. It keeps newlines
// and tabs.
func Lines(text string) string { return Replace(text, escape) }

// Line is like Lines, but also escapes newlines and tabs.
func Line(text string) string {
	return lineEnds.Replace(Lines(text))
}

var lineEnds = strings.NewReplacer("\n", `\n`, "\t", `\t`)

func escape(r rune, b byte) string {
	switch {
	case r == utf8.RuneError:
		return fmt.Sprintf(`\x%02x`, b)
	case r == '\r':
		return `\r`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// JSON escapes invisible characters (see Acts) in the strings of a JSON document.
func JSON(doc string) string {
	return Replace(doc, func(r rune, b byte) string {
		if r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			return fmt.Sprintf(`\u%04x\u%04x`, hi, lo)
		}
		if r == utf8.RuneError {
			return string(b) // not valid JSON, which the consumer will reject
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}
