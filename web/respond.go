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

func HTML(c echo.Context, page templ.Component) error {
	return HTMLStatus(c.Request().Context(), c, http.StatusOK, page)
}

// HTMLStatus renders and sends a page. It makes invisible control characters in the whole page
// visible, in case a template did not do so.
func HTMLStatus(ctx context.Context, c echo.Context, code int, page templ.Component) error {
	var b strings.Builder
	if err := page.Render(ui.At(ctx, requestOf(c)), &b); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	c.Response().WriteHeader(code)
	_, err := io.WriteString(c.Response(), ui.Marked(b.String()))
	return err
}

// Object sends v as JSON with invisible control characters escaped.
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

func JsonOf[T any](load func(echo.Context) (T, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := load(c)
		if err != nil {
			return err
		}
		return Object(c, v)
	}
}

// JsonList is like JsonOf, but applies the parameters limit and offset to the result.
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

// Into returns a function that stores a query's result in to, or its error in err. It does nothing
// if *err is already set.
func Into[T any](to *T, err *error) func(T, error) {
	return func(v T, failed error) {
		if *err == nil {
			*to, *err = v, failed
		}
	}
}

// Param returns a path parameter that must be a valid slug.
func Param(c echo.Context, name string) (string, error) {
	v, err := PathParam(c, name)
	if err != nil || !results.ValidSlug(v) {
		return "", fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return v, nil
}

// PathParam returns a path parameter, unescaped. The router may already have unescaped it; doing so
// twice would corrupt a name such as "100%".
func PathParam(c echo.Context, name string) (string, error) {
	if c.Request().URL.RawPath == "" {
		return c.Param(name), nil
	}
	return url.PathUnescape(c.Param(name))
}

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
