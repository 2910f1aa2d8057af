package views

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ReasonText renders a failure reason as HTML, with a bold beginning, links, and code formatting
// for text in backticks.
type ReasonText struct {
	Text   string
	Bold   int // number of bytes at the beginning of Text that are bold
	Places []results.ReasonLink
	Href   func(*results.ReasonLink) string // function that returns the URL for a link, or "" for plain text
}

func (s ReasonText) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	places := slices.Clone(s.Places)
	for n, rest := range []string{s.Text[:min(s.Bold, len(s.Text))], s.Text[min(s.Bold, len(s.Text)):]} {
		if n == 0 && rest != "" {
			b.WriteString("<b>")
		}
		for rest != "" {
			at, first := len(rest), -1
			for i := range places {
				if k := strings.Index(rest, places[i].Words); places[i].Words != "" && k >= 0 && k < at {
					at, first = k, i
				}
			}
			writeCoded(&b, rest[:at])
			if rest = rest[at:]; first < 0 {
				break
			}
			said, href := places[first].Words, s.Href(&places[first])
			if rest = rest[len(said):]; href == "" {
				writeCoded(&b, said)
			} else {
				b.WriteString(`<a href="` + templ.EscapeString(href) + `">`)
				writeCoded(&b, said)
				b.WriteString("</a>")
			}
			places = slices.Delete(places, first, first+1)
		}
		if n == 0 && b.Len() > 0 {
			b.WriteString("</b>")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCoded(b *strings.Builder, text string) {
	parts := strings.Split(text, "`")
	for i, part := range parts {
		part = templ.EscapeString(ui.Plain(part))
		switch {
		case i%2 == 0:
			b.WriteString(part)
		case i == len(parts)-1:
			b.WriteString("`" + part)
		default:
			b.WriteString("<code>" + part + "</code>")
		}
	}
}
