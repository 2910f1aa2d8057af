package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/store"
)

type Store interface{ store.Reader }

type Runs interface {
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
}

// How many runs a query of the store returns, at first and then: each query sorts all runs.
const (
	runsAtOnce = 1000
	restAtOnce = 20_000
)

// WholeTask is the number of runs up to which a task's page reads all of them; beyond it, only
// those of ranked systems unless asked.
var WholeTask = 1000

// AllRuns reads every run of a filter, beyond the store's limit.
func (s *Server) AllRuns(ctx context.Context, f results.RunFilter) ([]results.Run, error) {
	if f.Model == "" && f.Slugs == nil && !f.Scored && !f.Bare {
		return s.Store.BenchmarkRuns(ctx, f.Benchmark)
	}
	return ReadRuns(ctx, s.Store, f)
}

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
