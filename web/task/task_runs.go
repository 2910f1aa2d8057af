package task

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// scoredRuns reads the runs of a benchmark; sums are what they scored.
func (s Pages) scoredRuns(ctx context.Context, benchmark results.Benchmark, sums []results.ScoreSum) (report.ScoredRuns, error) {
	var none report.ScoredRuns
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: benchmark.ID})
	if err != nil {
		return none, err
	}
	b, err := s.BoardRuns(ctx, benchmark)
	if err != nil {
		return none, err
	}
	names, err := s.ModelNames(ctx)
	return report.NewScoredRuns(b, runs, sums, names), err
}
