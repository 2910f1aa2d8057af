package views

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"
)

// content holds the site's own texts as Markdown.
//
//go:embed content
var content embed.FS

type Part struct {
	ID, Title string
	Body      templ.Component
}

var heading = regexp.MustCompile(`<h2 id="([\w-]+)">(.*)</h2>`)

// Parts renders a text of the site, such as "method/clawarena", and splits it into sections. It
// returns nil if the text does not exist. The terms are pairs of a placeholder, such as {task}, and
// its replacement.
func Parts(name string, terms ...string) (list []Part, err error) {
	source, err := content.ReadFile("content/" + name + ".md")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read text: %w", err)
	}
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	if err := md.Convert([]byte(strings.NewReplacer(terms...).Replace(string(source))), &out); err != nil {
		return nil, fmt.Errorf("render text %s: %w", name, err)
	}
	text := out.String()
	at := heading.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		list = append(list, Part{text[m[2]:m[3]], html.UnescapeString(text[m[4]:m[5]]), templ.Raw(text[m[1]:end])})
	}
	return list, nil
}
