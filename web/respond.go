package web

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// html renders a component as the answer.
func html(c echo.Context, page templ.Component) error {
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	c.Response().WriteHeader(http.StatusOK)
	return page.Render(c.Request().Context(), c.Response())
}

// object answers with v as JSON.
func object(c echo.Context, v any) error {
	c.Response().Header().Set(echo.HeaderContentType, "application/json; charset=utf-8")
	c.Response().WriteHeader(http.StatusOK)
	enc := json.NewEncoder(c.Response())
	enc.SetEscapeHTML(true)
	return enc.Encode(v)
}

// table answers with rows as CSV. A cell that begins like a formula gets a
// leading apostrophe, because spreadsheets run formulas.
func table(c echo.Context, name string, header []string, rows [][]string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
	c.Response().WriteHeader(http.StatusOK)
	w := csv.NewWriter(c.Response())
	if err := w.Write(header); err != nil {
		return err
	}
	for _, row := range rows {
		for i, cell := range row {
			if cell != "" && (cell[0] == '=' || cell[0] == '@' || cell[0] == '+' || cell[0] == '\t' || cell[0] == '-' && !isNumber(cell)) {
				row[i] = "'" + cell
			}
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// param is a path parameter, which must be a slug.
func param(c echo.Context, name string) (string, error) {
	v, err := pathParam(c, name)
	if err != nil || !results.ValidSlug(v) {
		return "", fmt.Errorf("%s %q: %w", name, v, results.ErrNotFound)
	}
	return v, nil
}

// pathParam is a path parameter without its escapes. The router takes it from
// the address as it was sent only where that is not the usual way to write it,
// so a second unescaping would turn the name "100%" into an error, and "%41"
// into another name.
func pathParam(c echo.Context, name string) (string, error) {
	if c.Request().URL.RawPath == "" {
		return c.Param(name), nil
	}
	return url.PathUnescape(c.Param(name))
}

// params are several path parameters.
func params(c echo.Context, names ...string) ([]string, error) {
	list := make([]string, len(names))
	for i, n := range names {
		v, err := param(c, n)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

// meta starts the frame of a page. path is its address without host; the JSON
// twin of /x is /api/v1/x unless the page says otherwise.
func (s *Server) meta(title, description, path, jsonPath string, crumbs ...ui.Crumb) ui.Meta {
	return ui.Meta{Title: title, Description: description, Path: path, JSONPath: jsonPath, Crumbs: crumbs, Version: s.version, Nav: navOf(path)}
}

// navOf finds the entry of the navigation below which a page lies.
func navOf(path string) ui.Nav {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	first, _, _ = strings.Cut(first, "?")
	switch nav := ui.Nav(first); nav {
	case ui.NavModels, ui.NavCompare, ui.NavSearch, ui.NavAbout:
		return nav
	}
	return ui.NavBenchmarks
}

// link builds an address from path elements and a query that leaves out empty values.
func link(query url.Values, elem ...string) string {
	p := ""
	for _, e := range elem {
		p += "/" + url.PathEscape(e)
	}
	if p == "" {
		p = "/"
	}
	q := url.Values{}
	for k, vs := range query {
		for _, v := range vs {
			if v != "" {
				q.Add(k, v)
			}
		}
	}
	if len(q) == 0 {
		return p
	}
	return p + "?" + q.Encode()
}

// with copies query values with some of them set; an empty value removes a key.
func with(q url.Values, pairs ...string) url.Values {
	out := url.Values{}
	for k, v := range q {
		out[k] = append([]string{}, v...)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			out.Del(pairs[i])
		} else {
			out.Set(pairs[i], pairs[i+1])
		}
	}
	return out
}

// upperFirst gives a sentence or a heading its capital.
func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
