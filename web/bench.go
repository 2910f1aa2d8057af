package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// BenchView reads the benchmark that the address names.
func (s *Server) BenchView(c echo.Context) (*report.Bench, error) {
	id, err := Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	return s.LoadBench(c.Request().Context(), id)
}

// LoadBench reads a benchmark with the views that have something to show.
func (s *Server) LoadBench(ctx context.Context, id string) (*report.Bench, error) {
	v, err := s.readBench(ctx, id)
	if err != nil {
		return nil, err
	}
	return v, s.addViews(ctx, &v.Benchmark)
}

func (s *Server) readBench(ctx context.Context, id string) (*report.Bench, error) {
	v := &report.Bench{Runs: map[string]results.Run{}}
	var err error
	if v.Benchmark, err = s.Store.FindBenchmark(ctx, id); err != nil {
		return nil, err
	}
	if v.Board, err = s.DefaultBoard(ctx, v.Benchmark); err != nil {
		return nil, err
	}
	if v.Names, err = s.ModelNames(ctx); err != nil {
		return nil, err
	}
	if v.Size, err = s.Store.BenchmarkSize(ctx, id); err != nil {
		return nil, err
	}
	runs, err := s.AllRuns(ctx, results.RunFilter{Benchmark: id})
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		v.Runs[r.Slug] = r
	}
	return v, nil
}
