package web

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// taskRoutes registers the pages of this file and of task_list.go.
func (s *Server) taskRoutes(page, api route) {
	page("/b/:benchmark/scenarios/:scenario/:task", heavy, s.taskPage, query{flagField("all"), blockField(), csvField()})
	api("/benchmarks/:benchmark/scenarios/:scenario/:task", heavy, s.taskAPI, query{flagField("all")}.and(windowFields()...), report.Task{})
	page("/b/:benchmark/tasks", heavy, s.tasksPage, tasksFields().and(pageField()).and(chartFields()...))
	api("/benchmarks/:benchmark/tasks", heavy, s.tasksAPI, tasksFields().and(windowFields()...), report.TaskList{})
}

// task reads what the address of a task names.
func (s *Server) task(c echo.Context, q report.TaskQuery) (*report.Task, error) {
	slugs, err := params(c, "benchmark", "scenario", "task")
	if err != nil {
		return nil, err
	}
	q.All = ask(c).flag("all")
	ctx := c.Request().Context()
	key := memoKey{what: "task", benchmark: slugs[0], convention: slugs[1] + "/" + slugs[2], without: strconv.FormatBool(q.All)}
	d, err := once(ctx, s, key, func() (*report.TaskRecords, error) { return s.readTask(ctx, slugs[0], slugs[1], slugs[2], q.All) })
	if err != nil {
		return nil, err
	}
	return report.NewTask(d, q), nil
}

func (s *Server) readTask(ctx context.Context, benchmark, scenario, task string, all bool) (*report.TaskRecords, error) {
	d, err := s.taskOfDataset(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	if err := s.loadTaskScores(ctx, d); err != nil {
		return nil, err
	}
	if err := s.loadTaskTrials(ctx, d); err != nil {
		return nil, err
	}
	return d, s.loadTaskRecords(ctx, d, all)
}

// taskOfDataset reads the task and its scenario.
func (s *Server) taskOfDataset(ctx context.Context, benchmark, scenario, task string) (*report.TaskRecords, error) {
	d := &report.TaskRecords{}
	var err error
	if d.Benchmark, err = s.store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.Task, err = s.store.FindTask(ctx, benchmark, scenario, task); err != nil {
		return nil, err
	}
	scenarios, err := s.store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	for _, sc := range scenarios {
		if sc.Slug == scenario {
			d.Scenario = sc
		}
	}
	if d.Tasks, err = s.store.Tasks(ctx, benchmark, scenario); err != nil {
		return nil, err
	}
	size, err := s.store.BenchmarkSize(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	d.Expected = size.Tasks
	return d, nil
}

// scenarioScores are the sums of all runs, and their scores in a scenario by run and
// task.
type scenarioScores struct {
	sums   []results.ScoreSum
	scores map[[2]string]*float64
}

// loadTaskScores reads the runs of the benchmark with what they scored, also in the
// scenario: the strip of its tasks counts that.
func (s *Server) loadTaskScores(ctx context.Context, d *report.TaskRecords) error {
	key := memoKey{what: "scores of a scenario", benchmark: d.Benchmark.ID, convention: d.Task.Scenario}
	x, err := once(ctx, s, key, func() (*scenarioScores, error) {
		x := scenarioScores{scores: map[[2]string]*float64{}}
		var err error
		x.sums, err = s.store.ScenarioScores(ctx, d.Benchmark.ID, d.Task.Scenario, func(o *results.TaskScore) {
			x.scores[[2]string{o.Run, o.Task}] = o.Score
		})
		return &x, err
	})
	if err != nil {
		return err
	}
	d.Scores = x.scores
	d.Runs, err = s.scoredRuns(ctx, d.Benchmark, x.sums)
	return err
}

// loadTaskTrials reads the trials of this task and of the next one.
func (s *Server) loadTaskTrials(ctx context.Context, d *report.TaskRecords) error {
	trials, err := s.store.TaskTrials(ctx, d.Benchmark.ID, d.Task.Scenario, d.Task.Slug)
	if err != nil {
		return err
	}
	if next := d.Next(); next != "" {
		after, err := s.store.TaskTrials(ctx, d.Benchmark.ID, d.Task.Scenario, next)
		if err != nil {
			return err
		}
		trials = append(trials, after...)
	}
	d.Trials = report.TrialsByTask(trials)
	return nil
}

// loadTaskRecords reads the details of the task's trials, and of the trials at
// the next task: their prompts say what the agents were told of this one.
func (s *Server) loadTaskRecords(ctx context.Context, d *report.TaskRecords, all bool) (err error) {
	here, next := d.TrialIDs(all)
	if d.Details, err = s.store.ManyDetails(ctx, append(next, here...)); err != nil {
		return err
	}
	d.Checks, err = s.store.ManyChecks(ctx, here)
	return err
}

// taskAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}/{task}.
func (s *Server) taskAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	t, err := s.task(c, report.TaskQuery{})
	if err != nil {
		return err
	}
	t.CutList(limit, offset)
	return object(c, t)
}

// taskPage is /b/{benchmark}/scenarios/{scenario}/{task}.
func (s *Server) taskPage(c echo.Context) error {
	csv, q := wantsCSV(c), report.TaskQuery{Block: readLeaf(c, blockParam, systemsAbreast)}
	t, err := s.task(c, q)
	if err != nil {
		return err
	}
	if csv {
		name := t.Benchmark + "-" + t.Scenario + "-" + t.Slug
		if len(t.All) == 0 {
			return gridCSV(c, name, views.TaskTables(t)...)
		}
		header, rows := t.CSV()
		return table(c, name, header, rows)
	}
	t.CutPage()
	if t.Cases, err = s.casesOf(c.Request().Context(), t.Benchmark, t.Scenario, t.Slug, "", ""); err != nil {
		return err
	}
	if t.World, err = s.worldMoment(c.Request().Context(), t.Benchmark, t.Scenario, t.Slug); err != nil {
		return err
	}
	return html(c, views.TaskPage(s.frame, t))
}
