package ui

import (
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
)

// Visible shows text that a model or a stranger wrote. HTML is escaped, and
// every character that would act instead of being seen (control, bidi,
// zero-width and the like) becomes a mark with its name. Newline and tab stay.
func Visible(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return writeVisible(w, text)
	})
}

// Plain is Visible for places that hold text alone: words.Plain.
func Plain(text string) string { return words.Plain(text) }

// Marked is Plain for text of several lines: words.Marked.
func Marked(text string) string { return words.Marked(text) }

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
		case visible.Acts(r, selector):
			mark, title = words.Character(r)
		}
		selector = visible.IsSelector(r)
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
