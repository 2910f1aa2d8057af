package web

import (
	"cmp"
	_ "embed"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"
)

// openAPI describes the JSON API. cmd/openapi writes it from the routes and the
// types of their answers; tests hold the answers against it.
//
//go:embed openapi.json
var openAPI []byte

func serveOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json;version=3.1", openAPI)
}

// Endpoint is one address of the JSON API, for its description.
type Endpoint struct {
	Path       string      // as OpenAPI writes it: /api/v1/runs/{run}
	InPath     []string    // names of its parameters in the path, in their order
	Parameters []Parameter // of the query, in the order of their declaration
	Answers    []any       // a value of each type that an answer may have
}

// Parameter is what a route declares of one parameter of its query.
type Parameter struct {
	Name        string
	Kind        string   // word, number, flag, text, or list: texts, the parameter standing once for each
	Words       []string // of a word; empty words are left out
	Preset      string   // of a word or number, empty: none
	Least, Most int      // of a number, both inclusive
	Longest     int      // of a text, and of each of a list
}

// Endpoints lists the JSON API in the order of its registration.
func Endpoints() []Endpoint {
	var list []Endpoint
	in := regexp.MustCompile(`:(\w+)`)
	s := &Server{store: newMemoStore(nil, 0, nil)}
	none := func(string, cost, echo.HandlerFunc, query, ...any) {}
	routes(s, none, func(path string, _ cost, _ echo.HandlerFunc, q query, answers ...any) {
		e := Endpoint{Path: "/api/v1" + in.ReplaceAllString(path, "{$1}"), InPath: pathNames(path), Answers: answers}
		if tablePage(e.Path) != "" {
			q = q.and(twinField())
		}
		for _, f := range q.withoutPath(path) {
			e.Parameters = append(e.Parameters, f.described())
		}
		list = append(list, e)
	}, none)
	return list
}

// described is the field as plain data.
func (f field) described() Parameter {
	kinds := map[fieldKind]string{wordKind: "word", numberKind: "number", flagKind: "flag", textKind: "text", listKind: "list"}
	p := Parameter{Name: f.name, Kind: kinds[f.kind], Least: f.lo, Most: f.hi, Longest: f.longest}
	switch f.kind {
	case numberKind:
		p.Preset = strconv.Itoa(f.preset)
	case wordKind:
		p.Preset = cmp.Or(f.same, f.words[0])
		p.Words = slices.DeleteFunc(append([]string{f.same}, f.words...), func(w string) bool { return w == "" })
	}
	return p
}
