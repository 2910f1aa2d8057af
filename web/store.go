package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/store"
)

// Store is what the site reads.
type Store interface{ store.Reader }

// Runs lists runs, newest first, and counts them.
type Runs interface {
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
}

// runsAtOnce is how many runs the first query of the store gives at most, and restAtOnce
// each that follows: every one of them sorts all runs.
const (
	runsAtOnce = 1000
	restAtOnce = 20_000
)

// WholeTask is up to how many runs of a benchmark the page of a task reads: beyond it
// those alone that stand for a ranked system, unless the reader asks for all. Tests lower it.
var WholeTask = 1000

// AllRuns reads every run of a filter: what a page sums or sets side by side must
// not end at the store's limit.
func (s *Server) AllRuns(ctx context.Context, f results.RunFilter) ([]results.Run, error) {
	if f.Model == "" && f.Slugs == nil && !f.Scored && !f.Bare {
		return s.Store.BenchmarkRuns(ctx, f.Benchmark)
	}
	return ReadRuns(ctx, s.Store, f)
}

// ReadRuns reads the runs of a filter query by query.
func ReadRuns(ctx context.Context, store Runs, f results.RunFilter) ([]results.Run, error) {
	f.Limit, f.Offset = runsAtOnce, 0
	var list []results.Run
	for {
		runs, total, err := store.Runs(ctx, f)
		if err != nil {
			return nil, err
		}
		list = append(list, runs...)
		f.Limit = restAtOnce
		if f.Offset += len(runs); len(runs) == 0 || f.Offset >= total {
			return list, nil
		}
	}
}
