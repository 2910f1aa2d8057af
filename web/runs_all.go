package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// runsAtOnce is how many runs one query of the store gives at most.
const runsAtOnce = 1000

// allRuns reads every run of a filter, page by page: what a page sums or sets
// side by side must not end at the store's limit.
func (s *Server) allRuns(ctx context.Context, f results.RunFilter) ([]results.Run, error) {
	f.Limit, f.Offset = runsAtOnce, 0
	var list []results.Run
	for {
		runs, total, err := s.store.Runs(ctx, f)
		if err != nil {
			return nil, err
		}
		list = append(list, runs...)
		if f.Offset += len(runs); len(runs) == 0 || f.Offset >= total {
			return list, nil
		}
	}
}
