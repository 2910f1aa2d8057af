package views

import (
	"context"
	"html"
	"strings"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// sharedBadge is a badge with what shows it elsewhere.
type sharedBadge struct{ Href, Alt, Markdown string }

// badgeFor is a badge at an address, which leads to a page by its own.
func badgeFor(ctx context.Context, href, label, text, page string) sharedBadge {
	b := sharedBadge{Href: href, Alt: ui.Plain(label + ": " + text)}
	b.Markdown = "[![" + markdownLabel(b.Alt) + "](" + ui.Absolute(ctx, href) + ")](" + page + ")"
	return b
}

// badges are those of the model, two for each board; none where the site's address
// is not known.
func (p modelParts) badges(ctx context.Context) []sharedBadge {
	page := ui.Absolute(ctx, link.Model(p.ID))
	if page == "" {
		return nil
	}
	var list []sharedBadge
	for i := range p.Standings {
		s := &p.Standings[i]
		for _, show := range []string{"", BadgeRank} {
			if show == BadgeRank && s.Row.Rank == nil {
				continue
			}
			label, text := modelBadgeWords(s, show)
			list = append(list, badgeFor(ctx, link.ModelBadge(s.Benchmark.ID, p.ID, show), label, text, page))
		}
	}
	return list
}

// badges are those of the run; none where the site's address is not known, because
// other sites need it.
func (r runView) badges(ctx context.Context) []sharedBadge {
	page := ui.Absolute(ctx, link.Run(r.Run.Run))
	if page == "" {
		return nil
	}
	var list []sharedBadge
	for _, show := range []string{"", BadgeRank} {
		if show == BadgeRank && (r.Standing == nil || r.Standing.Row.Rank == nil) {
			continue
		}
		label, text := badgeWords(r.Run, show)
		list = append(list, badgeFor(ctx, link.Badge(r.Benchmark, r.Run.Run, show), label, text, page))
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
