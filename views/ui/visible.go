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

// Visible renders untrusted text. It escapes HTML and shows control, bidirectional, zero-width and
// similar characters as labels with their names. It keeps newlines and tabs.
func Visible(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		return writeVisible(w, text)
	})
}

// Plain makes invisible characters visible in plain text, such as titles. See words.Plain.
func Plain(text string) string { return words.Plain(text) }

// Marked is like Plain for text with several lines. See words.Marked.
func Marked(text string) string { return words.Marked(text) }

// writeVisible copies long runs of harmless characters with one write, because a trace may have
// several megabytes.
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

// Maximum number of lines and bytes of a text that Folded shows unfolded. The byte limit is
// necessary because lines can be very long.
const (
	foldLines = 24
	foldBytes = 6 << 10
	// foldMost is the maximum number of folded bytes on a page. The remaining text is available
	// through Fold.Href.
	foldMost = 64 << 10
)

type Fold struct {
	Text string
	Href string // URL of the full text, linked if the text is too long for the page; may be empty
}

type cut struct {
	head, rest string
	lines      int // number of lines in the full text
	left       int // number of bytes that are neither in head nor in rest
}

// cut splits the text at foldLines and foldBytes, if possible between two lines.
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

// end returns the byte offset after the given number of lines, but at most most. It never splits a
// character. A negative number of lines means no line limit.
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

// cutLine returns the offset at which to cut if the line at offset at exceeds the limit. It cuts
// before that line, or within it if the text before it is shorter than half the limit.
func cutLine(text string, at, most int) int {
	if at >= most/2 {
		return at
	}
	for at = most; at > 0 && !utf8.RuneStart(text[at]); at-- {
	}
	return at
}
