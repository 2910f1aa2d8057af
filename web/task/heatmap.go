package task

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// HeatmapRoutes registers the heatmap with the list of tasks below it, and their twins.
func (s Pages) HeatmapRoutes(page, api web.Route) {
	page("/b/:benchmark/heatmap", web.Heavy, s.heatmapPage, heatmapFields(nil, taskSorts...).And(web.NumberField(rowsParam, 1, 1, 1_000_000),
		web.WordField("show", taskviews.TaskTabs()...), web.WordField("check", taskviews.TaskChecks()...), web.TextField("scenario"),
		kindField(), web.WordField("reason", append([]string{""}, taskviews.TaskReasons()...)...),
		web.WordField("order", taskviews.TaskOrders()...), web.FlagField("all"), web.WordField("table", "", "tasks"), web.PageField(), web.CSVField()))
	api("/benchmarks/:benchmark/heatmap", web.Heavy, web.JsonList(s.heatmap), heatmapFields(web.Query{web.WordField("by", "scenario", "task")}).And(web.WindowFields()...))
	api("/benchmarks/:benchmark/tasks", web.Heavy, s.tasksAPI, tasksFields().And(web.WindowFields()...))
}

// rowsParam turns the pages of a map's rows, of which rowsOnPage are on one; tasksOnPage
// are those of the list.
const (
	rowsParam   = "rows"
	rowsOnPage  = 50
	tasksOnPage = 25
)

// taskSorts are orders of the list of tasks that its former address had: the map has none
// of them.
var taskSorts = []string{"rate", "rest", "doubts"}

// heatmapFields are the parameters of a heatmap.
func heatmapFields(by web.Query, sorts ...string) web.Query {
	return web.Query{web.TextField("metric")}.And(by...).And(
		web.WordField("sort", append([]string{"", "name", "mean", "-mean", "sd"}, sorts...)...).Also("order"),
		web.WordField("columns", "", "name", "mean").Also("rank"), web.TextField("source"), web.WordField("systems", "", "all"), web.BlockField())
}

// heatmap reads the address and all numbers of the map.
func (s Pages) heatmap(c echo.Context) (*taskviews.Heatmap, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	a := web.Ask(c)
	return s.readHeatmap(c.Request().Context(), v, taskviews.HeatmapQuery{Metric: a.Text("metric"), By: a.Word("by"), Sort: a.Word("sort"),
		Columns: a.Word("columns"), Source: a.Text("source"), All: a.Word("systems") == "all",
		Rows: views.Window{Key: web.PageParam, Size: web.RowsOnPage}, Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)})
}

// readHeatmap reads all numbers of a map.
func (s Pages) readHeatmap(ctx context.Context, v *views.Bench, q taskviews.HeatmapQuery) (*taskviews.Heatmap, error) {
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
		tasks, err := s.Store.Tasks(ctx, d.Benchmark, "")
		if err != nil {
			return nil, err
		}
		err = s.Store.TaskScores(ctx, d.Benchmark, "", d.AddTasks(tasks))
		d.Order()
		return d, err
	}
	if err := s.AddScenarioFigures(ctx, d); err != nil {
		return nil, err
	}
	scoped, err := s.Store.ScenarioMetric(ctx, d.Benchmark, d.Metric, 0)
	if err != nil {
		return nil, err
	}
	d.AddRuns(scoped)
	return d, nil
}

// heatmapPage is GET /b/{benchmark}/heatmap. As CSV it is the map, or with table=tasks
// the list.
func (s Pages) heatmapPage(c echo.Context) error {
	v, err := s.BenchView(c)
	if err != nil {
		return err
	}
	a, ctx := web.Ask(c), c.Request().Context()
	sort, table := a.Word("sort"), a.Word("table")
	if slices.Contains(taskSorts, sort) {
		sort = ""
	}
	d, err := s.readHeatmap(ctx, v, taskviews.HeatmapQuery{Metric: a.Text("metric"), By: "scenario", Sort: sort,
		Columns: a.Word("columns"), Source: a.Text("source"), Every: a.Word("systems") == "all",
		Rows: web.ReadLeaf(c, rowsParam, rowsOnPage), Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)})
	if err != nil {
		return err
	}
	if web.WantsCSV(c) && table == "" {
		d.ShowAll()
		return web.GridCSV(c, d.Benchmark+"-heatmap", taskviews.HeatmapTable(d))
	}
	t, err := s.taskTable(ctx, v.Benchmark.ID, a.Flag("all"))
	if err != nil {
		return err
	}
	d.List, err = taskviews.NewTaskList(t, taskviews.TaskListQuery{Show: a.Word("show"), Check: a.Word("check"), Scenario: a.Text("scenario"),
		Kind: a.Word("kind"), Reason: a.Word("reason"), Order: a.Word("order"), OnPage: true, Page: web.ReadLeaf(c, web.PageParam, tasksOnPage)})
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		header, rows := d.List.CSV()
		return web.Table(c, d.Benchmark+"-tasks", header, rows)
	}
	d.List.CutPage()
	d.Narrow()
	d.Show()
	return web.HTML(c, taskviews.HeatmapPage(s.Frame, d))
}
