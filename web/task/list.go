package task

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// tasksPerPage keeps a page of a large benchmark within six screens of a phone.
const tasksPerPage = 50

// tasksFields are the parameters of the list and its twin.
func tasksFields() web.Query {
	return web.Query{web.WordField("show", taskviews.TaskTabs()...), web.TextField("scenario"), kindField(),
		web.WordField("reason", slices.Concat([]string{""}, taskviews.TaskReasons())...),
		web.WordField("sort", "", "order", "rate", "mean", "rest", "doubts"), web.WordField("dir", "", "asc", "desc"), web.FlagField("all")}
}

// taskList reads what the address asks for.
func (s Pages) taskList(c echo.Context, page report.Window) (*taskviews.TaskList, error) {
	a := web.Ask(c)
	q := taskviews.TaskListQuery{Show: a.Word("show"), Scenario: a.Text("scenario"), Kind: a.Word("kind"), Reason: a.Word("reason"),
		Sort: a.Word("sort"), Dir: a.Word("dir"), All: a.Flag("all"), Page: page}
	slug, err := web.Param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	t, err := s.taskTable(c.Request().Context(), slug, q.All)
	if err != nil {
		return nil, err
	}
	return taskviews.NewTaskList(t, q)
}

// taskTable is what the records of a benchmark say of all its tasks. It is kept:
// every filter and page of the list shows some of its rows.
func (s Pages) taskTable(ctx context.Context, benchmark string, all bool) (*taskviews.TaskTable, error) {
	key := web.MemoKey{What: "task table", Benchmark: benchmark}
	if all {
		key.What = "task table of all runs"
	}
	return web.Remember(ctx, s.Store, key, func() (*taskviews.TaskTable, error) { return s.readTaskTable(ctx, benchmark, all) })
}

// readTaskTable reads the outcomes of all runs once.
func (s Pages) readTaskTable(ctx context.Context, benchmark string, all bool) (*taskviews.TaskTable, error) {
	b, err := s.FindBenchmark(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, benchmark, "")
	if err != nil {
		return nil, err
	}
	runs, err := s.scoredRuns(ctx, b, nil, nil) // the list is in no order of runs
	if err != nil {
		return nil, err
	}
	e := taskviews.NewTasksEvidence(b, tasks, runs, all)
	if err := s.Store.TaskOutcomes(ctx, benchmark, e.AddRun); err != nil {
		return nil, err
	}
	return e.Table(), nil
}

// tasksAPI is GET /api/v1/benchmarks/{b}/tasks. It takes the page's filters and
// order; limit and offset instead of page.
func (s Pages) tasksAPI(c echo.Context) error {
	limit, offset := web.ListWindow(c)
	l, err := s.taskList(c, report.Window{})
	if err != nil {
		return err
	}
	l.CutList(limit, offset)
	return web.Object(c, l)
}

// tasksPage is /b/{benchmark}/tasks.
func (s Pages) tasksPage(c echo.Context) error {
	csv := web.WantsCSV(c)
	l, err := s.taskList(c, web.ReadLeaf(c, web.PageParam, tasksPerPage))
	if err != nil {
		return err
	}
	if csv {
		header, rows := l.CSV()
		return web.Table(c, l.Benchmark+"-tasks", header, rows)
	}
	l.CutPage()
	return web.HTML(c, taskviews.TaskListPage(s.Frame, l))
}
