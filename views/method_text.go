package views

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"

	"github.com/clawatlas/clawatlas/views/ui"
)

// content holds the site's own texts as Markdown.
//
//go:embed content
var content embed.FS

// Prose renders one of the site's own texts, such as "method/clawarena". Raw
// HTML in it is left out by goldmark's default. With terms, pairs of a {term} and
// what stands for it, it says what a benchmark does. The error is fs.ErrNotExist if
// there is no such text.
func Prose(name string, terms ...string) (templ.Component, error) {
	source, err := content.ReadFile("content/" + name + ".md")
	if err != nil {
		return nil, fmt.Errorf("read text: %w", err)
	}
	var text bytes.Buffer
	md := goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	if err := md.Convert([]byte(strings.NewReplacer(terms...).Replace(string(source))), &text); err != nil {
		return nil, fmt.Errorf("render text %s: %w", name, err)
	}
	return sectioned(text.String()), nil
}

// heading is one of the second order, as goldmark writes it.
var heading = regexp.MustCompile(`<h2 id="([\w-]+)">(.*)</h2>`)

// opening is the heading of what a reader is told first, which is never folded.
const opening = "what-is-measured"

// sectioned makes a section of what stands below each other heading.
func sectioned(text string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		at := heading.FindAllStringSubmatchIndex(text, -1)
		ends := append(at[:len(at):len(at)], []int{len(text)})
		if _, err := io.WriteString(w, text[:ends[0][0]]); err != nil {
			return err
		}
		for i, m := range at {
			id, end := text[m[2]:m[3]], ends[i+1][0]
			part := ui.Section(id, html.UnescapeString(text[m[4]:m[5]]))
			if id == opening {
				part = templ.Raw(text[m[0]:end])
			}
			if err := part.Render(templ.WithChildren(ctx, templ.Raw(text[m[1]:end])), w); err != nil {
				return err
			}
		}
		return nil
	})
}

// ProseOf renders those of the named texts that exist, in their order.
func ProseOf(names ...string) ([]templ.Component, error) {
	var list []templ.Component
	for _, n := range names {
		t, err := Prose(n)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}
