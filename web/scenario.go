package web

import (
	"context"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// scenarioRoutes registers the pages of this file.
func (s *Server) scenarioRoutes(page, api route) {
	page("/b/:benchmark/scenarios/:scenario", heavy, s.scenarioPage, scenarioFields().and(csvField()))
	api("/benchmarks/:benchmark/scenarios/:scenario", heavy, s.scenarioAPI, scenarioFields().and(windowFields()...), report.Scenario{})
}

// scenarioFields are the parameters of the page and its twin.
func scenarioFields() query {
	return query{textField("run"), kindField(), wordField("status", slices.Concat([]string{""}, statusNames())...), flagField("all"), blockField()}
}

// kindField is one kind of tasks.
func kindField() field {
	return wordField("kind", "", results.KindMultiChoice, results.KindExecCheck, results.KindRubric, results.KindReward)
}

func readScenarioQuery(c echo.Context) (report.ScenarioQuery, error) {
	a := ask(c)
	q := report.ScenarioQuery{Run: a.text("run"), Kind: a.word("kind"), Status: a.word("status"), All: a.flag("all"), Block: readLeaf(c, blockParam, systemsAbreast)}
	if q.Run != "" && !results.ValidSlug(q.Run) {
		return q, bad("run=%s is not the name of a run.", q.Run)
	}
	return q, nil
}

// loadScenario reads the records of what the address names; whole is for all
// runs side by side.
func (s *Server) loadScenario(c echo.Context, whole bool) (*report.ScenarioRecords, error) {
	slugs, err := params(c, "benchmark", "scenario")
	if err != nil {
		return nil, err
	}
	q, err := readScenarioQuery(c)
	if err != nil {
		return nil, err
	}
	if whole {
		q.Block.Size = 1 << 30
	}
	ctx := c.Request().Context()
	d, err := s.findScenario(ctx, slugs[0], slugs[1])
	if err != nil {
		return nil, err
	}
	sums, err := s.store.ScenarioScores(ctx, d.Benchmark.ID, d.Scenario().Slug, d.AddScore)
	if err != nil {
		return nil, err
	}
	if d.Runs, err = s.scoredRuns(ctx, d.Benchmark, sums); err != nil {
		return nil, err
	}
	if err := d.Check(q); err != nil {
		return nil, err
	}
	trials, err := s.store.ScenarioTrials(ctx, d.Benchmark.ID, d.Scenario().Slug, d.Choose(q))
	if err != nil {
		return nil, err
	}
	d.AddTrials(trials)
	return d, s.loadScenarioFigures(ctx, d)
}

func (s *Server) findScenario(ctx context.Context, benchmark, scenario string) (*report.ScenarioRecords, error) {
	d := &report.ScenarioRecords{}
	var err error
	if d.Benchmark, err = s.store.FindBenchmark(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.Scenarios, err = s.store.Scenarios(ctx, benchmark); err != nil {
		return nil, err
	}
	d.At = slices.IndexFunc(d.Scenarios, func(x results.Scenario) bool { return x.Slug == scenario })
	if d.At < 0 {
		return nil, fmt.Errorf("scenario %s of %s: %w", scenario, benchmark, results.ErrNotFound)
	}
	d.Tasks, err = s.store.Tasks(ctx, benchmark, scenario)
	return d, err
}

// loadScenarioFigures reads the metrics of the scenario and what was published
// for it.
func (s *Server) loadScenarioFigures(ctx context.Context, d *report.ScenarioRecords) error {
	b, scope := d.Benchmark.ID, "scenario:"+d.Scenario().Slug
	metrics, err := s.store.ScopedMetrics(ctx, b, scope)
	if err != nil {
		return err
	}
	figures, err := s.store.Figures(ctx, b)
	if err != nil {
		return err
	}
	sources, err := s.store.FigureSources(ctx, b)
	if err != nil {
		return err
	}
	d.AddFigures(scope, metrics, figures, sources)
	return nil
}

// scenarioAPI is GET /api/v1/benchmarks/{b}/scenarios/{scenario}. It takes the
// page's filters; limit and offset window the tasks.
func (s *Server) scenarioAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	d, err := s.loadScenario(c, false)
	if err != nil {
		return err
	}
	x := report.NewScenario(d)
	x.Span(limit, offset)
	return object(c, x)
}

// scenarioPage is /b/{benchmark}/scenarios/{scenario}.
func (s *Server) scenarioPage(c echo.Context) error {
	csv := wantsCSV(c)
	d, err := s.loadScenario(c, csv)
	if err != nil {
		return err
	}
	if csv {
		return longTable(c, d.Benchmark.ID+"-"+d.Scenario().Slug, report.ScenarioHeader(), d.Lines())
	}
	x := report.NewScenario(d)
	m, err := s.worldMoment(c.Request().Context(), x.Benchmark, x.ID, "")
	if err != nil {
		return err
	}
	x.AddWorld(m, s.frame.Static)
	return html(c, views.ScenarioPage(s.frame, x))
}
