package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// scoredRuns reads the runs of a benchmark with what they scored.
func (s *Server) scoredRuns(ctx context.Context, benchmark results.Benchmark) (report.ScoredRuns, error) {
	var none report.ScoredRuns
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: benchmark.ID})
	if err != nil {
		return none, err
	}
	b, err := s.boardRuns(ctx, benchmark)
	if err != nil {
		return none, err
	}
	sums, err := s.store.ScoreSums(ctx, benchmark.ID)
	if err != nil {
		return none, err
	}
	names, err := s.modelNames(ctx)
	return report.NewScoredRuns(b, runs, sums, names), err
}

// cellVerdict is the verdict of one run at one task, with its place and address.
func cellVerdict(c report.RunColumn, scenario, task string, trials []*results.StoredTrial) views.Verdict {
	v := verdictOf(trials)
	v.Where = c.Label + ", " + task
	if len(trials) > 0 {
		v.Href = link.Trial(c.Run.Slug, scenario, task)
	}
	return v
}

// verdictOf is the verdict of one run at one task as a cell.
func verdictOf(trials []*results.StoredTrial) views.Verdict {
	v := report.VerdictOf(trials)
	return views.Verdict{Status: v.Status, Score: v.Score, Of: v.Of}
}
