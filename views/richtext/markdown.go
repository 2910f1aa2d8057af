package richtext

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	mdhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html"
)

// Limits of Markdown parsing. The parser pads table rows to the width of the header, so that 22 KB
// can become 150 MB (goldmark #589), and needs quadratic time for nested elements.
const (
	markdownMost = 32 << 10
	cellsMost    = 50_000
	nestMost     = 4_000 // maximum number of characters that open links or emphasis
	depthMost    = 200   // maximum number of quotes and list markers at the start of a line
)

// Parses reports whether a text is small enough and its nesting shallow enough to parse as
// Markdown. Other texts are shown unformatted.
func Parses(text string) bool {
	if len(text) > markdownMost || strings.ContainsRune(text, 0) {
		return false // the Markdown parser would replace NUL
	}
	lines, pipes, nest := 0, 0, strings.Count(text, "[")+strings.Count(text, "*")+strings.Count(text, "_")+strings.Count(text, "`")+strings.Count(text, "<")
	for line := range strings.Lines(text) {
		lines++
		pipes = max(pipes, strings.Count(line, "|"))
		if depth(line) > depthMost {
			return false
		}
	}
	return lines*pipes <= cellsMost && nest <= nestMost
}

func depth(line string) int {
	n := 0
	for _, c := range line {
		switch {
		case c == '>' || c == '-' || c == '+' || c == '*' || c == '.' || c == ')':
			n++
		case c == ' ' || c == '\t' || c >= '0' && c <= '9':
		default:
			return n
		}
	}
	return n
}

// Parsers and policy, built once and safe for concurrent use.
var ( //nolint:gochecknoglobals // stateless
	texts    = sync.OnceValue(func() goldmark.Markdown { return newParser() })
	messages = sync.OnceValue(func() goldmark.Markdown { return newParser(mdhtml.WithHardWraps()) })
	allowed  = sync.OnceValue(policy)
)

func newParser(more ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(nodes{}, 1))),
		goldmark.WithRendererOptions(more...),
	)
}

// policy returns the sanitiser policy: only elements that Markdown produces, http and https links,
// and our own CSS classes, but no images or inline styles.
func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "em", "strong", "del", "blockquote", "ul", "ol", "li", "code", "div", "span", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(?:mh(?: mh3)?|mi|txt(?: mc)?|c[cfkns]|g[di])$`)).OnElements("p", "div", "span")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	return p
}

// Markdown renders a text as sanitised Markdown. Raw HTML is shown as text, an image as its URL,
// and a heading as a paragraph. Texts that Parses rejects are shown unformatted.
func Markdown(text string) templ.Component { return markdown(text, texts) }

// Message renders Markdown like the function Markdown, but keeps all line breaks, as needed for
// prompts.
func Message(text string) templ.Component { return markdown(text, messages) }

func markdown(text string, md func() goldmark.Markdown) templ.Component {
	return component(func(o *out) {
		if !Parses(text) {
			o.source(text)
			return
		}
		var made bytes.Buffer
		if err := md().Convert([]byte(text), &made); err != nil || made.Len() > growMost(text) {
			o.source(text)
			return
		}
		o.raw(`<div class="md">`)
		o.visible(allowed().SanitizeReader(&made))
		o.raw(`</div>`)
	})
}

// growMost returns the maximum size of a text's HTML in bytes. A table with one wide row could
// otherwise become huge.
func growMost(text string) int { return 2*Weigh(text, 1<<30) + 2<<10 }

func (o *out) source(text string) {
	o.raw(`<div class="txt">`)
	o.text(text)
	o.raw(`</div>`)
}

// visible copies sanitised HTML and makes invisible characters in its text visible.
func (o *out) visible(r *bytes.Buffer) {
	z := html.NewTokenizer(r)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken:
			o.text(html.UnescapeString(string(z.Raw())))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			o.raw(string(z.Raw()))
		}
	}
}

// nodes replaces goldmark's rendering of headings, raw HTML, images, links and code blocks.
type nodes struct{}

func (n nodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, n.heading)
	reg.Register(ast.KindHTMLBlock, n.htmlBlock)
	reg.Register(ast.KindRawHTML, n.rawHTML)
	reg.Register(ast.KindImage, n.image)
	reg.Register(ast.KindLink, n.link)
	reg.Register(ast.KindFencedCodeBlock, n.fence)
	reg.Register(ast.KindCodeBlock, n.fence)
}

func (nodes) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		level := "mh"
		if node.(*ast.Heading).Level > 2 {
			level = "mh mh3"
		}
		w.WriteString(`<p class="` + level + `">`)
	} else {
		w.WriteString("</p>\n")
	}
	return ast.WalkContinue, nil
}

func (nodes) htmlBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.HTMLBlock)
	if entering {
		w.WriteString(`<div class="txt">`)
		writeSegments(w, src, node)
	} else {
		if n.HasClosure() {
			closure := n.ClosureLine
			w.WriteString(html.EscapeString(string(closure.Value(src))))
		}
		w.WriteString("</div>\n")
	}
	return ast.WalkContinue, nil
}

func (nodes) rawHTML(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		segments := node.(*ast.RawHTML).Segments
		for i := range segments.Len() {
			s := segments.At(i)
			w.WriteString(html.EscapeString(string(s.Value(src))))
		}
	}
	return ast.WalkSkipChildren, nil
}

// image renders an image as its alternative text and URL. It never loads the image.
func (nodes) image(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<span class="mi">image: `)
	} else {
		w.WriteString(" (" + html.EscapeString(string(node.(*ast.Image).Destination)) + ")</span>")
	}
	return ast.WalkContinue, nil
}

// link renders a link, followed by its URL if the link text is different, because the text could be
// misleading.
func (nodes) link(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Link)
	to := string(n.Destination)
	if entering {
		w.WriteString(`<a href="` + html.EscapeString(string(util.URLEscape(n.Destination, true))) + `">`)
		return ast.WalkContinue, nil
	}
	w.WriteString("</a>")
	if label := nodeText(node, src); label != to {
		w.WriteString(` <span class="mi">(` + html.EscapeString(to) + `)</span>`)
	}
	return ast.WalkContinue, nil
}

// nodeText returns the text of a node's direct children.
func nodeText(node ast.Node, src []byte) string {
	var b strings.Builder
	for c := node.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(src))
		}
	}
	return b.String()
}

func (nodes) fence(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var body bytes.Buffer
	writeLines(&body, src, node)
	w.WriteString(`<div class="txt mc">`)
	o := &out{w: w, bare: true} // insert symbols only once, after sanitising
	o.text(body.String())
	w.WriteString("</div>\n")
	return ast.WalkSkipChildren, o.err
}

func writeLines(w *bytes.Buffer, src []byte, node ast.Node) {
	for i := range node.Lines().Len() {
		s := node.Lines().At(i)
		w.Write(s.Value(src))
	}
}

func writeSegments(w util.BufWriter, src []byte, node ast.Node) {
	var b bytes.Buffer
	writeLines(&b, src, node)
	w.WriteString(html.EscapeString(b.String()))
}
