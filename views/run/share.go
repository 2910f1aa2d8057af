package run

import (
	"context"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// badges are those of the run; none where the site's address is not known, because
// other sites need it.
func (r runView) badges(ctx context.Context) []views.SharedBadge {
	page := ui.Absolute(ctx, link.Run(r.Run.Run))
	if page == "" {
		return nil
	}
	var list []views.SharedBadge
	for _, show := range []string{"", views.BadgeRank} {
		if show == views.BadgeRank && (r.Standing == nil || r.Standing.Row.Rank == nil) {
			continue
		}
		label, text := views.BadgeWords(r.Run, show)
		list = append(list, views.BadgeFor(ctx, link.Badge(r.Benchmark, r.Run.Run, show), label, text, page))
	}
	return list
}
