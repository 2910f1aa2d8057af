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

// ScenarioRoutes registers the pages of this file.
func (s Pages) ScenarioRoutes(page, api web.Route) {
	page("/b/:benchmark/scenarios/:scenario", web.Heavy, s.scenarioPage, scenarioFields().And(web.CSVField()))
	api("/benchmarks/:benchmark/scenarios/:scenario", web.Heavy, s.scenarioAPI, scenarioFields().And(web.WindowFields()...))
}

// scenarioFields are the parameters of the page and its twin.
func scenarioFields() web.Query {
	return web.Query{web.TextField("run"), kindField(), web.WordField("status",
		slices.Concat([]string{""}, web.StatusNames())...), web.FlagField("all"), web.BlockField()}
}

// kindField is one kind of tasks.
func kindField() web.Field {
	return web.WordField("kind", "", results.KindMultiChoice, results.KindExecCheck, results.KindRubric, results.KindReward)
}

func readScenarioQuery(c echo.Context) (taskviews.ScenarioQuery, error) {
	a := web.Ask(c)
	q := taskviews.ScenarioQuery{Run: a.Text("run"), Kind: a.Word("kind"), Status: a.Word("status"), All: a.Flag("all"),
		Block: web.ReadLeaf(c, web.BlockParam, web.SystemsAbreast)}
	if q.Run != "" && !results.ValidSlug(q.Run) {
		return q, web.Bad("run=%s is not the name of a run.", q.Run)
	}
	return q, nil
}

// loadScenario reads the records of what the address names; whole is for all
// runs side by side.
func (s Pages) loadScenario(c echo.Context, whole bool) (*taskviews.ScenarioRecords, error) {
	slugs, err := web.Params(c, "benchmark", "scenario")
	if err != nil {
		return nil, err
	}
	q, err := readScenarioQuery(c)
	if err != nil {
		return nil, err
	}
	if whole {
		q.Block.Size = allAbreast
	}
	return s.scenarioRecords(c.Request().Context(), slugs[0], slugs[1], q)
}

// allAbreast sets all runs side by side.
const allAbreast = 1 << 30

func (s Pages) scenarioRecords(ctx context.Context, benchmark, scenario string,
	q taskviews.ScenarioQuery) (*taskviews.ScenarioRecords, error) {
	d, err := s.findScenario(ctx, benchmark, scenario)
	if err != nil {
		return nil, err
	}
	sums, err := s.Store.ScenarioScores(ctx, d.Benchmark.ID, d.Scenario().Slug, nil, d.AddScore)
	if err != nil {
		return nil, err
	}
	if d.Runs, err = s.scoredRuns(ctx, d.Benchmark, nil, sums); err != nil {
		return nil, err
	}
	if err := d.Check(q); err != nil {
		return nil, err
	}
	trials, err := s.Store.ScenarioTrials(ctx, d.Benchmark.ID, d.Scenario().Slug, d.Choose(q))
	if err != nil {
		return nil, err
	}
	d.AddTrials(trials)
	return d, s.loadScenarioFigures(ctx, d)
}

func (s Pages) findScenario(ctx context.Context, benchmark, scenario string) (*taskviews.ScenarioRecords, error) {
	d := &taskviews.ScenarioRecords{}
	var err error
	if d.Benchmark, err = s.Store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.Scenarios, err = s.Store.Scenarios(ctx, benchmark); err != nil {
		return nil, err
	}
	d.At = slices.IndexFunc(d.Scenarios, func(x results.Scenario) bool { return x.Slug == scenario })
	if d.At < 0 {
		return nil, fmt.Errorf("scenario %s of %s: %w", scenario, benchmark, results.ErrNotFound)
	}
	d.Tasks, err = s.Store.Tasks(ctx, benchmark, scenario)
	return d, err
}

// loadScenarioFigures reads the metrics of the scenario and what was published
// for it.
func (s Pages) loadScenarioFigures(ctx context.Context, d *taskviews.ScenarioRecords) error {
	b, scope := d.Benchmark.ID, "scenario:"+d.Scenario().Slug
	metrics, err := s.Store.ScopedMetrics(ctx, b, scope)
	if err != nil {
		return err
	}
	figures, err := s.Store.Figures(ctx, b)
	if err != nil {
		return err
	}
	d.AddFigures(scope, metrics, figures)
	return nil
}

// scenarioAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}. It takes the
// page's filters; limit and offset window the tasks.
func (s Pages) scenarioAPI(c echo.Context) error {
	limit, offset := web.ListWindow(c)
	d, err := s.loadScenario(c, false)
	if err != nil {
		return err
	}
	x := taskviews.NewScenario(d)
	x.Span(limit, offset)
	return web.Object(c, x)
}

// scenarioPage is /b/{benchmark}/scenarios/{scenario}.
func (s Pages) scenarioPage(c echo.Context) error {
	csv := web.WantsCSV(c)
	d, err := s.loadScenario(c, csv)
	if err != nil {
		return err
	}
	if csv {
		return web.LongTable(c, d.Benchmark.ID+"-"+d.Scenario().Slug, taskviews.ScenarioHeader(), d.Lines())
	}
	x := taskviews.NewScenario(d)
	t, err := s.taskTable(c.Request().Context(), x.Benchmark, false)
	if err != nil {
		return err
	}
	x.List, err = taskviews.NewTaskList(t, taskviews.TaskListQuery{Scenario: x.ID, OnPage: true, Order: "task"})
	if err != nil && len(x.All) > 0 {
		return err
	}
	return web.HTML(c, taskviews.ScenarioPage(s.Frame, x))
}
