package task

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// HeatmapFields are the parameters of a heatmap.
func HeatmapFields() web.Query {
	return web.Query{web.TextField("metric"), web.WordField("by", "scenario", "task"),
		web.WordField("sort", "", "name", "mean", "-mean", "sd").Also("order"),
		web.WordField("columns", "", "name", "mean").Also("rank"), web.TextField("source"), web.WordField("systems", "", "all"), web.BlockField()}
}

func heatmapQuery(c echo.Context) taskviews.HeatmapQuery {
	a := web.Ask(c)
	return taskviews.HeatmapQuery{Metric: a.Text("metric"), By: a.Word("by"), Sort: a.Word("sort"), Columns: a.Word("columns"),
		Source: a.Text("source"), All: a.Word("systems") == "all",
		Rows: report.Window{Key: web.PageParam, Size: web.RowsOnPage}, Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)}
}

// Heatmap reads the address and all numbers of the map.
func (s Pages) Heatmap(c echo.Context) (*taskviews.Heatmap, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	return s.readHeatmap(c.Request().Context(), v, heatmapQuery(c))
}

// readHeatmap reads all numbers of a map.
func (s Pages) readHeatmap(ctx context.Context, v *report.Bench, q taskviews.HeatmapQuery) (*taskviews.Heatmap, error) {
	scenarios, err := s.Store.Scenarios(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	sizes, err := s.Store.ScenarioSizes(ctx, v.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	d, err := taskviews.NewHeatmap(v, scenarios, sizes, q)
	if err != nil {
		return nil, err
	}
	if d.By == "task" {
		return d, s.addTaskScores(ctx, d)
	}
	return d, s.addScenarioMetrics(ctx, d)
}

func (s Pages) addScenarioMetrics(ctx context.Context, d *taskviews.Heatmap) error {
	if err := s.AddScenarioFigures(ctx, d); err != nil {
		return err
	}
	scoped, err := s.Store.ScenarioMetric(ctx, d.Benchmark, d.Metric, 0)
	if err != nil {
		return err
	}
	d.AddRuns(scoped)
	return nil
}

func (s Pages) addTaskScores(ctx context.Context, d *taskviews.Heatmap) error {
	tasks, err := s.Store.Tasks(ctx, d.Benchmark, "")
	if err != nil {
		return err
	}
	if err := s.Store.TaskScores(ctx, d.Benchmark, "", d.AddTasks(tasks)); err != nil {
		return err
	}
	d.Order()
	return nil
}

// HeatmapPage is GET /b/{benchmark}/heatmap.
func (s Pages) HeatmapPage(c echo.Context) error {
	d, err := s.Heatmap(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		d.ShowAll()
		return web.GridCSV(c, d.Benchmark+"-heatmap", taskviews.HeatmapTable(d))
	}
	d.Query.Rows = web.ReadLeaf(c, web.PageParam, web.RowsOnPage)
	d.Show()
	if err := s.addOtherMetrics(c, d); err != nil {
		return err
	}
	return web.HTML(c, taskviews.HeatmapPage(s.Frame, d))
}

// addOtherMetrics reads the maps of all metrics where so few systems have numbers that
// they stand side by side, and no metric was chosen.
func (s Pages) addOtherMetrics(c echo.Context, d *taskviews.Heatmap) error {
	if d.By == "task" || d.Query.Metric != "" || d.Source != nil || d.SystemsTotal == 0 || d.SystemsTotal > 2 || len(d.Metrics) < 2 {
		return nil
	}
	v, err := s.BenchView(c)
	if err != nil {
		return err
	}
	for _, key := range d.Metrics {
		q := d.Query
		q.Metric = key
		one, err := s.readHeatmap(c.Request().Context(), v, q)
		if err != nil {
			return err
		}
		one.ShowAll()
		d.Beside = append(d.Beside, one)
	}
	return nil
}
