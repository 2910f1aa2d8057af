package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// former are addresses of pages that no longer exist, with the page that now has
// their content. Parameters of the path (":name") and the query are carried over; a
// parameter that the target does not name is appended to the query.
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

// formerRoutes answers the addresses of former pages with a permanent redirect.
func (s *Server) formerRoutes(get func(path string, h echo.HandlerFunc)) {
	for from, to := range former() {
		get(from, func(c echo.Context) error { return c.Redirect(http.StatusMovedPermanently, formerTarget(c, to)) })
	}
}

// formerTarget fills a target with the parameters of the address that was asked for.
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
