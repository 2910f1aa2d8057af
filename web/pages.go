package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
)

// route registers a handler for GET and HEAD, with what its answers cost and
// the parameters that it takes. A route of the API also says what it answers: a
// value of each type that the answer may have, for openapi.json.
type route func(path string, c cost, h echo.HandlerFunc, q query, answers ...any)

// pages registers every page with its JSON twin; each group is one or more
// files of this package.
func (s *Server) pages(page, api route) {
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
}
