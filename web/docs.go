package web

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// docsRoutes registers the pages of this file.
func (s *Server) docsRoutes(page, api route) {
	page("/docs", light, s.docsPage, nothing())
	api("/docs", light, docsAPI, nothing())
	page("/docs/:page", light, s.docPage, nothing())
	api("/docs/:page", light, docAPI, nothing())
}

// docsPage is GET /docs.
func (s *Server) docsPage(c echo.Context) error {
	p := views.DocsList{Pages: docs.Pages()}
	p.Meta = s.frame.Meta("Documentation", "What the site promises, how its numbers are made, how the program is laid out and how to run it.", link.Docs(), link.API(nil, "docs"), ui.Crumb{Label: "Documentation"})
	return html(c, views.DocsListPage(p))
}

// docsAPI is GET /api/v1/docs.
func docsAPI(c echo.Context) error {
	list := []docs.Entry{}
	for _, p := range docs.Pages() {
		list = append(list, p.Entry)
	}
	return object(c, map[string]any{"pages": list})
}

// docPage is GET /docs/{page}.
func (s *Server) docPage(c echo.Context) error {
	d, err := findDoc(c)
	if err != nil {
		return err
	}
	p := views.DocsPage{Title: d.Title}
	if p.Body, p.Sections, err = views.DocsText(d.Markdown); err != nil {
		return err
	}
	p.Meta = s.frame.Meta(d.Title, d.Lead, link.Doc(d.ID), link.API(nil, "docs", d.ID), ui.Crumb{Label: "Documentation", Href: link.Docs()}, ui.Crumb{Label: d.Title})
	return html(c, views.DocsPagePage(p))
}

// docAPI is GET /api/v1/docs/{page}.
func docAPI(c echo.Context) error {
	d, err := findDoc(c)
	if err != nil {
		return err
	}
	return object(c, d)
}

// findDoc is the document that a request names.
func findDoc(c echo.Context) (docs.Page, error) {
	id, err := param(c, "page")
	if err != nil {
		return docs.Page{}, err
	}
	d, ok := docs.Find(id)
	if !ok {
		return d, fmt.Errorf("documentation %s: %w", id, results.ErrNotFound)
	}
	return d, nil
}
