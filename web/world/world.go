package world

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	worldviews "github.com/clawatlas/clawatlas/views/world"
	"github.com/clawatlas/clawatlas/web"
)

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

// WorldRoutes registers the pages of what updates change, and the texts.
func (s Pages) WorldRoutes(page, api web.Route) {
	page("/b/:benchmark/world", web.Heavy, s.worldPage, web.Query{web.PageField(), web.CSVField()})
	api("/benchmarks/:benchmark/world", web.Heavy, web.JsonOf(s.world), web.Query{web.PageField()})
	page("/b/:benchmark/world/scenarios/:scenario", web.Light, s.worldScenarioPage, worldFields())
	api("/benchmarks/:benchmark/world/scenarios/:scenario", web.Light, web.JsonOf(s.worldScenario), worldFields())
	page("/b/:benchmark/world/scenarios/:scenario/:change/:side", web.Light, s.worldText, web.Nothing())
}

// world sums up what updates change in a benchmark, and what its systems make of it.
func (s Pages) world(c echo.Context) (*worldreport.World, error) {
	v, err := s.BenchView(c)
	if err != nil {
		return nil, err
	}
	ctx, id := c.Request().Context(), v.Benchmark.ID
	scenarios, err := s.Store.Scenarios(ctx, id)
	if err != nil {
		return nil, err
	}
	worlds, err := s.Store.Worlds(ctx, id)
	if err != nil {
		return nil, err
	}
	w := worldreport.NewWorld(v.Benchmark, scenarios, worlds)
	if len(worlds) == 0 {
		return w, s.worldStages(c, v, w)
	}
	tasks, err := s.Store.Tasks(ctx, id, "")
	if err != nil {
		return w, err
	}
	q := worldreport.NewWorldQuestions(id, worlds, tasks)
	if err := s.worldTracks(ctx, v, w, q, tasks); err != nil {
		return w, err
	}
	if w.Systems, err = s.worldSystems(ctx, v, q, w.Choose(v, web.ReadLeaf(c, web.PageParam,
		worldSystemsOnPage))); err != nil || w.Total == 0 {
		return w, err
	}
	rounds, err := s.Store.LookedRounds(ctx, v.RunIDs(v.RowsWithRun()))
	w.AddUpdates(rounds)
	return w, err
}

// worldPage is GET /b/{benchmark}/world.
func (s Pages) worldPage(c echo.Context) error {
	w, err := s.world(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		return web.GridCSV(c, w.Benchmark+"-world", worldviews.WorldTables(w)...)
	}
	return web.HTML(c, worldviews.WorldPage(s.Frame, w))
}

// worldScenario is what updates change in one scenario.
func (s Pages) worldScenario(c echo.Context) (*worldreport.WorldScenario, error) {
	slugs, err := web.Params(c, "benchmark", "scenario")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	b, err := s.FindBenchmark(ctx, slugs[0])
	if err != nil {
		return nil, err
	}
	w, err := s.Store.FindWorldParts(ctx, b.ID, slugs[1])
	if err != nil {
		return nil, err
	}
	scenario, all, err := s.worldScenarios(ctx, b.ID, slugs[1])
	if err != nil {
		return nil, err
	}
	tasks, err := s.Store.Tasks(ctx, b.ID, scenario.Slug)
	if err != nil {
		return nil, err
	}
	x := worldreport.NewWorldScenario(b, scenario, &w, tasks, all)
	if x.Query, err = parseWorld(c); err != nil {
		return nil, err
	}
	return x, s.loadWorldRuns(ctx, x, &w)
}

// worldScenarios finds a scenario and lists the slugs of all that have updates.
func (s Pages) worldScenarios(ctx context.Context, benchmark, slug string) (results.Scenario, []string, error) {
	scenarios, err := s.Store.Scenarios(ctx, benchmark)
	if err != nil {
		return results.Scenario{}, nil, err
	}
	at := slices.IndexFunc(scenarios, func(x results.Scenario) bool { return x.Slug == slug })
	if at < 0 {
		return results.Scenario{}, nil, fmt.Errorf("scenario %s of %s: %w", slug, benchmark, results.ErrNotFound)
	}
	worlds, err := s.Store.Worlds(ctx, benchmark)
	if err != nil {
		return results.Scenario{}, nil, err
	}
	all := make([]string, len(worlds))
	for i := range worlds {
		all[i] = worlds[i].Scenario
	}
	return scenarios[at], all, nil
}

// worldScenarioPage is GET /b/{benchmark}/world/scenarios/{scenario}.
func (s Pages) worldScenarioPage(c echo.Context) error {
	w, err := s.worldScenario(c)
	if err != nil {
		return err
	}
	return web.HTML(c, worldviews.WorldScenarioPage(s.Frame, w))
}

// WorldMoved leads from the shorter address of a scenario's world to its own.
func WorldMoved(c echo.Context) error {
	dir, scenario := path.Split(c.Request().URL.EscapedPath())
	to := dir + "scenarios/" + scenario
	if q := c.Request().URL.RawQuery; q != "" {
		to += "?" + q
	}
	return c.Redirect(http.StatusMovedPermanently, to)
}

// worldText is the text of an object before or after a change, as it is kept.
func (s Pages) worldText(c echo.Context) error {
	slugs, err := web.Params(c, "benchmark", "scenario", "change", "side")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	w, err := s.Store.FindWorldFacts(ctx, slugs[0], slugs[1])
	if err != nil {
		return err
	}
	round, change, err := worldreport.WorldTextOf(&w, slugs[2], slugs[3])
	if err != nil {
		return err
	}
	text, err := s.Store.WorldText(ctx, slugs[0], slugs[1], round, change.Kind, change.Path)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", web.RawPolicy)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(web.FileOf(change.Path)))
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, text)
}

// worldStages reads what changes before the stages of tasks, and how the runs of a
// page did at the checks that look for it.
func (s Pages) worldStages(c echo.Context, v *report.Bench, w *worldreport.World) error {
	ctx := c.Request().Context()
	tasks, err := s.Store.Tasks(ctx, v.Benchmark.ID, "")
	if err != nil {
		return err
	}
	rows := w.AddStages(v, tasks, web.ReadLeaf(c, web.PageParam, worldSystemsOnPage))
	for _, row := range rows {
		trials, err := s.Store.RunTrials(ctx, v.Runs[*row.Run].ID, "")
		if err != nil {
			return err
		}
		var all, traced []int64
		for i := range trials {
			all = append(all, trials[i].ID)
			if trials[i].StepsTotal > 0 && w.Stages.Changes != nil {
				traced = append(traced, trials[i].ID)
			}
		}
		checks, err := s.Store.ManyChecks(ctx, all)
		if err != nil {
			return err
		}
		details, err := s.Store.ManyDetails(ctx, traced)
		if err != nil {
			return err
		}
		w.Stages.AddRun(v, row, trials, checks, details)
	}
	return nil
}
