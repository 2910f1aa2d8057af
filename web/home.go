package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// homePage shows the benchmarks with their leaders and the newest runs.
func (s *Server) homePage(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	d := &report.Home{}
	for _, b := range list {
		size, err := s.store.BenchmarkSize(ctx, b.ID)
		if err != nil {
			return err
		}
		board, err := s.defaultBoard(ctx, b)
		if err != nil {
			return err
		}
		d.Benchmarks = append(d.Benchmarks, report.HomeBenchmark{Benchmark: b, Size: size, Board: board})
	}
	if d.Runs, d.RunsTotal, err = s.store.Runs(ctx, results.RunFilter{Scored: true, Limit: 10}); err != nil {
		return err
	}
	if d.Names, err = s.modelNames(ctx); err != nil {
		return err
	}
	return html(c, views.HomePage(s.frame, d))
}

// defaultBoard is the leaderboard under the benchmark's default convention; a
// benchmark without one gives an empty board.
func (s *Server) defaultBoard(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoard(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
	if isNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// boardRuns is defaultBoard without the rows of printed figures alone.
func (s *Server) boardRuns(ctx context.Context, b results.Benchmark) (results.Board, error) {
	board, err := s.store.FindBoardRuns(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
	if isNotFound(err) {
		return results.Board{Benchmark: b.ID, Headline: b.Headline}, nil
	}
	return board, err
}

// modelNames maps canonical model ids to names for people.
func (s *Server) modelNames(ctx context.Context) (map[string]string, error) {
	models, err := s.store.Models(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(models))
	for _, m := range models {
		names[m.ID] = m.Name
	}
	return names, nil
}

// benchmarksAPI is GET /api/v1/benchmarks.
func (s *Server) benchmarksAPI(c echo.Context) error {
	ctx := c.Request().Context()
	limit, offset := listWindow(c)
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	out := report.Benchmarks{Benchmarks: []report.BenchmarkRow{}, Limit: limit, Offset: offset, Total: len(list)}
	for _, b := range report.Span(list, limit, offset) {
		row, err := s.benchmarkRow(ctx, b)
		if err != nil {
			return err
		}
		out.Benchmarks = append(out.Benchmarks, row)
	}
	return object(c, out)
}

func (s *Server) benchmarkRow(ctx context.Context, b results.Benchmark) (report.BenchmarkRow, error) {
	n, err := s.store.BenchmarkSize(ctx, b.ID)
	return report.NewBenchmarkRow(b, n), err
}

// benchmarkAPI is GET /api/v1/benchmarks/{b}.
func (s *Server) benchmarkAPI(c echo.Context) error {
	ctx := c.Request().Context()
	id, err := param(c, "benchmark")
	if err != nil {
		return err
	}
	b, err := s.store.FindBenchmark(ctx, id)
	if err != nil {
		return err
	}
	row, err := s.benchmarkRow(ctx, b)
	if err != nil {
		return err
	}
	return object(c, row)
}
