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

// Pages holds the handlers of this package.
type Pages struct{ *web.Server }

// Of returns the handlers for a server.
func Of(s *web.Server) Pages { return Pages{s} }

// TaskRoutes registers the page of a task and its API counterpart.
func (s Pages) TaskRoutes(page, api web.Route) {
	page("/b/:benchmark/scenarios/:scenario/:task", web.Heavy, s.taskPage, web.Query{web.FlagField("all"), web.BlockField(), web.CSVField()})
	api("/benchmarks/:benchmark/scenarios/:scenario/:task", web.Heavy, web.JsonList(s.task), web.Query{web.FlagField("all")}.And(web.WindowFields()...))
}

func (s Pages) task(c echo.Context) (*taskviews.Task, error) {
	slugs, err := web.Params(c, "benchmark", "scenario", "task")
	if err != nil {
		return nil, err
	}
	b, err := s.Store.FindBenchmark(c.Request().Context(), slugs[0])
	if err != nil {
		return nil, err
	}
	return s.readTask(c.Request().Context(), b, slugs[1], slugs[2], web.Ask(c).Flag("all"))
}

func (s Pages) taskPage(c echo.Context) error {
	t, err := s.task(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.SendTable(c, t.Benchmark+"-"+t.Scenario+"-"+t.Slug, t.CSV())
	}
	t.Query.Block = web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)
	t.CutPage()
	if t.Cases, err = s.CasesOf(c.Request().Context(), t.Benchmark, t.Scenario, t.Slug, ""); err != nil {
		return err
	}
	return web.HTML(c, taskviews.TaskPage(s.Frame, t))
}

func (s Pages) readTask(ctx context.Context, b results.Benchmark, scenario, task string, all bool) (*taskviews.Task, error) {
	d := &taskviews.TaskRecords{Benchmark: b}
	var err error
	if d.Task, err = s.Store.FindTask(ctx, b.ID, scenario, task); err != nil {
		return nil, err
	}
	if d.Tasks, err = s.Store.Tasks(ctx, b.ID, scenario); err != nil {
		return nil, err
	}
	size, err := s.Store.BenchmarkSize(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	d.Expected, d.Recorded = size.Tasks, size.Runs
	ids, err := s.addTaskRuns(ctx, d, all)
	if err != nil {
		return nil, err
	}
	trials, err := s.Store.TaskTrials(ctx, b.ID, scenario, task, ids)
	if err != nil {
		return nil, err
	}
	d.Trials = views.TrialsByTask(trials)
	shown := d.TrialIDs(all)
	if d.Details, err = s.Store.ManyDetails(ctx, shown); err != nil {
		return nil, err
	}
	if d.Checks, err = s.Store.ManyChecks(ctx, shown); err != nil {
		return nil, err
	}
	if d.Explanations, err = s.Store.Explanations(ctx, shown); err != nil {
		return nil, err
	}
	return taskviews.NewTask(d, taskviews.TaskQuery{All: all}), nil
}

// addTaskRuns adds the runs of the benchmark with their scores and returns nil. If there are more
// than WholeTask and all is not set, it adds only runs that represent a ranked system and returns
// their ids.
func (s Pages) addTaskRuns(ctx context.Context, d *taskviews.TaskRecords, all bool) (ids []int64, err error) {
	var runs []results.Run
	if !all && d.Recorded > web.WholeTask {
		b, err := s.BoardRuns(ctx, d.Benchmark)
		if err != nil {
			return nil, err
		}
		var slugs []string
		for _, r := range board.Population(b) {
			slugs = append(slugs, *r.Run)
		}
		if len(slugs) > 0 {
			if runs, err = s.AllRuns(ctx, results.RunFilter{Benchmark: d.Benchmark.ID, Slugs: slugs}); err != nil {
				return nil, err
			}
		}
		for i := range runs {
			ids = append(ids, runs[i].ID)
		}
	}
	sums, err := s.Store.ScenarioScores(ctx, d.Benchmark.ID, d.Task.Scenario, ids, func(*results.TaskScore) {})
	if err != nil {
		return nil, err
	}
	d.Runs, err = s.scoredRuns(ctx, d.Benchmark, runs, sums)
	return ids, err
}

// scoredRuns sorts runs of a benchmark in the order of the board. sums contains the scores of the
// runs.
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
