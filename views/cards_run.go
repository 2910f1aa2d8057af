package views

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// FirstProse is the first paragraph of Markdown, without its marks.
func FirstProse(markdown string) string {
	for _, part := range strings.Split(markdown, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" || strings.HasPrefix(part, "#") || strings.HasPrefix(part, "|") || strings.HasPrefix(part, ">") {
			continue
		}
		return markdownText(part)
	}
	return ""
}

// markdownText is what Markdown says, without its marks.
func markdownText(markdown string) string {
	src := []byte(markdown)
	var b strings.Builder
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch t := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(t.Segment.Value(src))
				if t.SoftLineBreak() || t.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(t.Value)
			}
		}
		return ast.WalkContinue, nil
	}) // the function returns no error
	return b.String()
}
