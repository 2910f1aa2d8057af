package task

import (
	"context"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	taskviews "github.com/clawatlas/clawatlas/views/task"
	"github.com/clawatlas/clawatlas/web"
)

// ScenarioRoutes registers the page of a scenario and its API counterpart.
func (s Pages) ScenarioRoutes(page, api web.Route) {
	fields := web.Query{web.FlagField("all"), web.BlockField()}
	page("/b/:benchmark/scenarios/:scenario", web.Heavy, s.scenarioPage, fields.And(web.CSVField()))
	api("/benchmarks/:benchmark/scenarios/:scenario", web.Heavy, web.JsonList(s.scenario), fields.And(web.WindowFields()...))
}

const allAbreast = 1 << 30

func (s Pages) scenario(c echo.Context) (*taskviews.Scenario, error) {
	return s.readScenario(c, web.SystemsAbreast)
}

func (s Pages) readScenario(c echo.Context, abreast int) (*taskviews.Scenario, error) {
	slugs, err := web.Params(c, "benchmark", "scenario")
	if err != nil {
		return nil, err
	}
	ctx, benchmark, slug := c.Request().Context(), slugs[0], slugs[1]
	b, err := s.Store.FindBenchmark(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	scenarios, err := s.Store.Scenarios(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(scenarios, func(x results.Scenario) bool { return x.Slug == slug })
	if at < 0 {
		return nil, fmt.Errorf("scenario %s of %s: %w", slug, benchmark, results.ErrNotFound)
	}
	has := map[string]bool{}
	sums, err := s.Store.ScenarioScores(ctx, benchmark, slug, nil, func(x *results.TaskScore) { has[x.Run] = true })
	if err != nil {
		return nil, err
	}
	runs, err := s.scoredRuns(ctx, b, nil, sums)
	if err != nil {
		return nil, err
	}
	p, ids := taskviews.NewScenario(b, scenarios, at, runs, has,
		taskviews.ScenarioQuery{All: web.Ask(c).Flag("all"), Block: web.ReadLeaf(c, web.BlockParam, abreast)})
	return p, s.addScenarioTasks(ctx, p, ids)
}

// addScenarioTasks adds the tasks of a scenario with the trials of the given runs.
func (s Pages) addScenarioTasks(ctx context.Context, p *taskviews.Scenario, runs []int64) error {
	tasks, err := s.Store.Tasks(ctx, p.Benchmark, p.ID)
	if err != nil {
		return err
	}
	trials, err := s.Store.ScenarioTrials(ctx, p.Benchmark, p.ID, runs)
	if err != nil {
		return err
	}
	metrics, err := s.Store.ScopedMetrics(ctx, p.Benchmark, "scenario:"+p.ID)
	if err != nil {
		return err
	}
	metrics = slices.DeleteFunc(metrics, func(m results.ScopedMetric) bool { return m.Scope != "scenario:"+p.ID })
	t, err := s.taskTable(ctx, p.Benchmark, p.Query.All)
	if err != nil {
		return err
	}
	list := &taskviews.TaskList{Table: t}
	if len(tasks) > 0 {
		if list, err = taskviews.NewTaskList(t, taskviews.TaskListQuery{Scenario: p.ID, Order: "task"}); err != nil {
			return err
		}
	}
	p.Add(tasks, list, trials, metrics)
	return nil
}

func (s Pages) scenarioPage(c echo.Context) error {
	if web.WantsCSV(c) {
		p, err := s.readScenario(c, allAbreast)
		if err != nil {
			return err
		}
		header, rows := p.CSV()
		return web.Table(c, p.Benchmark+"-"+p.ID, header, rows)
	}
	p, err := s.scenario(c)
	if err != nil {
		return err
	}
	return web.HTML(c, taskviews.ScenarioPage(s.Frame, p))
}
