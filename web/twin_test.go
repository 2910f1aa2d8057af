package web

import (
	"net/http"
	"strings"
	"testing"
)

// Who asks the API for a table, ends an address in a slash or calls a model or a
// benchmark by another of its names is sent to the right address, and arrives there.
func TestSentOn(t *testing.T) {
	site := testServer(t)
	for from, want := range map[string]string{
		"/api/v1/benchmarks/clawarena/leaderboard?format=csv&sort=tcr&limit=3":        "/b/clawarena?format=csv&sort=tcr",
		"/api/v1/benchmarks/clawatlas-example/scenarios/ex_office_move/q1?format=csv": "/b/clawatlas-example/scenarios/ex_office_move/q1?format=csv",
		"/api/v1/runs?format=csv&benchmark=clawatlas-example":                         "/runs?benchmark=clawatlas-example&format=csv",
		"/api/v1/models/gpt-5.5?format=csv":                                           "/models/gpt-5.5?format=csv",
		"/api/v1/benchmarks/clawatlas-example/cases?format=csv":                       "/b/clawatlas-example/cases?format=csv",
		"/b/clawarena/":                                       "/b/clawarena",
		"/b/clawarena/heatmap/?sort=mean":                     "/b/clawarena/heatmap?sort=mean",
		"/api/v1/benchmarks/":                                 "/api/v1/benchmarks",
		"/b/metaclawbench":                                    "/b/metaclaw-bench",
		"/b/metaclawbench/days?format=csv":                    "/b/metaclaw-bench/days?format=csv",
		"/api/v1/benchmarks/metaclawbench/scenarios/day01/r1": "/api/v1/benchmarks/metaclaw-bench/scenarios/day01/r1",
		"/models/Gemma-4-31B":                                 "/models/gemma-4-31b",
		"/models/gemma_4_31b_it?format=csv&a=b":               "/models/gemma-4-31b?format=csv",
		"/api/v1/models/gemma-4-31b-it":                       "/api/v1/models/gemma-4-31b",
	} {
		rec := site.get(from)
		if got := rec.Header().Get("Location"); rec.Code != http.StatusFound && rec.Code != http.StatusMovedPermanently || got != want {
			t.Errorf("GET %s: %d to %q, want a redirect to %q", from, rec.Code, got, want)
			continue
		}
		there := site.get(want)
		if there.Code != http.StatusOK {
			t.Errorf("GET %s: %d, want 200", want, there.Code)
		}
		if strings.Contains(want, "format=csv") && !strings.HasPrefix(there.Header().Get("Content-Type"), "text/csv") {
			t.Errorf("GET %s: %s, want a table", want, there.Header().Get("Content-Type"))
		}
	}
	if got := site.get("//evil.example/").Header().Get("Location"); got != "/evil.example" {
		t.Errorf("two slashes in front lead to %q, another host", got)
	}
	for path, want := range map[string]int{
		"/api/v1/runs?format=xml": 400, "/api/v1/runs?format=json": 200, "/api/v1/findings?format=csv": 400,
		"/models/nobodys-model": 404, "/runs?format=xml": 400,
	} {
		site.wantStatus(t, path, want)
	}
	if rec := site.get("/api"); rec.Code != http.StatusNotFound || !strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") {
		t.Errorf("GET /api: %d %s, want an error as JSON", rec.Code, rec.Header().Get("Content-Type"))
	}
}
