package web

import (
	"context"

	taskreport "github.com/clawatlas/clawatlas/results/report/task"
)

// AddScenarioFigures settles which metric a map by scenario shows.
func (s *Server) AddScenarioFigures(ctx context.Context, d *taskreport.Heatmap) error {
	keys, err := s.Store.ScenarioKeys(ctx, d.Benchmark, d.Board.Keys)
	if err != nil {
		return err
	}
	figures, err := s.Store.Figures(ctx, d.Benchmark)
	if err != nil {
		return err
	}
	sources, err := s.Store.FigureSources(ctx, d.Benchmark)
	if err != nil {
		return err
	}
	return d.AddFigures(figures, sources, keys)
}
