package site

import (
	"net/http"

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

// New makes the site's handler.
func New(cfg web.Config) http.Handler {
	_, h := web.NewServer(whole(cfg))
	return h
}

// NewSite makes a site that begins with the store of cfg.
func NewSite(cfg web.Config) *web.Site { return web.NewSite(whole(cfg)) }

// whole is a configuration with the routes of all families.
func whole(cfg web.Config) web.Config {
	cfg.Routes = Routes
	return cfg
}

// Routes registers every page with its JSON twin; each family has a package of its own.
func Routes(s *web.Server, page, api, stream web.Route) {
	page, api = s.Moved(page), s.Moved(api)
	page("/", web.Light, homeweb.Of(s).HomePage, web.Query{web.CSVField()})
	api("/benchmarks", web.Light, homeweb.Of(s).BenchmarksAPI, web.WindowFields(), homereport.Benchmarks{})
	api("/benchmarks/:benchmark", web.Light, homeweb.Of(s).BenchmarkAPI, web.Nothing(), homereport.BenchmarkRow{})
	boardweb.Of(s).BoardRoutes(page, api)                                                 // leaderboard, heatmap
	boardweb.Of(s).StateRoutes(page, api)                                                 // leaderboards of former days
	boardweb.Of(s).MethodRoutes(page, api)                                                // method, reconciliation
	homeweb.Of(s).AboutRoutes(page, api)                                                  // about the site
	taskweb.Of(s).ScenarioRoutes(page, api)                                               // scenario
	taskweb.Of(s).TaskRoutes(page, api)                                                   // task
	homeweb.Of(s).ChangeRoutes(page, api)                                                 // change log
	runweb.Of(s).RunRoutes(page, api)                                                     // runs, run
	trialweb.Of(s).TrialRoutes(trialweb.Of(s).Refiled(page), trialweb.Of(s).Refiled(api)) // trial, steps, raw records
	compareweb.Of(s).CompareRoutes(page, api)                                             // two runs, two trials, matrix
	searchweb.Of(s).SearchRoutes(page, api)                                               // full text
	boardweb.Of(s).ModelsRoutes(s.Renamed(page), s.Renamed(api))                          // models, efficiency
	runweb.Of(s).ToolsRoutes(page, api)                                                   // tools, failed calls
	taskweb.Of(s).KindsRoutes(page, api)                                                  // multi-choice against executable
	boardweb.Of(s).RepeatsRoutes(page, api)                                               // runs of one system
	boardweb.Of(s).DaysRoutes(page, api)                                                  // day by day
	worldweb.Of(s).WorldRoutes(page, api)                                                 // what updates change
	boardweb.Of(s).RedLineRoutes(page, api)                                               // red lines
	taskweb.Of(s).CasesRoutes(page, api)                                                  // case studies
	taskweb.Of(s).CaseRoutes(page, api)                                                   // one case study
	homeweb.Of(s).FindingRoutes(page, api)                                                // computed findings
	Of(s).docsRoutes(page, api)                                                           // documentation
	Of(s).sitemapRoutes(page)                                                             // sitemap
	Of(s).cardRoutes(page)                                                                // pictures of pages
	Of(s).embedRoutes(page)                                                               // badges, views for frames
	trialweb.Of(s).RawRoutes(trialweb.Of(s).Refiled(stream))                              // raw records
	for _, at := range []string{"/b", "/api/v1/benchmarks"} {
		stream(at+"/:benchmark/world/:scenario", web.Light, worldweb.WorldMoved, web.Nothing())
	}
	stream("/robots.txt", web.Light, Of(s).robots, web.Nothing())
}
