package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

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

// Every path of the document answers, and the answer is what it says; every
// answer to a fault is an Error.
func TestOpenAPI(t *testing.T) {
	site := testServer(t)
	schema := schemas(t)
	var doc struct {
		Paths map[string]struct {
			Get struct {
				Responses map[string]struct {
					Content map[string]struct {
						Schema struct {
							Ref string `json:"$ref"`
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	var runs struct{ Runs []struct{ Run string } }
	site.object(t, "/api/v1/runs?benchmark=clawatlas-example", &runs)
	if len(runs.Runs) != 4 {
		t.Fatalf("%d example runs, want 4", len(runs.Runs))
	}
	fill := strings.NewReplacer("{benchmark}", "clawatlas-example", "{run}", runs.Runs[0].Run, "{scenario}", "ex_office_move", "{task}", "q1")
	queries := map[string]string{
		"/api/v1/compare": "?a=" + runs.Runs[0].Run + "&b=" + runs.Runs[1].Run,
		"/api/v1/search":  "?q=the",
	}
	if len(doc.Paths) < 9 {
		t.Errorf("the document has %d paths, want at least the 9 of the design", len(doc.Paths))
	}
	for path, item := range doc.Paths {
		ref := item.Get.Responses["200"].Content["application/json"].Schema.Ref
		name := ref[strings.LastIndex(ref, "/")+1:]
		url := fill.Replace(path) + queries[path]
		rec := site.get(url)
		if rec.Code != http.StatusOK {
			t.Errorf("GET %s: status %d: %s", url, rec.Code, rec.Body)
			continue
		}
		answer, err := jsonschema.UnmarshalJSON(rec.Body)
		if err != nil {
			t.Errorf("GET %s: %v", url, err)
			continue
		}
		if err := schema(name).Validate(answer); err != nil {
			t.Errorf("GET %s is no %s: %v", url, name, err)
		}
	}
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

// The same answers on the real run.
func TestOpenAPIReal(t *testing.T) {
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
	} {
		rec := site.get(url)
		answer, err := jsonschema.UnmarshalJSON(rec.Body)
		if rec.Code != http.StatusOK || err != nil {
			t.Errorf("GET %s: status %d, %v", url, rec.Code, err)
			continue
		}
		if err := schema(name).Validate(answer); err != nil {
			t.Errorf("GET %s is no %s: %v", url, name, err)
		}
	}
}
