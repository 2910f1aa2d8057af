package web

import (
	"context"
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// changesOnRun is how many changes the page of a run shows.
const changesOnRun = 20

// runChanges adds what has happened to the run to its page.
func (s *Server) runChanges(ctx context.Context, slug string, p *views.Run) error {
	list, total, err := s.store.Changes(ctx, results.ChangeFilter{Run: slug, Limit: changesOnRun})
	for _, c := range list {
		p.Changes = append(p.Changes, views.RunChange{Change: c})
	}
	if total > len(list) {
		p.MoreChanges = link.API(link.With(url.Values{}, "run", slug, "limit", "1000"), "changes")
	}
	return err
}
