package site

import (
	_ "embed"
	"regexp"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/web"
)

// Endpoint is one address of the JSON API, for its description.
type Endpoint struct {
	Path       string          // as OpenAPI writes it: /api/v1/runs/{run}
	InPath     []string        // names of its parameters in the path, in their order
	Parameters []web.Parameter // of the query, in the order of their declaration
	Answers    []any           // a value of each type that an answer may have
}

// Endpoints lists the JSON API in the order of its registration.
func Endpoints() []Endpoint {
	var list []Endpoint
	in := regexp.MustCompile(`:(\w+)`)
	s := &web.Server{Store: web.NewMemoStore(nil, 0, nil)}
	none := func(string, web.Cost, echo.HandlerFunc, web.Query, ...any) {}
	Routes(s, none, func(path string, _ web.Cost, _ echo.HandlerFunc, q web.Query, answers ...any) {
		e := Endpoint{Path: "/api/v1" + in.ReplaceAllString(path, "{$1}"), InPath: web.PathNames(path), Answers: answers}
		if web.TablePage(e.Path) != "" {
			q = q.And(web.TwinField())
		}
		for _, f := range q.WithoutPath(path) {
			e.Parameters = append(e.Parameters, f.Described())
		}
		list = append(list, e)
	}, none, func(string, echo.HandlerFunc) {})
	return list
}
