package ui

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
)

// Visible shows untrusted text. HTML is escaped, and control, bidi, zero-width and similar
// characters become marks with their names. Newlines and tabs stay.
func Visible(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return writeVisible(w, text)
	})
}

// Plain is Visible for plain text: words.Plain.
func Plain(text string) string { return words.Plain(text) }

// Marked is Plain for text of several lines.
func Marked(text string) string { return words.Marked(text) }

// writeVisible writes harmless stretches as a whole, because a trace may be megabytes.
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

// Limits of Folded: longer texts are folded. Bytes count too, because lines can be very long.
const (
	foldLines = 24
	foldBytes = 6 << 10
	// foldMost is how much a fold holds; the rest is one link away.
	foldMost = 64 << 10
)

type Fold struct {
	Text string
	Href string // the whole text, for what is too long for a page; may be empty
}

type cut struct {
	head, rest string
	lines      int // of the whole text
	left       int // bytes that are neither in head nor in rest
}

// cut splits the text at the limits, if possible at the end of a line.
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

// end is the end of the first lines, at most at a byte, never inside a character. Negative: any
// number.
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

// cutLine cuts before the line that does not fit, or inside it if too much room would be empty.
func cutLine(text string, at, most int) int {
	if at >= most/2 {
		return at
	}
	for at = most; at > 0 && !utf8.RuneStart(text[at]); at-- {
	}
	return at
}
