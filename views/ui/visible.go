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
