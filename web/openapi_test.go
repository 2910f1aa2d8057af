package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas compiles the components of the OpenAPI document.
func schemas(t *testing.T) func(name string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(openAPI))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	return func(name string) *jsonschema.Schema {
		s, err := c.Compile("mem:///openapi.json#/components/schemas/" + name)
		if err != nil {
			t.Fatalf("compile %s: %v", name, err)
		}
		return s
	}
}

// apiDocument is what the tests read of the OpenAPI document.
type apiDocument struct {
	Paths map[string]struct {
		Get struct {
			OperationID string `json:"operationId"`
			Parameters  []apiParameter
			Responses   map[string]struct {
				Ref     string `json:"$ref"`
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
	}
	Components struct {
		Parameters map[string]apiParameter
		Responses  map[string]any
	}
}

type apiParameter struct {
	Ref    string `json:"$ref"`
	Name   string
	In     string
	Schema struct {
		Type string
		Enum []string
	}
}

// openDocument reads the document with its references to parameters resolved.
func openDocument(t *testing.T) apiDocument {
	t.Helper()
	var doc apiDocument
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths {
		for i, p := range item.Get.Parameters {
			if p.Ref == "" {
				continue
			}
			full, ok := doc.Components.Parameters[afterSlash(p.Ref)]
			if !ok {
				t.Errorf("%s refers to %s, which is not there", path, p.Ref)
			}
			item.Get.Parameters[i] = full
		}
		for code, r := range item.Get.Responses {
			if _, ok := doc.Components.Responses[afterSlash(r.Ref)]; r.Ref != "" && !ok {
				t.Errorf("%s, %s refers to %s, which is not there", path, code, r.Ref)
			}
		}
	}
	return doc
}

func afterSlash(s string) string { return s[strings.LastIndex(s, "/")+1:] }

// openSample makes an address of a documented path that has an answer.
func openSample(t *testing.T, site *testSite) func(path string) string {
	t.Helper()
	a, b := exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "skimmer")
	pair := "?a=" + a + "&b=" + b
	query := map[string]string{"/api/v1/compare": pair, "/api/v1/compare/{scenario}/{task}": pair, "/api/v1/search": "?q=the"}
	return func(path string) string {
		benchmark := "clawatlas-example"
		if strings.Contains(path, "/tables") || strings.HasSuffix(path, "/check") {
			benchmark = "clawarena" // the example has published nothing
		}
		fill := strings.NewReplacer("{benchmark}", benchmark, "{run}", a, "{scenario}", "ex_office_move", "{task}", "q1",
			"{table}", "table-8", "{model}", "skimmer", "{case}", "example-belief-kept", "{page}", "design")
		return fill.Replace(path) + query[path]
	}
}

// The document has every route of the API with its parameters, and no other.
func TestOpenAPIRoutes(t *testing.T) {
	var routes, documented []string
	in := regexp.MustCompile(`:(\w+)`)
	s := &Server{store: newMemoStore(nil, nil)}
	s.pages(func(string, cost, echo.HandlerFunc, query) {}, func(path string, _ cost, _ echo.HandlerFunc, _ query) {
		routes = append(routes, "/api/v1"+in.ReplaceAllString(path, "{$1}"))
	})
	ids := map[string]bool{}
	for path, item := range openDocument(t).Paths {
		documented = append(documented, path)
		if id := item.Get.OperationID; id == "" || ids[id] {
			t.Errorf("%s: the operation %q has no name of its own", path, id)
		}
		ids[item.Get.OperationID] = true
		var want, got []string
		for _, m := range regexp.MustCompile(`{(\w+)}`).FindAllStringSubmatch(path, -1) {
			want = append(want, m[1])
		}
		for _, p := range item.Get.Parameters {
			if p.In == "path" {
				got = append(got, p.Name)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: parameters of the path (-want +got):\n%s", path, diff)
		}
	}
	slices.Sort(routes)
	slices.Sort(documented)
	if diff := cmp.Diff(routes, documented); diff != "" {
		t.Errorf("routes and documented paths (-routes +documented):\n%s", diff)
	}
}

// Every path of the document answers, and the answer is what it says; every
// answer to a fault is an Error.
func TestOpenAPI(t *testing.T) {
	site := testServer(t)
	schema, sample := schemas(t), openSample(t, site)
	for path, item := range openDocument(t).Paths {
		ref := item.Get.Responses["200"].Content["application/json"].Schema.Ref
		validate(t, site, sample(path), afterSlash(ref), schema)
	}
	a, b, c := exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "skimmer"), exampleRun(t, site, "never-revises")
	validate(t, site, "/api/v1/compare?run="+a+"&run="+b+"&run="+c, "CompareMatrix", schema)
	for url, want := range map[string]int{
		"/api/v1/runs/none": 404, "/api/v1/runs?limit=x": 400, "/api/v1/runs?limit=5000": 400, "/api/v1/none": 404,
		"/api/v1/benchmarks/clawarena/leaderboard?convention=none": 400, "/api/v1/benchmarks/none/leaderboard": 404,
	} {
		rec := site.get(url)
		answer, err := jsonschema.UnmarshalJSON(rec.Body)
		if rec.Code != want || err != nil || schema("Error").Validate(answer) != nil {
			t.Errorf("GET %s: status %d, body %v; want %d with an Error", url, rec.Code, answer, want)
		}
	}
	if rec := site.get("/api/v1/openapi.json"); rec.Code != 200 || !bytes.Equal(rec.Body.Bytes(), openAPI) {
		t.Errorf("the document itself is not served: %d", rec.Code)
	}
}

// validate checks an answer against a schema of the document.
func validate(t *testing.T, site *testSite, url, name string, schema func(string) *jsonschema.Schema) {
	t.Helper()
	rec := site.get(url)
	answer, err := jsonschema.UnmarshalJSON(rec.Body)
	if rec.Code != http.StatusOK || err != nil {
		t.Errorf("GET %s: status %d, %v", url, rec.Code, err)
		return
	}
	if err := schema(name).Validate(answer); err != nil {
		t.Errorf("GET %s is no %s: %v", url, name, err)
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

// The same answers on the real run.
func testOpenAPIReal(t *testing.T) {
	site := realServer(t)
	schema := schemas(t)
	var runs struct{ Runs []struct{ Run string } }
	site.object(t, "/api/v1/runs?benchmark=clawarena", &runs)
	run := runs.Runs[0].Run
	for url, name := range map[string]string{
		"/api/v1/benchmarks/clawarena/leaderboard":                     "Leaderboard",
		"/api/v1/benchmarks/clawarena/leaderboard?convention=report":   "Leaderboard",
		"/api/v1/benchmarks/liveclawbench/leaderboard":                 "Leaderboard",
		"/api/v1/benchmarks/stage-claw/leaderboard":                    "Leaderboard",
		"/api/v1/benchmarks/clawmark/leaderboard":                      "Leaderboard",
		"/api/v1/runs/" + run:                                          "Run",
		"/api/v1/runs/" + run + "/hil_f7/q24?from=100&limit=20":        "Trial",
		"/api/v1/runs/" + run + "/hil_i2/q1":                           "Trial",
		"/api/v1/benchmarks/clawarena/scenarios/hil_i2/q1":             "Task",
		"/api/v1/benchmarks/clawarena/scenarios/hil_g4/q3":             "Task",
		"/api/v1/benchmarks/liveclawbench":                             "Benchmark",
		"/api/v1/search?q=%E8%96%AA%E8%B5%84&scenario=hil_g3&limit=10": "Search",

		"/api/v1/benchmarks/clawarena/scenarios/hil_g4":                                 "ScenarioAnswer",
		"/api/v1/benchmarks/clawarena/tasks?limit=1000":                                 "TaskList",
		"/api/v1/benchmarks/clawarena/cases":                                            "Cases",
		"/api/v1/benchmarks/clawmark/days":                                              "Days",
		"/api/v1/benchmarks/clawmark/check?limit=1000":                                  "Reconciliation",
		"/api/v1/benchmarks/clawmark/matrix":                                            "Matrix",
		"/api/v1/benchmarks/clawarena/matrix":                                           "Matrix",
		"/api/v1/benchmarks/stage-claw/tools":                                           "Tools",
		"/api/v1/benchmarks/stage-claw/tables":                                          "Tables",
		"/api/v1/benchmarks/stage-claw/efficiency":                                      "Efficiency",
		"/api/v1/benchmarks/liveclawbench/heatmap?source=liveclawbench-site-2026-07-03": "Heatmap",
		"/api/v1/models":                                    "Models",
		"/api/v1/models/gemma-4-31b":                        "Model",
		"/api/v1/compare/hil_f7/q24?a=" + run + "&b=" + run: "TrialComparison",
		"/api/v1/compare?a=" + run + "&b=" + run:            "Comparison",
		"/api/v1/runs":                                      "Runs",
	} {
		validate(t, site, url, name, schema)
	}
}
