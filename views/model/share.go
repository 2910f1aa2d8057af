package model

import (
	"context"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// badges are those of the model, two for each board; none where the site's address
// is not known.
func (d modelView) badges(ctx context.Context) []views.SharedBadge {
	page := ui.Absolute(ctx, link.Model(d.ID))
	if page == "" {
		return nil
	}
	var list []views.SharedBadge
	for i := range d.Standings {
		s := &d.Standings[i]
		for _, show := range []string{"", views.BadgeRank} {
			if show == views.BadgeRank && s.Row.Rank == nil {
				continue
			}
			label, text := views.ModelBadgeWords(s, show)
			list = append(list, views.BadgeFor(ctx, link.ModelBadge(s.Benchmark.ID, d.ID, show), label, text, page))
		}
	}
	return list
}
