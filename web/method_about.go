package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// aboutPage is GET /about.
func (s *Server) aboutPage(c echo.Context) error {
	ctx := c.Request().Context()
	list, err := s.store.Benchmarks(ctx)
	if err != nil {
		return err
	}
	text, err := views.Prose("about")
	if err != nil {
		return err
	}
	p := views.About{Meta: s.frame.Meta("About", "What the site does with run records, how it marks evidence, what it removes from traces, and how to add a run.", "/about", "/api/v1/about", ui.Crumb{Label: "About"}), Text: text, Benchmarks: list}
	return html(c, views.AboutPage(p))
}

// aboutAPI is GET /api/v1/about.
func (s *Server) aboutAPI(c echo.Context) error {
	list, err := s.store.Benchmarks(c.Request().Context())
	if err != nil {
		return err
	}
	type licence struct {
		Benchmark  string `json:"benchmark"`
		Paper      string `json:"paper"`
		Repository string `json:"repository"`
		Licence    string `json:"licence"`
	}
	out := []licence{}
	for _, b := range list {
		out = append(out, licence{b.ID, b.Paper, b.Repository, b.Licence})
	}
	return object(c, map[string]any{"version": s.frame.Version, "benchmarks": out, "evidence": []string{"recomputed", "records", "published"}})
}
