package site

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	siteviews "github.com/clawatlas/clawatlas/views/site"
	"github.com/clawatlas/clawatlas/web"
	boardweb "github.com/clawatlas/clawatlas/web/board"
	compareweb "github.com/clawatlas/clawatlas/web/compare"
	daysweb "github.com/clawatlas/clawatlas/web/days"
	homeweb "github.com/clawatlas/clawatlas/web/home"
	runweb "github.com/clawatlas/clawatlas/web/run"
	searchweb "github.com/clawatlas/clawatlas/web/search"
	taskweb "github.com/clawatlas/clawatlas/web/task"
	trialweb "github.com/clawatlas/clawatlas/web/trial"
)

type Pages struct{ *web.Server }

func Of(s *web.Server) Pages { return Pages{s} }

func New(cfg web.Config) http.Handler {
	_, h := web.NewServer(whole(cfg))
	return h
}

func NewSite(cfg web.Config) *web.Site { return web.NewSite(whole(cfg)) }

// whole returns the configuration with the routes of all pages.
func whole(cfg web.Config) web.Config {
	cfg.Routes = Routes
	return cfg
}

func Routes(s *web.Server, page, api, stream web.Route, plain func(string, echo.HandlerFunc)) {
	page, api = s.Moved(page), s.Moved(api)
	boards, tasks, trials, runs := boardweb.Of(s), taskweb.Of(s), trialweb.Of(s), runweb.Of(s)
	compared, homes, found, own := compareweb.Of(s), homeweb.Of(s), searchweb.Of(s), Of(s)
	page("/", web.Light, homes.HomePage, web.Query{web.CSVField()})
	api("/benchmarks", web.Light, web.JsonOf(homes.Benchmarks), web.WindowFields())
	boards.BoardRoutes(page, api)                        // leaderboard
	boards.AboutRoutes(page)                             // scoring, sources, reported versus recomputed results
	tasks.HeatmapRoutes(page, api)                       // heatmap, tasks
	tasks.ScenarioRoutes(page, api)                      // scenario
	tasks.TaskRoutes(page, api)                          // task
	homes.ChangeRoutes(page, api)                        // change log
	runs.RunRoutes(page, api)                            // runs, run
	trials.TrialRoutes(page, api)                        // trials, steps, raw records
	compared.CompareRoutes(page, api)                    // run comparison, trial comparison and comparison matrix
	found.SearchRoutes(page, api)                        // full-text search
	boards.ModelsRoutes(s.Renamed(page), s.Renamed(api)) // models, efficiency
	runs.FailureRoutes(page, api)                        // failure reasons, failed calls
	boards.AblationRoutes(page, api)                     // harnesses, factors, runs, pairwise tests
	daysweb.Routes(s, page, api)                         // results by day, effects of updates
	tasks.CasesRoutes(page, api)                         // case studies
	tasks.CaseRoutes(page)                               // individual case study
	homes.FindingRoutes(page, api)                       // computed findings
	own.docsRoutes(page)                                 // documentation
	own.sitemapRoutes(page)
	own.cardRoutes(page)     // preview images
	own.badgeRoutes(page)    // badges
	trials.RawRoutes(stream) // raw records
	plain("/robots.txt", own.robots)
}

func (s Pages) docsRoutes(page web.Route) {
	page("/docs", web.Light, s.docsPage, web.Nothing())
	page("/docs/:page", web.Light, s.docPage, web.Nothing())
}

func (s Pages) docsPage(c echo.Context) error {
	return web.HTML(c, siteviews.DocsListPage(s.Frame, docs.Contents()))
}

func (s Pages) docPage(c echo.Context) error {
	d, err := s.findDoc(c)
	if err != nil {
		return err
	}
	page, err := siteviews.DocPage(s.Frame, d)
	if err != nil {
		return err
	}
	return web.HTML(c, page)
}

// findDoc returns the requested documentation page. The page about scores is generated from the
// database.
func (s Pages) findDoc(c echo.Context) (docs.Page, error) {
	id, err := web.Param(c, "page")
	if err != nil {
		return docs.Page{}, err
	}
	if id == boardweb.ScoresPage {
		return boardweb.Of(s.Server).ScoresReference(c.Request().Context())
	}
	d, ok := docs.Find(id)
	if !ok {
		return d, fmt.Errorf("documentation %s: %w", id, results.ErrNotFound)
	}
	if id == "data" {
		return s.DataPage(d)
	}
	return d, nil
}
