package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// heatmapFields are the parameters of a heatmap.
func heatmapFields() query {
	return query{textField("metric"), wordField("by", "scenario", "task"), wordField("sort", "", "name", "mean", "-mean", "sd").also("order"),
		wordField("columns", "", "name", "mean").also("rank"), textField("source"), wordField("systems", "", "all"), blockField()}
}

func heatmapQuery(c echo.Context) report.HeatmapQuery {
	a := ask(c)
	return report.HeatmapQuery{Metric: a.text("metric"), By: a.word("by"), Sort: a.word("sort"), Columns: a.word("columns"), Source: a.text("source"), All: a.word("systems") == "all",
		Rows: report.Window{Key: pageParam, Size: rowsOnPage}, Block: readLeaf(c, blockParam, systemsAbreast)}
}

// heatmap reads the address and all numbers of the map.
func (s *Server) heatmap(c echo.Context) (*report.Heatmap, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	return s.readHeatmap(c.Request().Context(), v, heatmapQuery(c))
}

// readHeatmap reads all numbers of a map.
func (s *Server) readHeatmap(ctx context.Context, v *report.Bench, q report.HeatmapQuery) (*report.Heatmap, error) {
	scenarios, err := s.store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := s.store.ScenarioSizes(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d, err := report.NewHeatmap(v, scenarios, sizes, q)
	if err != nil {
		return nil, err
	}
	if d.By == "task" {
		return d, s.addTaskScores(ctx, d)
	}
	return d, s.addScenarioMetrics(ctx, d)
}

func (s *Server) addScenarioMetrics(ctx context.Context, d *report.Heatmap) error {
	if err := s.addScenarioFigures(ctx, d); err != nil {
		return err
	}
	scoped, err := s.store.ScenarioMetric(ctx, d.Benchmark, d.Metric, 0)
	if err != nil {
		return err
	}
	d.AddRuns(scoped)
	return nil
}

// addScenarioFigures settles which metric a map by scenario shows.
func (s *Server) addScenarioFigures(ctx context.Context, d *report.Heatmap) error {
	keys, err := s.store.ScenarioKeys(ctx, d.Benchmark, d.Board.Keys)
	if err != nil {
		return err
	}
	figures, err := s.store.Figures(ctx, d.Benchmark)
	if err != nil {
		return err
	}
	sources, err := s.store.FigureSources(ctx, d.Benchmark)
	if err != nil {
		return err
	}
	return d.AddFigures(figures, sources, keys)
}

func (s *Server) addTaskScores(ctx context.Context, d *report.Heatmap) error {
	tasks, err := s.store.Tasks(ctx, d.Benchmark, "")
	if err != nil {
		return err
	}
	if err := s.store.TaskScores(ctx, d.Benchmark, "", d.AddTasks(tasks)); err != nil {
		return err
	}
	d.Order()
	return nil
}

// heatmapPage is GET /b/{benchmark}/heatmap.
func (s *Server) heatmapPage(c echo.Context) error {
	d, err := s.heatmap(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		d.ShowAll()
		return gridCSV(c, d.Benchmark+"-heatmap", views.HeatmapTable(d))
	}
	d.Query.Rows = readLeaf(c, pageParam, rowsOnPage)
	d.Show()
	return html(c, views.HeatmapPage(s.frame, d))
}
