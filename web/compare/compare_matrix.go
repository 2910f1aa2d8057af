package compare

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	compareviews "github.com/clawatlas/clawatlas/views/compare"
	"github.com/clawatlas/clawatlas/web"
)

func (s Pages) compareMatrixPage(c echo.Context, q comparereport.CompareQuery) error {
	m, err := s.loadRunMatrix(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, "compare-"+m.Benchmark, compareviews.CompareMatrixTable(m))
	}
	return web.HTML(c, compareviews.CompareMatrixPage(s.Frame, m))
}

// loadRunMatrix reads several runs of one benchmark with their outcomes.
func (s Pages) loadRunMatrix(ctx context.Context, q comparereport.CompareQuery) (*comparereport.RunMatrix, error) {
	names, err := s.ModelNames(ctx)
	if err != nil {
		return nil, err
	}
	runs := make([]results.Run, len(q.Runs))
	for i, slug := range q.Runs {
		if runs[i], err = s.Store.FindRun(ctx, slug); err != nil {
			return nil, err
		}
	}
	m, err := comparereport.NewRunMatrix(q, names, runs)
	if err != nil {
		return nil, err
	}
	b, err := s.Store.FindBenchmark(ctx, runs[0].Benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, b.ID, "")
	if err != nil {
		return nil, err
	}
	board, err := s.DefaultBoard(ctx, b)
	if err != nil {
		return nil, err
	}
	trials, err := s.outcomes(ctx, q, &board, runs)
	if err != nil {
		return nil, err
	}
	judge, err := s.Judge(ctx, b.ID, q.Convention, q.Runs)
	if err != nil {
		return nil, err
	}
	return m, m.AddOutcomes(b, tasks, trials, judge)
}

// comparePickPage asks for what is missing: both runs, or the other one.
func (s Pages) comparePickPage(c echo.Context, q comparereport.CompareQuery) error {
	ctx := c.Request().Context()
	names, err := s.ModelNames(ctx)
	if err != nil {
		return err
	}
	var chosen *results.Run
	if len(q.Runs) == 1 {
		run, err := s.Store.FindRun(ctx, q.Runs[0])
		if err != nil {
			return err
		}
		chosen = &run
	}
	p := comparereport.NewComparePick(q, names, chosen)
	p.Same = chosen != nil && web.Ask(c).Text("a") == web.Ask(c).Text("b")
	list, err := s.pickBenchmarks(ctx, p.Query.Benchmark)
	if err != nil {
		return err
	}
	for _, b := range list {
		if s.Frame.Static {
			board, err := s.BoardRuns(ctx, b)
			if err != nil {
				return err
			}
			p.AddStanding(b, board.Rows)
			continue
		}
		runs, total, err := s.Store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: pickRuns})
		if err != nil {
			return err
		}
		p.AddRuns(b, runs, total)
	}
	return web.HTML(c, compareviews.ComparePickPage(s.Frame, p))
}

// pickBenchmarks are all benchmarks, or the one that is asked for.
func (s Pages) pickBenchmarks(ctx context.Context, id string) ([]results.Benchmark, error) {
	if id == "" {
		return s.Store.Benchmarks(ctx)
	}
	b, err := s.Store.FindBenchmark(ctx, id)
	return []results.Benchmark{b}, err
}
