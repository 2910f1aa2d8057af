package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
)

// FindBenchmark is a benchmark with the views that have something to show.
func (s *Server) FindBenchmark(ctx context.Context, id string) (results.Benchmark, error) {
	b, err := s.Store.FindBenchmark(ctx, id)
	if err == nil {
		err = s.addViews(ctx, &b)
	}
	return b, err
}

// addViews says which views of a benchmark have something to show; its tabs are
// those.
func (s *Server) addViews(ctx context.Context, b *results.Benchmark) (err error) {
	b.Views, err = s.shownViews(ctx, b.ID)
	return err
}

// shownViews are the paths of the views of a benchmark that have something to
// show. They are kept: every page of the benchmark has tabs.
func (s *Server) shownViews(ctx context.Context, id string) ([]string, error) {
	return Remember(ctx, s.Store, MemoKey{What: "views", Benchmark: id}, func() ([]string, error) {
		c, err := s.contents(ctx, id)
		if err != nil {
			return nil, err
		}
		return c.Shown()
	})
}

// contents reads what decides which views have something to show.
func (s *Server) contents(ctx context.Context, id string) (c views.Contents, err error) {
	if c.Bench, err = s.readBench(ctx, id); err != nil {
		return c, err
	}
	if c.Tasks, err = s.Store.Tasks(ctx, id, ""); err != nil {
		return c, err
	}
	if c.Figures, err = s.Store.Figures(ctx, id); err != nil {
		return c, err
	}
	if c.Tools, err = s.Store.HasTools(ctx, id); err != nil {
		return c, err
	}
	if c.Explained, err = s.Store.ExplainedTrials(ctx, id); err != nil {
		return c, err
	}
	if c.Heatmap, err = s.hasHeatmap(ctx, c.Bench); err != nil {
		return c, err
	}
	written, err := casebook.Of(id)
	if err != nil {
		return c, err
	}
	mined, err := s.Store.HasCases(ctx, id)
	c.Cases = mined || len(written) > 0
	return c, err
}

// hasHeatmap reports whether some system has at least half of the numbers of a map by
// scenario.
func (s *Server) hasHeatmap(ctx context.Context, v *views.Bench) (bool, error) {
	d, err := s.ReadHeatmap(ctx, v, taskviews.HeatmapQuery{})
	if err != nil {
		return false, err
	}
	return d.HalfFilled(), nil
}

// ReadHeatmap reads the map of one metric by scenario and system.
func (s *Server) ReadHeatmap(ctx context.Context, v *views.Bench, q taskviews.HeatmapQuery) (*taskviews.Heatmap, error) {
	scenarios, err := s.Store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := s.Store.ScenarioSizes(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	figures, err := s.Store.Figures(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	keys, err := s.Store.ScenarioKeys(ctx, v.Benchmark.ID, v.Board.Keys)
	if err != nil {
		return nil, err
	}
	d, err := taskviews.NewHeatmap(v, scenarios, sizes, figures, keys, q)
	if err != nil {
		return nil, err
	}
	scoped, err := s.Store.ScenarioMetric(ctx, v.Benchmark.ID, d.Metric, 0)
	if err != nil {
		return nil, err
	}
	d.AddRuns(scoped)
	return d, nil
}
