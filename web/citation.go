package web

import (
	"context"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// Citation is the state of a benchmark's pages.
func (s *Server) Citation(ctx context.Context, benchmark string) (views.Citation, error) {
	rev, err := s.Store.Revisions(ctx)
	if err != nil {
		return views.Citation{}, err
	}
	x := views.Citation{Database: "urn:clawatlas:" + rev.ID + ":" + rev.Of(benchmark)}
	at, err := s.ChangedAt(ctx, benchmark)
	if at > 0 {
		x.Date = time.UnixMilli(at).UTC().Format(time.DateOnly)
	}
	return x, err
}

// ChangedAt is when a benchmark has changed last, or any without a name; in Unix
// milliseconds, 0 if the log knows of no change.
func (s *Server) ChangedAt(ctx context.Context, benchmark string) (int64, error) {
	return Remember(ctx, s.Store, MemoKey{What: "changed", Benchmark: benchmark}, func() (int64, error) {
		list, _, err := s.Store.Changes(ctx, results.ChangeFilter{Benchmark: benchmark, Limit: 1})
		if err != nil || len(list) == 0 {
			return 0, err
		}
		return list[0].At, nil
	})
}
