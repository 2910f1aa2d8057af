package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	jsonschema "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/clawatlas/clawatlas/results/must"
)

// schemas compiles the answers of the OpenAPI document, by path, and by the name
// of a component. A key that a shape does not have is refused there, though
// clients are told to ignore it: every key of an answer is to be described.
func schemas(t *testing.T) func(at string) *jsonschema.Schema {
	t.Helper()
	doc := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(openAPI)))(t)
	closeShapes(doc)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("mem:///openapi.json", doc))
	return func(at string) *jsonschema.Schema {
		pointer := "components/schemas/" + at
		if strings.HasPrefix(at, "/") {
			pointer = "paths/" + url.PathEscape(strings.ReplaceAll(at, "/", "~1")) + "/get/responses/200/content/application~1json/schema"
		}
		s, err := c.Compile("mem:///openapi.json#/" + pointer)
		if err != nil {
			t.Fatalf("compile %s: %v", at, err)
		}
		return s
	}
}

// closeShapes lets every object with known keys have no others.
func closeShapes(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			closeShapes(x)
		}
	case map[string]any:
		if _, known := v["properties"].(map[string]any); known && v["type"] == "object" {
			v["additionalProperties"] = false
		}
		for _, x := range v {
			closeShapes(x)
		}
	}
}

// apiDocument is what the tests read of the OpenAPI document.
type apiDocument struct {
	Paths map[string]struct {
		Get struct {
			OperationID string `json:"operationId"`
			Parameters  []apiParameter
		}
	}
}

type apiParameter struct {
	Name   string
	In     string
	Schema struct {
		Type string
		Enum []string
	}
}

func openDocument(t *testing.T) apiDocument {
	t.Helper()
	var doc apiDocument
	must.Do(t, json.Unmarshal(openAPI, &doc))
	return doc
}

// openSample makes an address of a documented path that has an answer.
func openSample(t *testing.T, site *testSite) func(path string) string {
	t.Helper()
	a, b := exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "skimmer")
	pair := "?a=" + a + "&b=" + b
	query := map[string]string{"/api/v1/compare": pair, "/api/v1/compare/{scenario}/{task}": pair, "/api/v1/search": "?q=the"}
	return func(path string) string {
		fill := strings.NewReplacer("{benchmark}", "clawatlas-example", "{run}", a, "{scenario}", "ex_office_move", "{task}", "q1", "{model}", "skimmer")
		return fill.Replace(path) + query[path]
	}
}

// describedAnswers holds that every answer of a described path is what the document
// says of it, that no described path is without one, and that every answer of the API
// to a fault is an Error.
func describedAnswers(t *testing.T, site *goldenSite) *described {
	return &described{T: t, site: site, schema: schemas(t), pathOf: documentedPath(t), answered: map[string]bool{}}
}

type described struct {
	*testing.T
	site     *goldenSite
	schema   func(at string) *jsonschema.Schema
	pathOf   func(at string) string
	answered map[string]bool
}

func (d *described) answer(at string, rec *httptest.ResponseRecorder) {
	switch {
	case !strings.HasPrefix(at, "/api/v1/"):
	case rec.Code >= 400:
		validate(d.T, at, rec, d.schema("Error"))
	case rec.Code == http.StatusOK && d.pathOf(at) != "":
		d.answered[d.pathOf(at)] = true
		validate(d.T, at, rec, d.schema(d.pathOf(at)))
	}
}

func (d *described) complete() {
	for path := range openDocument(d.T).Paths {
		if !d.answered[path] {
			d.Errorf("%s has no address in %s that answers", path, goldenList)
		}
	}
	if rec := d.site.get("/api/v1/openapi.json"); rec.Code != 200 || !bytes.Equal(rec.Body.Bytes(), openAPI) {
		d.Errorf("the document itself is not served: %d", rec.Code)
	}
}

// validate checks an answer against a schema of the document.
func validate(t *testing.T, at string, rec *httptest.ResponseRecorder, schema *jsonschema.Schema) {
	t.Helper()
	answer, err := jsonschema.UnmarshalJSON(rec.Body)
	if err == nil {
		err = schema.Validate(answer)
	}
	if err != nil {
		t.Errorf("GET %s: status %d, not as described: %v", at, rec.Code, err)
	}
}

// Every documented parameter of a query is read: its values are taken, and one
// that nothing has is refused or changes the answer.
func TestOpenAPIParameters(t *testing.T) {
	site := testServer(t)
	sample := openSample(t, site)
	for path, item := range openDocument(t).Paths {
		base := sample(path)
		sep := "?"
		if strings.Contains(base, "?") {
			sep = "&"
		}
		plain := site.get(base).Body.String()
		for _, p := range item.Get.Parameters {
			if p.In != "query" {
				continue
			}
			good := p.Schema.Enum
			if p.Schema.Type == "integer" {
				good = []string{"1"}
			}
			for _, v := range good {
				if got := site.get(base + sep + p.Name + "=" + v).Code; got != http.StatusOK && got != http.StatusFound {
					t.Errorf("GET %s with %s=%s: %d", base, p.Name, v, got)
				}
			}
			wrong := strings.NewReplacer("?"+p.Name+"=", "?left-out=", "&"+p.Name+"=", "&left-out=").Replace(base) + sep + p.Name + "=zz-none"
			rec := site.get(wrong)
			checked := len(p.Schema.Enum) > 0 || p.Schema.Type == "integer"
			switch {
			case rec.Code == http.StatusBadRequest || !checked && rec.Code == http.StatusNotFound:
			case checked || rec.Code != http.StatusOK:
				t.Errorf("GET %s: %d, want a refusal", wrong, rec.Code)
			case rec.Body.String() == plain:
				t.Errorf("GET %s: the answer is that without %s", wrong, p.Name)
			}
		}
	}
}

// documentedPath finds the path of the document that an address is of, empty if none is.
func documentedPath(t *testing.T) func(at string) string {
	t.Helper()
	in := regexp.MustCompile(`{\w+}`)
	paths := openDocument(t).Paths
	return func(at string) string {
		address, _, _ := strings.Cut(at, "?")
		var found []string
		for path := range paths {
			if regexp.MustCompile("^" + in.ReplaceAllString(path, "[^/]+") + "$").MatchString(address) {
				found = append(found, path)
			}
		}
		if len(found) > 1 {
			t.Fatalf("%s is of %d documented paths: %q", at, len(found), found)
		}
		return strings.Join(found, "")
	}
}
