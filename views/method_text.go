package views

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"
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
	var html bytes.Buffer
	md := goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	if err := md.Convert([]byte(strings.NewReplacer(terms...).Replace(string(source))), &html); err != nil {
		return nil, fmt.Errorf("render text %s: %w", name, err)
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(html.Bytes())
		return err
	}), nil
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
