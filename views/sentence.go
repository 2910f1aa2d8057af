package views

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// Sentence is a text in phrases, so that its fact can be strong. It is a component, because a template would put spaces between
// the phrases.
type Sentence []phrase

// phrase is a part of a sentence.
type phrase struct {
	Text   string
	Strong bool
}

func (v *Sentence) put(p phrase) { *v = append(*v, p) }

func (v *Sentence) Add(text string) { v.put(phrase{Text: text}) }

func (v *Sentence) Strong(text string) { v.put(phrase{Text: text, Strong: true}) }

// String is the sentence as plain text.
func (v Sentence) String() string {
	var b strings.Builder
	for _, p := range v {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Render writes the sentence as HTML.
func (v Sentence) Render(_ context.Context, w io.Writer) error {
	var b strings.Builder
	for _, p := range v {
		text := templ.EscapeString(p.Text)
		if p.Strong {
			text = "<b>" + text + "</b>"
		}
		b.WriteString(text)
	}
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), "</b><b>", ""))
	return err
}
