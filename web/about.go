package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// aboutRoutes registers the page about the site itself.
func (s *Server) aboutRoutes(page, api route) {
	page("/about", light, s.aboutPage, query{csvField()})
	api("/about", light, jsonOf(s.about), nothing(), report.About{})
}

func (s *Server) about(c echo.Context) (*report.About, error) {
	list, err := s.store.Benchmarks(c.Request().Context())
	return report.NewAbout(s.frame.Version, list), err
}

// aboutPage is GET /about.
func (s *Server) aboutPage(c echo.Context) error {
	a, err := s.about(c)
	if err != nil {
		return err
	}
	if wantsCSV(c) {
		header, rows := a.CSV()
		return table(c, "sources", header, rows)
	}
	page, err := views.AboutPage(s.frame, a)
	if err != nil {
		return err
	}
	return html(c, page)
}
