package site

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/web"
	boardweb "github.com/clawatlas/clawatlas/web/board"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
	homeweb "github.com/clawatlas/clawatlas/web/home"
	runweb "github.com/clawatlas/clawatlas/web/run"
	searchweb "github.com/clawatlas/clawatlas/web/search"
	taskweb "github.com/clawatlas/clawatlas/web/task"
	trialweb "github.com/clawatlas/clawatlas/web/trial"
	worldweb "github.com/clawatlas/clawatlas/web/world"
)

// Pages are the pages of this family and their twins in the API.
type Pages struct{ *web.Server }

// Of gives the pages of a site.
func Of(s *web.Server) Pages { return Pages{s} }

// New makes the site's handler.
func New(cfg web.Config) http.Handler {
	_, h := web.NewServer(whole(cfg))
	return h
}

// States says of the addresses of a site that is written to files what their answers
// depend on, where that is known; see export.Options.
func States(ctx context.Context, cfg web.Config) (func(at string) string, error) {
	return trialweb.States(ctx, cfg.Store, cfg.Version+" "+cfg.Build)
}

// NewSite makes a site that begins with the store of cfg.
func NewSite(cfg web.Config) *web.Site { return web.NewSite(whole(cfg)) }

// whole is a configuration with the routes of all families.
func whole(cfg web.Config) web.Config {
	cfg.Routes = Routes
	return cfg
}

// Routes registers every page with its JSON twin; each family has a package of its own.
func Routes(s *web.Server, page, api, stream web.Route, plain func(string, echo.HandlerFunc)) {
	page, api = s.Moved(page), s.Moved(api)
	boards, tasks, trials, runs := boardweb.Of(s), taskweb.Of(s), trialweb.Of(s), runweb.Of(s)
	compared, worlds, homes, found, own := compareweb.Of(s), worldweb.Of(s), homeweb.Of(s), searchweb.Of(s), Of(s)
	page("/", web.Light, homes.HomePage, web.Query{web.CSVField()})
	api("/benchmarks", web.Light, homes.BenchmarksAPI, web.WindowFields(), homereport.Benchmarks{})
	api("/benchmarks/:benchmark", web.Light, homes.BenchmarkAPI, web.Nothing(), homereport.BenchmarkRow{})
	boards.BoardRoutes(page, api)                                 // leaderboard, heatmap
	boards.StateRoutes(page, api)                                 // leaderboards of former days
	boards.MethodRoutes(page, api)                                // method, reconciliation
	homes.AboutRoutes(page, api)                                  // about the site
	tasks.ScenarioRoutes(page, api)                               // scenario
	tasks.TaskRoutes(page, api)                                   // task
	homes.ChangeRoutes(page, api)                                 // change log
	runs.RunRoutes(page, api)                                     // runs, run
	trials.TrialRoutes(trials.Refiled(page), trials.Refiled(api)) // trial, steps, raw records
	compared.CompareRoutes(page, api)                             // two runs, two trials, matrix
	found.SearchRoutes(page, api)                                 // full text
	boards.ModelsRoutes(s.Renamed(page), s.Renamed(api))          // models, efficiency
	runs.ToolsRoutes(page, api)                                   // tools, failed calls
	tasks.KindsRoutes(page, api)                                  // multi-choice against executable
	boards.RepeatsRoutes(page, api)                               // runs of one system
	boards.DaysRoutes(page, api)                                  // day by day
	worlds.WorldRoutes(page, api)                                 // what updates change
	boards.RedLineRoutes(page, api)                               // red lines
	boards.ReasonRoutes(page, api)                                // why trials did not pass
	tasks.CasesRoutes(page, api)                                  // case studies
	tasks.CaseRoutes(page, api)                                   // one case study
	homes.FindingRoutes(page, api)                                // computed findings
	own.docsRoutes(page, api)                                     // documentation
	own.sitemapRoutes(page)                                       // sitemap
	own.cardRoutes(page)                                          // pictures of pages
	own.badgeRoutes(page)                                         // badges
	trials.RawRoutes(trials.Refiled(stream))                      // raw records
	for _, at := range []string{"/b", "/api/v1/benchmarks"} {
		plain(at+"/:benchmark/world/:scenario", worldweb.WorldMoved)
	}
	plain("/robots.txt", own.robots)
}
