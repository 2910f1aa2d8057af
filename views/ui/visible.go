package ui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// Visible shows text that a model or a stranger wrote. HTML is escaped, and
// every character that would act instead of being seen (control, bidi,
// zero-width and the like) becomes a mark with its name. Newline and tab stay.
func Visible(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return writeVisible(w, text)
	})
}

// Plain is Visible for places that hold text alone, such as titles and SVG:
// each acting character becomes its mark in brackets, such as [RLO]. Newlines
// and tabs become spaces.
func Plain(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return acts(r, true) || r == '\n' || r == '\t' || r == utf8.RuneError }) {
		return text
	}
	var b strings.Builder
	selector := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `[\x%02X]`, text[i])
		case acts(r, selector):
			mark, _ := describe(r)
			b.WriteString("[" + mark + "]")
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
		selector = isSelector(r)
		i += size
	}
	return b.String()
}

// writeVisible writes stretches of harmless text as a whole, because a trace
// may be megabytes of it.
func writeVisible(w io.Writer, text string) error {
	start, selector := 0, true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		mark, title := "", ""
		switch {
		case r == utf8.RuneError && size == 1:
			mark = fmt.Sprintf(`\x%02X`, text[i])
			title = fmt.Sprintf("byte 0x%02X, not UTF-8", text[i])
		case acts(r, selector):
			mark, title = describe(r)
		}
		selector = isSelector(r)
		if mark != "" {
			if err := writeEscaped(w, text[start:i]); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(w, `<span class="ctl" title="%s">%s</span>`, templ.EscapeString(title), templ.EscapeString(mark)); err != nil {
				return err
			}
			start = i + size
		}
		i += size
	}
	return writeEscaped(w, text[start:])
}

func writeEscaped(w io.Writer, s string) error {
	if s == "" {
		return nil
	}
	_, err := io.WriteString(w, templ.EscapeString(s))
	return err
}

// acts reports whether r changes how text is shown without being seen itself.
// One variation selector after a character that has a shape is the normal way
// to write emoji; a second one in a row, or one after nothing, hides data.
func acts(r rune, afterSelector bool) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return true
	case r < 0xad:
		return false
	case isSelector(r):
		return afterSelector || r < 0xfe0e || r > 0xfe0f
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	case unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), unicode.Is(unicode.Co, r):
		return true
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

func isSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// describe gives a character a short mark and a name.
func describe(r rune) (mark, title string) {
	code := fmt.Sprintf("U+%04X", r)
	if n, ok := named(r); ok {
		return n.mark, code + " " + n.name
	}
	switch {
	case r >= 0xe0020 && r <= 0xe007e:
		// A tag character is the invisible twin of an ASCII character.
		c := string(r - 0xe0000)
		return "TAG " + c, code + " TAG of " + c
	case isSelector(r):
		return "VS", code + " VARIATION SELECTOR"
	case unicode.Is(unicode.Co, r):
		return code, code + " private use"
	}
	return code, code + " invisible character"
}

type name struct{ mark, name string }

// named knows the characters that turn up in traces by their Unicode names.
func named(r rune) (name, bool) {
	const c0 = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
	const names = "NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,BELL,BACKSPACE,CHARACTER TABULATION,LINE FEED,LINE TABULATION,FORM FEED,CARRIAGE RETURN,SHIFT OUT,SHIFT IN,DATA LINK ESCAPE,DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,SYNCHRONOUS IDLE,END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,INFORMATION SEPARATOR ONE"
	if r >= 0 && r < 0x20 {
		return name{strings.Fields(c0)[r], strings.Split(names, ",")[r]}, true
	}
	switch r {
	case 0x7f:
		return name{"DEL", "DELETE"}, true
	case 0x85:
		return name{"NEL", "NEXT LINE"}, true
	case 0x9b:
		return name{"CSI", "CONTROL SEQUENCE INTRODUCER"}, true
	case 0xad:
		return name{"SHY", "SOFT HYPHEN"}, true
	case 0x34f:
		return name{"CGJ", "COMBINING GRAPHEME JOINER"}, true
	case 0x61c:
		return name{"ALM", "ARABIC LETTER MARK"}, true
	case 0x180e:
		return name{"MVS", "MONGOLIAN VOWEL SEPARATOR"}, true
	case 0x3164:
		return name{"HF", "HANGUL FILLER"}, true
	case 0xfeff:
		return name{"BOM", "ZERO WIDTH NO-BREAK SPACE"}, true
	}
	return namedFormat(r)
}

// namedFormat knows the format characters of the General Punctuation block.
func namedFormat(r rune) (name, bool) {
	switch r {
	case 0x200b:
		return name{"ZWSP", "ZERO WIDTH SPACE"}, true
	case 0x200c:
		return name{"ZWNJ", "ZERO WIDTH NON-JOINER"}, true
	case 0x200d:
		return name{"ZWJ", "ZERO WIDTH JOINER"}, true
	case 0x200e:
		return name{"LRM", "LEFT-TO-RIGHT MARK"}, true
	case 0x200f:
		return name{"RLM", "RIGHT-TO-LEFT MARK"}, true
	case 0x2028:
		return name{"LS", "LINE SEPARATOR"}, true
	case 0x2029:
		return name{"PS", "PARAGRAPH SEPARATOR"}, true
	case 0x202a:
		return name{"LRE", "LEFT-TO-RIGHT EMBEDDING"}, true
	case 0x202b:
		return name{"RLE", "RIGHT-TO-LEFT EMBEDDING"}, true
	case 0x202c:
		return name{"PDF", "POP DIRECTIONAL FORMATTING"}, true
	case 0x202d:
		return name{"LRO", "LEFT-TO-RIGHT OVERRIDE"}, true
	case 0x202e:
		return name{"RLO", "RIGHT-TO-LEFT OVERRIDE"}, true
	case 0x2060:
		return name{"WJ", "WORD JOINER"}, true
	case 0x2066:
		return name{"LRI", "LEFT-TO-RIGHT ISOLATE"}, true
	case 0x2067:
		return name{"RLI", "RIGHT-TO-LEFT ISOLATE"}, true
	case 0x2068:
		return name{"FSI", "FIRST STRONG ISOLATE"}, true
	case 0x2069:
		return name{"PDI", "POP DIRECTIONAL ISOLATE"}, true
	}
	return name{}, false
}
