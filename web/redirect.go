package web

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views/ui"
)

func TwinField() Field { return WordField("format", "", "csv", "parquet").Also("json") }

func isTable(format string) bool { return format == "csv" || format == "json" || format == "parquet" }

// twinned redirects API requests with a table format to the page that provides the table, because
// the API returns only JSON.
func twinned(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !isTable(Ask(c).Word("format")) {
			return next(c)
		}
		page := TablePage(c.Request().URL.EscapedPath())
		if page == "" {
			return Bad("this page is not available as a table; remove the parameter format.")
		}
		q := c.Request().URL.Query()
		q.Del("limit")
		q.Del("offset")
		return c.Redirect(http.StatusFound, page+"?"+q.Encode())
	}
}

// TablePage returns the path of the page that provides an API response as a table, or "" if there
// is none.
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

// bare redirects paths with a trailing slash to the path without it.
func bare(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		at := req.URL.EscapedPath()
		if at == "/" || !strings.HasSuffix(at, "/") || req.Method != http.MethodGet && req.Method != http.MethodHead {
			return next(c)
		}
		// exactly one leading slash, because two would make it a URL of another host
		to := "/" + strings.Trim(at, "/")
		if req.URL.RawQuery != "" {
			to += "?" + req.URL.RawQuery
		}
		return c.Redirect(http.StatusMovedPermanently, to)
	}
}

// charted redirects former chart URLs to the page with the chart.
func charted(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		u := *c.Request().URL
		q := u.Query()
		page, framed := strings.CutPrefix(u.Path, "/embed/")
		run, pictured := strings.CutSuffix(u.Path, ".svg")
		format := q.Get("format")
		switch {
		case strings.HasPrefix(u.Path, "/cards/") && path.Dir(u.Path) != "/cards/b" && u.Path != "/cards/compare.png":
			return c.Redirect(http.StatusMovedPermanently, static.URL(ui.Picture)) // former card of a page that has none now
		case framed:
			u.Path = page
		case pictured && path.Dir(run) == "/runs":
			u.Path = run
		case !q.Has("chart") && format != "svg" && format != "png" || strings.HasPrefix(u.Path, "/api/"):
			return next(c)
		}
		// exactly one leading slash, because two would make it a URL of another host
		u.Path, u.RawPath = "/"+strings.TrimLeft(u.Path, "/"), ""
		q.Del("chart")
		if !isTable(format) {
			q.Del("format")
		}
		u.RawQuery = q.Encode()
		return c.Redirect(http.StatusMovedPermanently, u.RequestURI())
	}
}

// Renamed wraps a route so that requests with an alias of a model are redirected to the URL with
// the model's id.
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

func formerBenchmarks() map[string]string {
	return map[string]string{"metaclawbench": "metaclaw-bench"}
}

// Moved wraps a route so that requests with a former benchmark or run id are redirected, if the
// database does not contain that id.
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

// movedTo returns the URL with the current benchmark or run ids, or "" if the request's URL
// contains no former id.
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

// Canonical returns the model id for a name or alias. It returns an unknown name unchanged.
func (s *Server) Canonical(ctx context.Context, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return s.Store.ModelID(ctx, name)
}

// former maps the paths of removed pages to their replacements. Redirects keep the query, and move
// path parameters that the replacement lacks to the query.
func former() map[string]string {
	return map[string]string{
		"/about":                                  "/docs",
		"/submit":                                 "/docs/submit",
		"/b/:benchmark/reasons":                   "/b/:benchmark/failures",
		"/b/:benchmark/tools":                     "/b/:benchmark/failures#tools",
		"/b/:benchmark/tools/:family/:cause":      "/b/:benchmark/failures#trials",
		"/b/:benchmark/efficiency":                "/b/:benchmark#expense",
		"/b/:benchmark/world":                     "/b/:benchmark/days#updates",
		"/b/:benchmark/world/:scenario":           "/b/:benchmark/days/:scenario",
		"/b/:benchmark/world/scenarios/:scenario": "/b/:benchmark/days/:scenario",
		"/b/:benchmark/world/scenarios/:scenario/:change/:side": "/b/:benchmark/days/:scenario/:change/:side",
		"/api/v1/benchmarks/:benchmark/world/:scenario":         "/api/v1/benchmarks/:benchmark/world/scenarios/:scenario",
		"/b/:benchmark/tasks":                                   "/b/:benchmark/heatmap?table=tasks#tasks",
		"/b/:benchmark/matrix":                                  "/b/:benchmark/ablations",
		"/b/:benchmark/kinds":                                   "/b/:benchmark/about",
		"/b/:benchmark/method":                                  "/b/:benchmark/about",
		"/b/:benchmark/method/:table":                           "/b/:benchmark/about",
		"/b/:benchmark/tables":                                  "/b/:benchmark/about#tables",
		"/b/:benchmark/redlines":                                "/b/:benchmark",
		"/b/:benchmark/states":                                  "/b/:benchmark",
		"/b/:benchmark/states/latest":                           "/b/:benchmark",
		"/b/:benchmark/states/:day":                             "/b/:benchmark?as_of=:day",
		"/b/:benchmark/repeats":                                 "/b/:benchmark/ablations#runs",
		"/api/v1/benchmarks/:benchmark/matrix":                  "/api/v1/benchmarks/:benchmark/ablations",
	}
}

func (s *Server) formerRoutes(get func(path string, h echo.HandlerFunc)) {
	for from, to := range former() {
		get(from, func(c echo.Context) error { return c.Redirect(http.StatusMovedPermanently, formerTarget(c, to)) })
	}
}

func formerTarget(c echo.Context, to string) string {
	to, anchor, _ := strings.Cut(to, "#")
	to, preset, _ := strings.Cut(to, "?")
	q, _ := url.ParseQuery(preset)
	for key, list := range c.QueryParams() {
		if !q.Has(key) {
			q[key] = list
		}
	}
	for _, name := range c.ParamNames() {
		value, err := PathParam(c, name)
		if err != nil {
			continue
		}
		switch as := ":" + name; {
		case strings.Contains(to, as):
			to = strings.ReplaceAll(to, as, url.PathEscape(value))
		case strings.Contains(preset, "="+as):
			key, _, _ := strings.Cut(preset, "=")
			q.Set(key, value)
		case !q.Has(name):
			q.Set(name, value)
		}
	}
	if len(q) > 0 {
		to += "?" + q.Encode()
	}
	if anchor != "" {
		to += "#" + anchor
	}
	return to
}
