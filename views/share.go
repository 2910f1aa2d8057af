package views

import (
	"context"
	"html"
	"strings"

	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// runBadge is a badge of a run with what shows it elsewhere.
type runBadge struct{ Href, Alt, Markdown string }

// badges are those of the run; none where the site's address is not known, because
// other sites need it.
func (r runView) badges(ctx context.Context) []runBadge {
	page := ui.Absolute(ctx, link.Run(r.Run.Run))
	if page == "" {
		return nil
	}
	var list []runBadge
	for _, show := range []string{"", BadgeRank} {
		if show == BadgeRank && (r.Standing == nil || r.Standing.Row.Rank == nil) {
			continue
		}
		label, text := badgeWords(r.Run, show)
		b := runBadge{Href: link.Badge(r.Benchmark, r.Run.Run, show), Alt: ui.Plain(label + ": " + text)}
		b.Markdown = "[![" + markdownLabel(b.Alt) + "](" + ui.Absolute(ctx, b.Href) + ")](" + page + ")"
		list = append(list, b)
	}
	return list
}

// markdownLabel lets a text stand in the brackets of a link.
func markdownLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "`", "\\`", "<", `\<`).Replace(s)
}

// frameCode shows a view of the site in a frame of another.
func frameCode(ctx context.Context, path, title string, height string) string {
	return `<iframe src="` + html.EscapeString(ui.Absolute(ctx, path)) + `" title="` + html.EscapeString(ui.Plain(title)) + `" width="100%" height="` + height + `" loading="lazy"></iframe>`
}
