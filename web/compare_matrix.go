package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

func (s *Server) compareMatrixPage(c echo.Context, q report.CompareQuery) error {
	m, err := s.loadRunMatrix(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, "compare-"+m.Benchmark, views.CompareMatrixTable(m))
	}
	return html(c, views.CompareMatrixPage(s.frame, m))
}

// loadRunMatrix reads several runs of one benchmark with their outcomes.
func (s *Server) loadRunMatrix(ctx context.Context, q report.CompareQuery) (*report.RunMatrix, error) {
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	runs, trials := make([]results.Run, len(q.Runs)), make([][]results.Trial, len(q.Runs))
	for i, slug := range q.Runs {
		if runs[i], err = s.store.FindRun(ctx, slug); err != nil {
			return nil, err
		}
	}
	m, err := report.NewRunMatrix(q, names, runs)
	if err != nil {
		return nil, err
	}
	b, err := s.store.FindBenchmark(ctx, runs[0].Benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	for i := range runs {
		if trials[i], err = s.store.Outcomes(ctx, runs[i].ID); err != nil {
			return nil, err
		}
	}
	return m, m.AddOutcomes(b, tasks, trials)
}

// comparePickPage asks for what is missing: both runs, or the other one.
func (s *Server) comparePickPage(c echo.Context, q report.CompareQuery) error {
	ctx := c.Request().Context()
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	var chosen *results.Run
	if len(q.Runs) == 1 {
		run, err := s.store.FindRun(ctx, q.Runs[0])
		if err != nil {
			return err
		}
		chosen = &run
	}
	p := report.NewComparePick(q, names, chosen)
	p.Same = chosen != nil && ask(c).text("a") == ask(c).text("b")
	list, err := s.pickBenchmarks(ctx, p.Query.Benchmark)
	if err != nil {
		return err
	}
	for _, b := range list {
		if s.frame.Static {
			board, err := s.boardRuns(ctx, b)
			if err != nil {
				return err
			}
			p.AddStanding(b, board.Rows)
			continue
		}
		runs, total, err := s.store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: pickRuns})
		if err != nil {
			return err
		}
		p.AddRuns(b, runs, total)
	}
	return html(c, views.ComparePickPage(s.frame, p))
}

// pickBenchmarks are all benchmarks, or the one that is asked for.
func (s *Server) pickBenchmarks(ctx context.Context, id string) ([]results.Benchmark, error) {
	if id == "" {
		return s.store.Benchmarks(ctx)
	}
	b, err := s.store.FindBenchmark(ctx, id)
	return []results.Benchmark{b}, err
}
