package site

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results"
	siteviews "github.com/clawatlas/clawatlas/views/site"
	"github.com/clawatlas/clawatlas/web"
	boardweb "github.com/clawatlas/clawatlas/web/board"
)

// docsRoutes registers the pages of this file.
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

// findDoc is the document that a request names; one is written by the server itself.
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
