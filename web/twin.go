package web

import (
	"context"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TwinField asks the API for a table.
func TwinField() Field { return WordField("format", "", "csv", "parquet").Also("json") }

// isTable reports whether a format is one that tables are given in.
func isTable(format string) bool { return format == "csv" || format == "json" || format == "parquet" }

// twinned keeps the API to JSON. Who asks it for a table is sent to the page
// that has the same table, with the same filters.
func twinned(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !isTable(Ask(c).Word("format")) {
			return next(c)
		}
		page := TablePage(c.Request().URL.EscapedPath())
		if page == "" {
			return Bad("this answer has no table; leave format out.")
		}
		q := c.Request().URL.Query()
		q.Del("limit")
		q.Del("offset")
		return c.Redirect(http.StatusFound, page+"?"+q.Encode())
	}
}

// TablePage is the address of the page with the table of an answer of the API;
// empty where there is none.
func TablePage(address string) string {
	at := strings.TrimPrefix(address, "/api/v1")
	parts := strings.Split(strings.Trim(at, "/"), "/")
	switch {
	case parts[0] == "docs" || parts[0] == "cases" || address == "/api/v1/findings":
		return ""
	case parts[0] != "benchmarks":
		return at
	case len(parts) == 1:
		return "/"
	case len(parts) == 2:
		return ""
	case parts[2] == "leaderboard":
		parts = parts[:2]
	}
	return "/b/" + strings.Join(parts[1:], "/")
}

// bare sends addresses that end in a slash to those without, which is what
// people type and what a site of files is reached by.
func bare(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		at := req.URL.EscapedPath()
		if at == "/" || !strings.HasSuffix(at, "/") || req.Method != http.MethodGet && req.Method != http.MethodHead {
			return next(c)
		}
		// One slash in front: two would name another host.
		to := "/" + strings.Trim(at, "/")
		if req.URL.RawQuery != "" {
			to += "?" + req.URL.RawQuery
		}
		return c.Redirect(http.StatusMovedPermanently, to)
	}
}

// charted sends who asks for a chart as a file or in a frame, as the site once gave
// them, to the page that shows it.
func charted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		u := *c.Request().URL
		q := u.Query()
		page, framed := strings.CutPrefix(u.Path, "/embed/")
		run, pictured := strings.CutSuffix(u.Path, ".svg")
		format := q.Get("format")
		switch {
		case strings.HasPrefix(u.Path, "/cards/") && path.Dir(u.Path) != "/cards/b" && u.Path != "/cards/compare.png":
			return c.Redirect(http.StatusMovedPermanently, static.URL(ui.Picture)) // of a page that has no card any more
		case framed:
			u.Path = page
		case pictured && path.Dir(run) == "/runs":
			u.Path = run
		case !q.Has("chart") && format != "svg" && format != "png" || strings.HasPrefix(u.Path, "/api/"):
			return next(c)
		}
		// One slash in front: two would name another host.
		u.Path, u.RawPath = "/"+strings.TrimLeft(u.Path, "/"), ""
		q.Del("chart")
		if !isTable(format) {
			q.Del("format")
		}
		u.RawQuery = q.Encode()
		return c.Redirect(http.StatusMovedPermanently, u.RequestURI())
	}
}

// Renamed sends readers who ask for a model by another of its names, such as
// that of its files, to the one that it has here.
func (s *Server) Renamed(register Route) Route {
	return func(at string, cost Cost, h echo.HandlerFunc, q Query) {
		register(at, cost, func(c echo.Context) error {
			err := h(c)
			if !IsNotFound(err) || c.Param("model") == "" {
				return err
			}
			name, escape := PathParam(c, "model")
			if escape != nil {
				return err
			}
			id, failed := s.Canonical(c.Request().Context(), name)
			if failed != nil || id == name {
				return err
			}
			to := path.Dir(c.Request().URL.Path) + "/" + id
			if q := c.Request().URL.RawQuery; q != "" {
				to += "?" + q
			}
			return c.Redirect(http.StatusFound, to)
		}, q)
	}
}

// formerBenchmarks are ids that older versions stored a benchmark under.
func formerBenchmarks() map[string]string {
	return map[string]string{"metaclawbench": "metaclaw-bench"}
}

// Moved sends readers who ask for a benchmark, or for one of its runs, by an id that it
// once had to the one that it has now, unless the database still has the former.
func (s *Server) Moved(register Route) Route {
	return func(at string, cost Cost, h echo.HandlerFunc, q Query) {
		register(at, cost, func(c echo.Context) error {
			err := h(c)
			if !IsNotFound(err) {
				return err
			}
			if to := s.movedTo(c); to != "" {
				return c.Redirect(http.StatusFound, to)
			}
			return err
		}, q)
	}
}

// movedTo is the address that is asked for with the ids of now; empty if it has no
// former one.
func (s *Server) movedTo(c echo.Context) string {
	at, q := c.Request().URL.EscapedPath(), c.Request().URL.RawQuery
	if q != "" {
		q = "?" + q
	}
	was := c.Param("benchmark")
	if now := formerBenchmarks()[was]; now != "" {
		return strings.Replace(at, "/"+was, "/"+now, 1) + q
	}
	if !strings.Contains(at+q, "terminalbench-") {
		return ""
	}
	list, err := s.Store.Benchmarks(c.Request().Context())
	if err != nil {
		return ""
	}
	for _, b := range list {
		if was := results.FormerBenchmark(b.Name); was != b.ID && strings.Contains(at+q, was) {
			return strings.ReplaceAll(at+q, was, b.ID)
		}
	}
	return ""
}

// Canonical is the id of the model that a name means; an unknown name stays.
func (s *Server) Canonical(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return s.Store.ModelID(ctx, name)
}
