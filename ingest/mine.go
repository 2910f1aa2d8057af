package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/cases"
)

// mine saves the cases of a benchmark. They are about the runs that stand for
// their systems: a case is not twice as true because one system was run twice.
func (l *Loader) mine(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	var standing []results.ScoredRun
	for i, stands := range board.Standing(runs) {
		if !stands {
			continue
		}
		r := runs[i]
		var err error
		if r.Trials, err = l.Store.Outcomes(ctx, r.ID); err != nil {
			return err
		}
		standing = append(standing, r)
	}
	return l.Store.SaveCases(ctx, d.Benchmark.ID, cases.Mine(cases.Input{Benchmark: d.Benchmark, Tasks: d.Tasks, Runs: standing}))
}
