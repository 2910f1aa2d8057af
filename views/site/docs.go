package site

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

func DocsListPage(f views.Frame, l docs.List) templ.Component {
	m := f.Meta("Documentation", "How to read the numbers, add your runs, get the data, run a site and change the code.",
		link.Docs(), "", ui.Crumb{Label: "Documentation"})
	var groups []docsGroup
	for _, g := range docs.Groups() {
		v := docsGroup{Group: g}
		for _, d := range l.Pages {
			if d.Group == g.Title {
				v.Entries = append(v.Entries, d)
			}
		}
		groups = append(groups, v)
	}
	return docsListPage(m, groups)
}

type docsGroup struct {
	docs.Group
	Entries []docs.Entry
}

func DocPage(f views.Frame, d docs.Page) (templ.Component, error) {
	body, sections, err := docsText(d.Markdown)
	m := f.Meta(d.Title, d.Lead, link.Doc(d.ID), "",
		ui.Crumb{Label: "Documentation", Href: link.Docs()}, ui.Crumb{Label: d.Title})
	return docPage(m, d.Title, sections, body), err
}

type docsSection struct{ ID, Title string }

// docsText renders a documentation page without its title and returns its sections. Links to other
// documentation files become links to their pages.
func docsText(markdown string) (templ.Component, []docsSection, error) {
	source := []byte(markdown)
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(docsNodes{}, 1))),
	)
	doc := md.Parser().Parse(text.NewReader(source))
	if h, ok := doc.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		doc.RemoveChild(doc, h)
	}
	var sections []docsSection
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering && n.Level == 2 {
				sections = append(sections, docsSection{headingID(n), plainText(n, source)})
			}
		case *ast.Link:
			if entering {
				n.Destination = []byte(onSite(string(n.Destination)))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, nil, err
	}
	var html bytes.Buffer
	if err := md.Renderer().Render(&html, source, doc); err != nil {
		return nil, nil, fmt.Errorf("render documentation: %w", err)
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(html.Bytes())
		return err
	}), sections, nil
}

// onSite converts a link to a documentation file into a link to its page.
func onSite(address string) string {
	file, anchor, ok := strings.Cut(address, ".md")
	if !ok || strings.ContainsAny(file, ":/#") || anchor != "" && anchor[0] != '#' {
		return address
	}
	return link.Doc(file) + anchor
}

// docsNodes renders headings with links to themselves, and puts tables and code into scrollable
// containers.
type docsNodes struct{}

func (n docsNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, n.heading)
	r.Register(extast.KindTable, n.Table)
	r.Register(extast.KindTableCell, n.cell)
	r.Register(ast.KindCodeBlock, n.code)
	r.Register(ast.KindFencedCodeBlock, n.code)
}

const codeFits = 36

func (docsNodes) code(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text, attr := string(node.Lines().Value(source)), ""
	for line := range strings.Lines(text) {
		if len(line) > codeFits {
			attr = ` tabindex="0"`
		}
	}
	fmt.Fprintf(w, "<pre%s><code>%s</code></pre>\n", attr, templ.EscapeString(text))
	return ast.WalkSkipChildren, nil
}

func (docsNodes) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	h := node.(*ast.Heading)
	if entering {
		fmt.Fprintf(w, `<h%d id="%[2]s"><a class="plainlink" href="#%[2]s">`, h.Level, headingID(h))
	} else {
		fmt.Fprintf(w, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

func (docsNodes) Table(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</table></section>\n")
		return ast.WalkContinue, err
	}
	fmt.Fprintf(w, `<section class="tw" tabindex="0" aria-label="%s"><table>`+"\n", templ.EscapeString(tableName(node, source)))
	return ast.WalkContinue, nil
}

// tableName returns the table's number on the page and the heading above it.
func tableName(table ast.Node, source []byte) string {
	n, above := 1, ""
	for p := table.PreviousSibling(); p != nil; p = p.PreviousSibling() {
		if h, ok := p.(*ast.Heading); ok && above == "" {
			above = ": " + plainText(h, source)
		}
		if p.Kind() == extast.KindTable {
			n++
		}
	}
	return fmt.Sprintf("Table %d%s", n, above)
}

func (docsNodes) cell(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	tag, scope, class := "td", "", ""
	if c, ok := node.(*extast.TableCell); ok && c.Alignment == extast.AlignRight {
		class = ` class="num"`
	}
	switch {
	case node.Parent().Kind() == extast.KindTableHeader:
		tag, scope = "th", ` scope="col"`
	case node.PreviousSibling() == nil:
		tag, scope = "th", ` scope="row"`
	}
	if entering {
		fmt.Fprintf(w, "<%s%s%s>", tag, scope, class)
	} else {
		fmt.Fprintf(w, "</%s>", tag)
	}
	return ast.WalkContinue, nil
}

func headingID(h *ast.Heading) string {
	id, _ := h.AttributeString("id")
	b, _ := id.([]byte)
	return string(b)
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
