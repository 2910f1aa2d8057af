package home

import (
	"github.com/labstack/echo/v4"

	homereport "github.com/clawatlas/clawatlas/results/report/home"
	homeviews "github.com/clawatlas/clawatlas/views/home"
	"github.com/clawatlas/clawatlas/web"
)

// AboutRoutes registers the page about the site itself.
func (s Pages) AboutRoutes(page, api web.Route) {
	page("/about", web.Light, s.aboutPage, web.Query{web.CSVField()})
	api("/about", web.Light, web.JsonOf(s.about), web.Nothing(), homereport.About{})
}

func (s Pages) about(c echo.Context) (*homereport.About, error) {
	list, err := s.Store.Benchmarks(c.Request().Context())
	return homereport.NewAbout(s.Frame.Version, list), err
}

// aboutPage is GET /about.
func (s Pages) aboutPage(c echo.Context) error {
	a, err := s.about(c)
	if err != nil {
		return err
	}
	if web.WantsCSV(c) {
		header, rows := a.CSV()
		return web.Table(c, "sources", header, rows)
	}
	page, err := homeviews.AboutPage(s.Frame, a)
	if err != nil {
		return err
	}
	return web.HTML(c, page)
}
