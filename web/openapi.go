package web

import (
	"cmp"
	_ "embed"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// OpenAPI describes the JSON API. cmd/openapi writes it from the routes and the
// types of their answers; tests hold the answers against it.
//
//go:embed openapi.json
var OpenAPI []byte

func serveOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/openapi+json;version=3.1", OpenAPI)
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

// Described is the field as plain data.
func (f Field) Described() Parameter {
	kinds := map[fieldKind]string{wordKind: "word", numberKind: "number", flagKind: "flag", textKind: "text", listKind: "list"}
	p := Parameter{Name: f.name, Kind: kinds[f.kind], Least: f.lo, Most: f.hi, Longest: f.Longest}
	switch f.kind {
	case numberKind:
		p.Preset = strconv.Itoa(f.Preset)
	case wordKind:
		p.Preset = cmp.Or(f.same, f.words[0])
		p.Words = slices.DeleteFunc(append([]string{f.same}, f.words...), func(w string) bool { return w == "" })
	}
	return p
}

// Cell is a text as a cell of a table of Markdown takes it, in the references.
func Cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", "_", "\\_", "*", "\\*").Replace(s)
}
