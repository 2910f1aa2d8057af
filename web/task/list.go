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

// tasksFields are the parameters of the list in the API.
func tasksFields() web.Query {
	return web.Query{web.WordField("show", taskviews.TaskTabs()...), web.TextField("scenario"), kindField(),
		web.WordField("reason", slices.Concat([]string{""}, taskviews.TaskReasons())...),
		web.WordField("sort", "", "order", "rate", "mean", "rest", "doubts"), web.WordField("dir", "", "asc", "desc"), web.FlagField("all")}
}

// tasksAPI is GET /api/v1/benchmarks/{b}/tasks.
func (s Pages) tasksAPI(c echo.Context) error {
	limit, offset := web.ListWindow(c)
	slug, err := web.Param(c, "benchmark")
	if err != nil {
		return err
	}
	a := web.Ask(c)
	t, err := s.taskTable(c.Request().Context(), slug, a.Flag("all"))
	if err != nil {
		return err
	}
	l, err := taskviews.NewTaskList(t, taskviews.TaskListQuery{Show: a.Word("show"), Scenario: a.Text("scenario"), Kind: a.Word("kind"),
		Reason: a.Word("reason"), Sort: a.Word("sort"), Dir: a.Word("dir")})
	if err != nil {
		return err
	}
	l.CutList(limit, offset)
	return web.Object(c, l)
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
	v, err := s.LoadBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, benchmark, "")
	if err != nil {
		return nil, err
	}
	runs, err := s.scoredRuns(ctx, v.Benchmark, nil, nil) // the list is in no order of runs
	if err != nil {
		return nil, err
	}
	e := taskviews.NewTasksEvidence(v.Benchmark, tasks, runs, all)
	if err := s.Store.TaskOutcomes(ctx, benchmark, e.AddRun); err != nil {
		return nil, err
	}
	t := e.Table()
	return t, s.addSystems(ctx, v, t)
}

// addSystems reads what the first systems of the board, the ranked ones if there are any,
// came to at each task.
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
	told, err := s.Store.Cases(ctx, v.Benchmark.ID)
	t.Settle(told)
	return err
}
