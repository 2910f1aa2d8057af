package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// styleguideRoutes registers the page of all parts, where the server is one for
// development.
func (s *Server) styleguideRoutes(page route) {
	if s.dev {
		page(link.Styleguide, light, s.styleguidePage, nothing())
	}
}

// styleguidePage is GET /styleguide.
func (s *Server) styleguidePage(c echo.Context) error {
	return html(c, views.StyleguidePage(s.frame))
}
