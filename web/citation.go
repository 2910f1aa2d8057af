package web

import (
	"context"
	"time"

	"github.com/clawatlas/clawatlas/results/report"
)

// Citation is the state of a benchmark's pages.
func (s *Server) Citation(ctx context.Context, benchmark string) (report.Citation, error) {
	rev, err := s.Store.Revisions(ctx)
	if err != nil {
		return report.Citation{}, err
	}
	x := report.Citation{Database: "urn:clawatlas:" + rev.ID + ":" + rev.Of(benchmark)}
	at, err := s.ChangedAt(ctx, benchmark)
	if at > 0 {
		x.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	}
	return x, err
}
