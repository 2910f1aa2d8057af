package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// CardEnd is how the address of a card ends.
const CardEnd = ".png"

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
