package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/views/ui"
)

// HTML renders a component as the answer.
func HTML(c echo.Context, page templ.Component) error {
	return HTMLStatus(c.Request().Context(), c, http.StatusOK, page)
}

// HTMLStatus is the one way by which a page leaves. Names and labels of records
// are on every page, in titles, attributes and drawings too, so what acts unseen
// is made visible here, whatever part of the page forgot to: a mark in brackets
// stands for it. The parts that show text of records have better marks.
func HTMLStatus(ctx context.Context, c echo.Context, code int, page templ.Component) error {
	var b strings.Builder
	if err := page.Render(ui.At(ctx, placeOf(c)), &b); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	c.Response().WriteHeader(code)
	_, err := io.WriteString(c.Response(), ui.Marked(b.String()))
	return err
}

// Object answers with v as JSON. What acts unseen is escaped in its strings,
// which says the same to every reader but the one who looks at the text.
func Object(c echo.Context, v any) error {
	doc, err := json.Marshal(v)
	if err != nil {
		return err
	}
	linkPages(c, v)
	c.Response().Header().Set(echo.HeaderContentType, "application/json; charset=utf-8")
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.WriteString(c.Response(), visible.JSON(string(doc))+"\n")
	return err
}

// JsonOf is the handler that answers with what load gives.
func JsonOf[T any](load func(echo.Context) (T, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := load(c)
		if err != nil {
			return err
		}
		return Object(c, v)
	}
}

// JsonList is JsonOf with the part of its list that limit and offset ask for.
func JsonList[T interface{ Span(limit, offset int) }](load func(echo.Context) (T, error)) echo.HandlerFunc {
	return JsonOf(func(c echo.Context) (T, error) {
		limit, offset := ListWindow(c)
		v, err := load(c)
		if err == nil {
			v.Span(limit, offset)
		}
		return v, err
	})
}

// Into gives a function that stores the result of a query in to, unless one before it has
// failed, and the first error in err.
func Into[T any](to *T, err *error) func(T, error) {
	return func(v T, failed error) {
		if *err == nil {
			*to, *err = v, failed
		}
	}
}

// Param is a path parameter, which must be a slug.
func Param(c echo.Context, name string) (string, error) {
	v, err := PathParam(c, name)
	if err != nil || !results.ValidSlug(v) {
		return "", fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return v, nil
}

// PathParam is a path parameter without its escapes. The router takes it from
// the address as it was sent only where that is not the usual way to write it,
// so a second unescaping would turn the name "100%" into an error, and "%41"
// into another name.
func PathParam(c echo.Context, name string) (string, error) {
	if c.Request().URL.RawPath == "" {
		return c.Param(name), nil
	}
	return url.PathUnescape(c.Param(name))
}

// Params are several path parameters.
func Params(c echo.Context, names ...string) ([]string, error) {
	list := make([]string, len(names))
	for i, n := range names {
		v, err := Param(c, n)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}
