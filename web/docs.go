package web

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// docsRoutes registers the pages of this file.
func (s *Server) docsRoutes(page, api route) {
	page("/docs", light, s.docsPage, nothing())
	api("/docs", light, docsAPI, nothing(), docs.List{})
	page("/docs/:page", light, s.docPage, nothing())
	page("/submit", light, s.submitPage, nothing())
	api("/docs/:page", light, s.docAPI, nothing(), docs.Page{})
}

// docsPage is GET /docs.
func (s *Server) docsPage(c echo.Context) error {
	return html(c, views.DocsListPage(s.frame, documents()))
}

// docsAPI is GET /api/v1/docs.
func docsAPI(c echo.Context) error { return object(c, documents()) }

// docPage is GET /docs/{page}.
func (s *Server) docPage(c echo.Context) error {
	d, err := s.findDoc(c)
	if err != nil {
		return err
	}
	page, err := views.DocPage(s.frame, d)
	if err != nil {
		return err
	}
	return html(c, page)
}

// submitPage is GET /submit: a document under an address that can be said aloud.
func (s *Server) submitPage(c echo.Context) error {
	d, _ := docs.Find("submit")
	page, err := views.DocPage(s.frame, d)
	if err != nil {
		return err
	}
	return html(c, page)
}

// docAPI is GET /api/v1/docs/{page}.
func (s *Server) docAPI(c echo.Context) error {
	d, err := s.findDoc(c)
	if err != nil {
		return err
	}
	return object(c, d)
}

// findDoc is the document that a request names; two are written by the server itself.
func (s *Server) findDoc(c echo.Context) (docs.Page, error) {
	id, err := param(c, "page")
	if err != nil {
		return docs.Page{}, err
	}
	switch id {
	case apiReference().ID:
		return apiReference(), nil
	case scoresPage:
		return s.scoresReference(c.Request().Context())
	}
	d, ok := docs.Find(id)
	if !ok {
		return d, fmt.Errorf("documentation %s: %w", id, results.ErrNotFound)
	}
	if id == "data" {
		return s.dataPage(d)
	}
	return d, nil
}
