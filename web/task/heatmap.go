package task

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// HeatmapRoutes registers the page with the heatmap and the list of tasks, and its API
// counterparts.
func (s Pages) HeatmapRoutes(page, api web.Route) {
	list := web.Query{web.WordField("show", taskviews.TaskTabs()...), web.WordField("check", taskviews.TaskChecks()...), web.TextField("scenario"),
		web.WordField("kind", "", results.KindMultiChoice, results.KindExecCheck, results.KindRubric, results.KindReward), web.FlagField("all")}
	grid := web.Query{web.TextField("metric"), web.WordField("sort", rowOrders...).Also("order"), web.BlockField()}
	page("/b/:benchmark/heatmap", web.Heavy, s.heatmapPage, grid.And(list...).And(web.NumberField(rowsParam, 1, 1, 1_000_000),
		web.WordField("systems", "", "all"), web.OrderField("order", taskviews.TaskOrders...), web.WordField("table", "", "tasks"),
		web.PageField(), web.CSVField()))
	api("/benchmarks/:benchmark/heatmap", web.Heavy, web.JsonList(s.heatmap), grid.And(web.WindowFields()...))
	api("/benchmarks/:benchmark/tasks", web.Heavy, web.JsonList(s.tasks), list.And(web.WindowFields()...))
}

// rowOrders lists the orders of the heatmap's rows, and then those of a former page with the list
// of tasks.
var rowOrders = []string{"", "mean", "sd", "rate", "rest", "doubts"}

// rowsParam is the parameter for the page of heatmap rows. rowsOnPage and tasksOnPage are the
// numbers of rows per page of the heatmap and of the list of tasks.
const (
	rowsParam   = "rows"
	rowsOnPage  = 50
	tasksOnPage = 25
)

func (s Pages) heatmap(c echo.Context) (*taskviews.Heatmap, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	a := web.Ask(c)
	q := taskviews.HeatmapQuery{Metric: a.Text("metric"), Sort: a.Word("sort"), Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)}
	if slices.Contains(rowOrders[3:], q.Sort) {
		q.Sort = ""
	}
	return s.ReadHeatmap(c.Request().Context(), v, q)
}

// heatmapPage handles GET /b/{benchmark}/heatmap. The CSV file contains the heatmap, or the list of
// tasks if the URL has table=tasks.
func (s Pages) heatmapPage(c echo.Context) error {
	d, err := s.heatmap(c)
	if err != nil {
		return err
	}
	a := web.Ask(c)
	if a.Word("table") == "" && web.WantsCSV(c) {
		d.ShowAll()
		return web.SendTable(c, d.Benchmark+"-heatmap", taskviews.HeatmapTable(d))
	}
	if d.List, err = s.tasks(c); err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, d.Benchmark+"-tasks", d.List.CSV())
	}
	d.Query.All, d.Query.Rows = a.Word("systems") == "all", web.ReadLeaf(c, rowsParam, rowsOnPage)
	d.List.Query.Page = web.ReadLeaf(c, web.PageParam, tasksOnPage)
	d.Narrow()
	d.Show()
	return web.HTML(c, taskviews.HeatmapPage(s.Frame, d))
}

// tasks loads the requested list of tasks. In the API, the default order is that of the dataset.
func (s Pages) tasks(c echo.Context) (*taskviews.TaskList, error) {
	id, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	a := web.Ask(c)
	t, err := s.taskTable(c.Request().Context(), id, a.Flag("all"))
	if err != nil {
		return nil, err
	}
	q := taskviews.TaskListQuery{Show: a.Word("show"), Check: a.Word("check"), Scenario: a.Text("scenario"), Kind: a.Word("kind"), Order: "task"}
	if a.Fields.Find("order") != nil {
		q.Order = a.Word("order")
	}
	return taskviews.NewTaskList(t, q)
}

// taskTable returns the results of all tasks of a benchmark. It is cached, because every filter and
// page of the list of tasks shows a part of it.
func (s Pages) taskTable(ctx context.Context, benchmark string, all bool) (*taskviews.TaskTable, error) {
	key := web.MemoKey{What: "task table", Benchmark: benchmark}
	if all {
		key.What = "task table of all runs"
	}
	return web.Remember(ctx, s.Store, key, func() (*taskviews.TaskTable, error) { return s.readTaskTable(ctx, benchmark, all) })
}

func (s Pages) readTaskTable(ctx context.Context, benchmark string, all bool) (*taskviews.TaskTable, error) {
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, benchmark, "")
	if err != nil {
		return nil, err
	}
	runs, err := s.scoredRuns(ctx, v.Benchmark, nil, nil) // the order of the runs is irrelevant here
	if err != nil {
		return nil, err
	}
	t, err := taskviews.NewTaskTable(v.Benchmark, tasks, runs, all, func(add func(*results.RunOutcomes)) error {
		return s.Store.TaskOutcomes(ctx, benchmark, add)
	})
	if err != nil {
		return nil, err
	}
	return t, s.addSystems(ctx, v, t)
}

// addSystems adds the task results of the first systems on the board. It uses only ranked ones if
// there are any.
func (s Pages) addSystems(ctx context.Context, v *views.Bench, t *taskviews.TaskTable) error {
	rows := board.Population(v.Board)
	if len(rows) == 0 {
		rows = v.RowsWithRun()
	}
	rows = rows[:min(len(rows), web.SystemsAbreast)]
	list, err := s.SystemMeans(ctx, v, rows)
	if err != nil {
		return err
	}
	means := map[int64][]results.TaskMean{}
	for _, m := range list {
		means[m.Run] = append(means[m.Run], m)
	}
	for i := range rows {
		id := v.Runs[*rows[i].Run].ID
		known, err := s.Store.RunReasons(ctx, id)
		if err != nil {
			return err
		}
		var trials []results.StoredTrial
		if len(known.Trials) > 0 {
			if trials, err = s.Store.RunTrials(ctx, id, ""); err != nil {
				return err
			}
		}
		t.AddSystem(&rows[i], means[id], trials, known)
	}
	mined, err := s.Store.Cases(ctx, v.Benchmark.ID)
	t.Settle(mined)
	return err
}
