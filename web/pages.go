package web

import (
	"net/http"

	"github.com/clawatlas/clawatlas/results/report"
)

// New makes the site's handler.
func New(cfg Config) http.Handler {
	_, h := newServer(whole(cfg))
	return h
}

// NewSite makes a site that begins with the store of cfg.
func NewSite(cfg Config) *Site { return newSite(whole(cfg)) }

// whole is a configuration with the routes of all families.
func whole(cfg Config) Config {
	cfg.Routes = routes
	return cfg
}

// routes registers every page with its JSON twin; each family has a package of its own.
func routes(s *Server, page, api, stream route) {
	page, api = s.moved(page), s.moved(api)
	page("/", light, s.homePage, query{csvField()})
	api("/benchmarks", light, s.benchmarksAPI, windowFields(), report.Benchmarks{})
	api("/benchmarks/:benchmark", light, s.benchmarkAPI, nothing(), report.BenchmarkRow{})
	s.boardRoutes(page, api)                        // leaderboard, heatmap
	s.stateRoutes(page, api)                        // leaderboards of former days
	s.methodRoutes(page, api)                       // method, reconciliation
	s.aboutRoutes(page, api)                        // about the site
	s.scenarioRoutes(page, api)                     // scenario
	s.taskRoutes(page, api)                         // task
	s.changeRoutes(page, api)                       // change log
	s.runRoutes(page, api)                          // runs, run
	s.trialRoutes(s.refiled(page), s.refiled(api))  // trial, steps, raw records
	s.compareRoutes(page, api)                      // two runs, two trials, matrix
	s.searchRoutes(page, api)                       // full text
	s.modelsRoutes(s.renamed(page), s.renamed(api)) // models, efficiency
	s.toolsRoutes(page, api)                        // tools, failed calls
	s.kindsRoutes(page, api)                        // multi-choice against executable
	s.repeatsRoutes(page, api)                      // runs of one system
	s.daysRoutes(page, api)                         // day by day
	s.worldRoutes(page, api)                        // what updates change
	s.redLineRoutes(page, api)                      // red lines
	s.casesRoutes(page, api)                        // case studies
	s.caseRoutes(page, api)                         // one case study
	s.findingRoutes(page, api)                      // computed findings
	s.docsRoutes(page, api)                         // documentation
	s.sitemapRoutes(page)                           // sitemap
	s.cardRoutes(page)                              // pictures of pages
	s.embedRoutes(page)                             // badges, views for frames
	s.rawRoutes(s.refiled(stream))                  // raw records
	for _, at := range []string{"/b", "/api/v1/benchmarks"} {
		stream(at+"/:benchmark/world/:scenario", light, worldMoved, nothing())
	}
	stream("/robots.txt", light, s.robots, nothing())
}
