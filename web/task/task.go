package task

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/views"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

// TaskRoutes registers the pages of this file and of task_list.go.
func (s Pages) TaskRoutes(page, api web.Route) {
	page("/b/:benchmark/scenarios/:scenario/:task", web.Heavy, s.taskPage, web.Query{web.FlagField("all"), web.BlockField(), web.CSVField()})
	api("/benchmarks/:benchmark/scenarios/:scenario/:task", web.Heavy, s.taskAPI,
		web.Query{web.FlagField("all")}.And(web.WindowFields()...))
}

// task reads what the address of a task names.
func (s Pages) task(c echo.Context, q taskviews.TaskQuery) (*taskviews.Task, error) {
	slugs, err := web.Params(c, "benchmark", "scenario", "task")
	if err != nil {
		return nil, err
	}
	q.All = web.Ask(c).Flag("all")
	return s.TaskOf(c.Request().Context(), slugs[0], slugs[1], slugs[2], q)
}

// TaskOf is a task of a benchmark's scenario.
func (s Pages) TaskOf(ctx context.Context, benchmark, scenario, task string, q taskviews.TaskQuery) (*taskviews.Task, error) {
	d, err := s.readTask(ctx, benchmark, scenario, task, q.All)
	if err != nil {
		return nil, err
	}
	return taskviews.NewTask(d, q), nil
}

func (s Pages) readTask(ctx context.Context, benchmark, scenario, task string, all bool) (*taskviews.TaskRecords, error) {
	d, err := s.taskOfDataset(ctx, benchmark, scenario, task)
	if err != nil {
		return nil, err
	}
	runs, ids, err := s.standing(ctx, d, all)
	if err != nil {
		return nil, err
	}
	if err := s.loadTaskSums(ctx, d, runs, ids); err != nil {
		return nil, err
	}
	if err := s.loadTaskTrials(ctx, d, ids); err != nil {
		return nil, err
	}
	return d, s.loadTaskRecords(ctx, d, all)
}

// taskOfDataset reads the task and its scenario.
func (s Pages) taskOfDataset(ctx context.Context, benchmark, scenario, task string) (*taskviews.TaskRecords, error) {
	d := &taskviews.TaskRecords{}
	var err error
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.Task, err = s.Store.FindTask(ctx, benchmark, scenario, task); err != nil {
		return nil, err
	}
	scenarios, err := s.Store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	for _, sc := range scenarios {
		if sc.Slug == scenario {
			d.Scenario = sc
		}
	}
	if d.Tasks, err = s.Store.Tasks(ctx, benchmark, scenario); err != nil {
		return nil, err
	}
	size, err := s.Store.BenchmarkSize(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	d.Expected, d.Recorded = size.Tasks, size.Runs
	return d, nil
}

// standing are the runs that the page of a task of very many runs is about; nil: all.
func (s Pages) standing(ctx context.Context, d *taskviews.TaskRecords, all bool) (runs []results.Run, ids []int64, err error) {
	if all || d.Recorded <= web.WholeTask {
		return nil, nil, nil
	}
	b, err := s.BoardRuns(ctx, d.Benchmark)
	if err != nil {
		return nil, nil, err
	}
	var slugs []string
	for _, r := range board.Population(b) {
		slugs = append(slugs, *r.Run)
	}
	if len(slugs) == 0 {
		return nil, nil, nil
	}
	if runs, err = s.AllRuns(ctx, results.RunFilter{Benchmark: d.Benchmark.ID, Slugs: slugs}); err != nil {
		return nil, nil, err
	}
	for i := range runs {
		ids = append(ids, runs[i].ID)
	}
	return runs, ids, nil
}

// loadTaskSums reads the runs of the benchmark with what they scored.
func (s Pages) loadTaskSums(ctx context.Context, d *taskviews.TaskRecords, runs []results.Run, ids []int64) error {
	sums, err := s.Store.ScenarioScores(ctx, d.Benchmark.ID, d.Task.Scenario, ids, func(*results.TaskScore) {})
	if err != nil {
		return err
	}
	d.Runs, err = s.scoredRuns(ctx, d.Benchmark, runs, sums)
	return err
}

// loadTaskTrials reads the trials of this task and of the next one.
func (s Pages) loadTaskTrials(ctx context.Context, d *taskviews.TaskRecords, runs []int64) error {
	trials, err := s.Store.TaskTrials(ctx, d.Benchmark.ID, d.Task.Scenario, d.Task.Slug, runs)
	if err != nil {
		return err
	}
	if next := d.Next(); next != "" {
		after, err := s.Store.TaskTrials(ctx, d.Benchmark.ID, d.Task.Scenario, next, runs)
		if err != nil {
			return err
		}
		trials = append(trials, after...)
	}
	d.Trials = views.TrialsByTask(trials)
	return nil
}

// loadTaskRecords reads the details of the task's trials, and of the trials at
// the next task: their prompts say what the agents were told of this one.
func (s Pages) loadTaskRecords(ctx context.Context, d *taskviews.TaskRecords, all bool) (err error) {
	here, next := d.TrialIDs(all)
	if d.Details, err = s.Store.ManyDetails(ctx, append(next, here...)); err != nil {
		return err
	}
	d.Checks, err = s.Store.ManyChecks(ctx, here)
	return err
}

// taskAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}/{task}.
func (s Pages) taskAPI(c echo.Context) error {
	limit, offset := web.ListWindow(c)
	t, err := s.task(c, taskviews.TaskQuery{})
	if err != nil {
		return err
	}
	t.CutList(limit, offset)
	return web.Object(c, t)
}

// taskPage is /b/{benchmark}/scenarios/{scenario}/{task}.
func (s Pages) taskPage(c echo.Context) error {
	csv, q := web.WantsCSV(c), taskviews.TaskQuery{Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)}
	t, err := s.task(c, q)
	if err != nil {
		return err
	}
	if csv {
		header, rows := t.CSV()
		return web.Table(c, t.Benchmark+"-"+t.Scenario+"-"+t.Slug, header, rows)
	}
	t.CutPage()
	if t.Cases, err = s.CasesOf(c.Request().Context(), t.Benchmark, t.Scenario, t.Slug, "", ""); err != nil {
		return err
	}
	return web.HTML(c, taskviews.TaskPage(s.Frame, t))
}

// scoredRuns reads the runs of a benchmark; sums are what they scored.
func (s Pages) scoredRuns(ctx context.Context, benchmark results.Benchmark, runs []results.Run,
	sums []results.ScoreSum) (none views.ScoredRuns, err error) {
	if runs == nil {
		if runs, err = s.AllRuns(ctx, results.RunFilter{Benchmark: benchmark.ID}); err != nil {
			return none, err
		}
	}
	b, err := s.BoardRuns(ctx, benchmark)
	if err != nil {
		return none, err
	}
	names, err := s.ModelNames(ctx)
	return views.NewScoredRuns(b, runs, sums, names), err
}
