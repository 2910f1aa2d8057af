package web

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
	"github.com/clawatlas/clawatlas/views"
)

// worldRoutes registers the pages of what updates change, and the texts.
func (s *Server) worldRoutes(page, api route) {
	page("/b/:benchmark/world", heavy, s.worldPage, query{pageField(), csvField()})
	api("/benchmarks/:benchmark/world", heavy, jsonOf(s.world), query{pageField()}, report.World{})
	page("/b/:benchmark/world/scenarios/:scenario", light, s.worldScenarioPage, worldFields())
	api("/benchmarks/:benchmark/world/scenarios/:scenario", light, jsonOf(s.worldScenario), worldFields(), report.WorldScenario{})
	page("/b/:benchmark/world/scenarios/:scenario/:change/:side", light, s.worldText, nothing())
}

// world sums up what updates change in a benchmark, and what its systems make of it.
func (s *Server) world(c echo.Context) (*report.World, error) {
	v, err := s.benchView(c)
	if err != nil {
		return nil, err
	}
	ctx, id := c.Request().Context(), v.Benchmark.ID
	scenarios, err := s.store.Scenarios(ctx, id)
	if err != nil {
		return nil, err
	}
	worlds, err := s.store.Worlds(ctx, id)
	if err != nil {
		return nil, err
	}
	w := report.NewWorld(v.Benchmark, scenarios, worlds)
	if len(worlds) == 0 {
		return w, s.worldStages(c, v, w)
	}
	if w.Systems, err = s.worldSystems(ctx, v, worlds, w.Choose(v, readLeaf(c, pageParam, worldSystemsOnPage))); err != nil || w.Total == 0 {
		return w, err
	}
	rounds, err := s.store.LookedRounds(ctx, v.RunIDs(v.RowsWithRun()))
	w.AddUpdates(rounds)
	return w, err
}

// worldPage is GET /b/{benchmark}/world.
func (s *Server) worldPage(c echo.Context) error {
	w, err := s.world(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		return gridCSV(c, w.Benchmark+"-world", views.WorldTables(w)...)
	}
	return html(c, views.WorldPage(s.frame, w))
}

// worldScenario is what updates change in one scenario.
func (s *Server) worldScenario(c echo.Context) (*report.WorldScenario, error) {
	slugs, err := params(c, "benchmark", "scenario")
	if err != nil {
		return nil, err
	}
	ctx := c.Request().Context()
	b, err := s.findBenchmark(ctx, slugs[0])
	if err != nil {
		return nil, err
	}
	w, err := s.store.FindWorldParts(ctx, b.ID, slugs[1])
	if err != nil {
		return nil, err
	}
	scenario, all, err := s.worldScenarios(ctx, b.ID, slugs[1])
	if err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, b.ID, scenario.Slug)
	if err != nil {
		return nil, err
	}
	x := report.NewWorldScenario(b, scenario, &w, tasks, all)
	if x.Query, err = parseWorld(c); err != nil {
		return nil, err
	}
	return x, s.loadWorldRuns(ctx, x, &w)
}

// worldScenarios finds a scenario and lists the slugs of all that have updates.
func (s *Server) worldScenarios(ctx context.Context, benchmark, slug string) (results.Scenario, []string, error) {
	scenarios, err := s.store.Scenarios(ctx, benchmark)
	if err != nil {
		return results.Scenario{}, nil, err
	}
	at := slices.IndexFunc(scenarios, func(x results.Scenario) bool { return x.Slug == slug })
	if at < 0 {
		return results.Scenario{}, nil, fmt.Errorf("scenario %s of %s: %w", slug, benchmark, results.ErrNotFound)
	}
	worlds, err := s.store.Worlds(ctx, benchmark)
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
func (s *Server) worldScenarioPage(c echo.Context) error {
	w, err := s.worldScenario(c)
	if err != nil {
		return err
	}
	return html(c, views.WorldScenarioPage(s.frame, w))
}

// worldMoved leads from the shorter address of a scenario's world to its own.
func worldMoved(c echo.Context) error {
	dir, scenario := path.Split(c.Request().URL.EscapedPath())
	to := dir + "scenarios/" + scenario
	if q := c.Request().URL.RawQuery; q != "" {
		to += "?" + q
	}
	return c.Redirect(http.StatusMovedPermanently, to)
}

// worldText is the text of an object before or after a change, as it is kept.
func (s *Server) worldText(c echo.Context) error {
	slugs, err := params(c, "benchmark", "scenario", "change", "side")
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	w, err := s.store.FindWorldFacts(ctx, slugs[0], slugs[1])
	if err != nil {
		return err
	}
	round, change, err := report.WorldTextOf(&w, slugs[2], slugs[3])
	if err != nil {
		return err
	}
	text, err := s.store.WorldText(ctx, slugs[0], slugs[1], round, change.Kind, change.Path)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", rawPolicy)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(fileOf(change.Path)))
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, text)
}
