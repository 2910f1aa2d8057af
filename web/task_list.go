package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// tasksPerPage keeps a page of a large benchmark within its size.
const tasksPerPage = 100

// tasksFields are the parameters of the list and its twin.
func tasksFields() query {
	return query{wordField("show", report.TaskTabs()...), textField("scenario"), kindField(), wordField("reason", slices.Concat([]string{""}, report.TaskReasons())...),
		wordField("sort", "", "order", "rate", "mean", "rest", "doubts"), wordField("dir", "", "asc", "desc"), flagField("all")}
}

// taskList reads what the address asks for.
func (s *Server) taskList(c echo.Context, page report.Window) (*report.TaskList, error) {
	a := ask(c)
	q := report.TaskListQuery{Show: a.word("show"), Scenario: a.text("scenario"), Kind: a.word("kind"), Reason: a.word("reason"),
		Sort: a.word("sort"), Dir: a.word("dir"), All: a.flag("all"), Page: page}
	slug, err := param(c, "benchmark")
	if err != nil {
		return nil, err
	}
	t, err := s.taskTable(c.Request().Context(), slug, q.All)
	if err != nil {
		return nil, err
	}
	return report.NewTaskList(t, q)
}

// taskTable is what the records of a benchmark say of all its tasks. It is kept:
// every filter and page of the list shows some of its rows.
func (s *Server) taskTable(ctx context.Context, benchmark string, all bool) (*report.TaskTable, error) {
	key := memoKey{what: "task table", benchmark: benchmark}
	if all {
		key.what = "task table of all runs"
	}
	return remember(ctx, s.store, key, func() (*report.TaskTable, error) { return s.readTaskTable(ctx, benchmark, all) })
}

// readTaskTable reads the outcomes of all runs once, and then what the checkers
// wrote.
func (s *Server) readTaskTable(ctx context.Context, benchmark string, all bool) (*report.TaskTable, error) {
	b, err := s.findBenchmark(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, benchmark, "")
	if err != nil {
		return nil, err
	}
	runs, err := s.scoredRuns(ctx, b, nil) // the list is in no order of runs
	if err != nil {
		return nil, err
	}
	e := report.NewTasksEvidence(b, tasks, runs, all)
	if err := s.store.TaskOutcomes(ctx, benchmark, e.AddRun); err != nil {
		return nil, err
	}
	words, err := s.store.CheckWords(ctx, benchmark, e.FailedChecks())
	if err != nil {
		return nil, err
	}
	details, err := s.store.ManyDetails(ctx, report.SilentChecks(words))
	if err != nil {
		return nil, err
	}
	e.AddFindings(words, details)
	return e.Table(), nil
}

// tasksAPI is GET /api/v1/benchmarks/{b}/tasks. It takes the page's filters and
// order; limit and offset instead of page.
func (s *Server) tasksAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	l, err := s.taskList(c, report.Window{})
	if err != nil {
		return err
	}
	l.CutList(limit, offset)
	return object(c, l)
}

// tasksPage is /b/{benchmark}/tasks.
func (s *Server) tasksPage(c echo.Context) error {
	csv := wantsCSV(c)
	l, err := s.taskList(c, readLeaf(c, pageParam, tasksPerPage))
	if err != nil {
		return err
	}
	if csv {
		header, rows := l.CSV()
		return table(c, l.Benchmark+"-tasks", header, rows)
	}
	l.CutPage()
	return html(c, views.TaskListPage(s.frame, l))
}
