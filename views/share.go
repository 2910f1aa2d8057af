package views

import (
	"context"
	"html"
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// SharedBadge is a badge with what shows it elsewhere.
type SharedBadge struct{ Href, Alt, Markdown string }

// BadgeFor is a badge at an address, which leads to a page by its own.
func BadgeFor(ctx context.Context, href, label, text, page string) SharedBadge {
	b := SharedBadge{Href: href, Alt: ui.Plain(label + ": " + text)}
	b.Markdown = "[![" + markdownLabel(b.Alt) + "](" + ui.Absolute(ctx, href) + ")](" + page + ")"
	return b
}

// markdownLabel lets a text stand in the brackets of a link.
func markdownLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`).Replace(s)
}

// FrameCode shows a view of the site in a frame of another.
func FrameCode(ctx context.Context, path, title string, height string) string {
	return `<iframe src="` + html.EscapeString(ui.Absolute(ctx, path)) + `" title="` + html.EscapeString(ui.Plain(title)) + `" width="100%" height="` + height + `" loading="lazy"></iframe>`
}
