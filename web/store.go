package web

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/store"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

type Store interface{ store.Reader }

type Runs interface {
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
}

// Maximum number of runs in the first query and in each further query. The later limit is higher
// because each query sorts all runs.
const (
	runsAtOnce = 1000
	restAtOnce = 20_000
)

// WholeTask is the maximum number of runs that a task page loads completely. If there are more
// runs, it loads only those of ranked systems by default.
var WholeTask = 1000

// AllRuns returns all runs that match a filter, with several queries if the store limits the number
// per query.
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

// AddAnchors looks up the lines that references to steps quote. trials are trials of one run, and
// the references are to those of one scenario.
func (s *Server) AddAnchors(ctx context.Context, trials []results.StoredTrial, scenario string, refs ...*results.StepRef) error {
	type place struct{ trial, step int }
	read := map[place][]results.Step{} // several references are often to one step
	for _, c := range refs {
		i := slices.IndexFunc(trials, func(t results.StoredTrial) bool {
			return t.Scenario == scenario && t.Task == c.Task && t.Attempt == c.Attempt
		})
		if i < 0 || c.Quote == "" && c.Call == 0 {
			continue
		}
		steps, known := read[place{i, c.Step}]
		if !known {
			rows, err := s.Store.StepRows(ctx, &trials[i], c.Step, 1)
			if err != nil {
				return err
			}
			if steps, err = s.Store.Steps(ctx, &trials[i], rows); err != nil {
				return err
			}
			read[place{i, c.Step}] = steps
		}
		for k := range steps {
			c.Anchor, _ = stepviews.Anchor(&steps[k], files.Names{}, c.Call, c.Quote, false)
		}
	}
	return nil
}
