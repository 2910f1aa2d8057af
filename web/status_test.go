package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestStatuses: what is not there is 404, what cannot be asked is 400, and what a
// page does not know is left out. A fault is a page too, and is never kept.
func TestStatuses(t *testing.T) {
	site := testServer(t)
	const (
		move, moveAPI = "/b/clawatlas-example/scenarios/ex_office_move", "/api/v1/benchmarks/clawatlas-example/scenarios/"
		pair          = "a=" + thorough + "&b=" + skimmer
		worldAt       = "/b/clawatlas-example/days/ex_office_move"
	)
	for want, list := range map[int][]string{
		http.StatusNotFound: {"/nothing/here", "/b/none", "/b/..%2f", "/b/..%2f..%2fetc", "/runs/none", "/runs/UPPER", "/models/none", "/models/..%2Fetc", "/b/none/days",
			"/b/none/failures", "/b/none/scenarios/ex_office_move", "/b/clawatlas-example/scenarios/none", "/b/clawatlas-example/scenarios/none/q1",
			move + "/q99", "/compare/ex_office_move/q99?" + pair, "/compare/ex_office_move/q1?" + pair + "&attempt_a=7", worldAt + "?run=none",
			"/api/v1/models/none", "/api/v1/benchmarks/none/tasks", "/api/v1/benchmarks/none/leaderboard", moveAPI + "none", moveAPI + "ex_office_move/q99"},
		http.StatusBadRequest: {"/b/clawarena?convention=none", "/b/clawarena?format=xml", "/b/clawarena?sort=zzz", "/b/clawarena?evidence=good",
			"/b/clawarena/heatmap?metric=zzz",
			"/b/clawatlas-example/days?systems=No+Slug", "/b/clawatlas-example/days?format=xml",
			"/b/clawmark?against=money", "/models?benchmark=none", "/models?format=xml",
			move + "?all=yes", move + "?format=xml", move + "/q1?all=maybe", move + "/q1?format=pdf",
			"/b/clawatlas-example/heatmap?show=bad", "/b/clawatlas-example/heatmap?order=name", "/b/clawatlas-example/heatmap?scenario=none", "/b/clawatlas-example/heatmap?page=0",
			"/b/stage-claw/failures?run=none", "/b/clawatlas-example/failures?cause=none", "/b/clawatlas-example/failures?family=none", "/b/clawatlas-example/failures?sort=x", worldAt + "?run=..", worldAt + "?run=" + thorough + "&run=" + skimmer + "&run=" + never,
			"/b/clawarena/days/hil_h3?run=" + thorough,
			"/compare?a=" + thorough + "&b=no-such-run", "/compare?a=" + thorough + "&b=No+Slug", "/compare?" + pair + "&convention=x",
			"/compare?" + pair + "&format=xml", "/compare/ex_office_move/q1", "/compare/ex_office_move/q1?" + pair + "&from=9999",
			"/search?q=a&status=nonsense", "/search?q=a&role=boss", "/search?q=a&failed=maybe", "/search?q=a&sort=best", "/search?q=a&run=../x", "/search?q=a&attempt=x",
			"/search?q=a&limit=0", "/search?q=a&limit=5000", "/search?q=a&limit=99999999999999999999", "/search?q=a&offset=-1", "/search?q=a&format=xml",
			"/api/v1/search", "/api/v1/compare?a=" + thorough, "/api/v1/compare?a=" + thorough + "&b=no-such-run", "/api/v1/benchmarks/clawatlas-example/tasks?limit=5000",
			"/api/v1/runs?limit=0", "/api/v1/runs?limit=1001", "/api/v1/runs?offset=-1", "/api/v1/benchmarks/clawarena/leaderboard?limit=0", moveAPI + "ex_office_move?limit=0"},
		http.StatusOK: {"/b/clawarena?unknown=1", "/b/liveclawbench/days",
			"/b/clawmark?against=tool_calls", "/models/never-revises", move + "?unknown=1", move + "/q1?other=1", "/b/clawatlas-example/heatmap?page=99",
			worldAt + "?run=" + thorough, worldAt + "?run=" + thorough + "&run=" + thorough, worldAt + "?a=" + thorough + "&b=" + never, "/compare?" + pair + "&unknown=x",
			"/api/v1/compare?a=" + thorough + "&b=" + thorough, "/api/v1/runs?limit=1000", "/api/v1/runs?offset=0",
			"/search", "/search?q=", "/api/v1/search?role=agent", "/api/v1/search?q=", "/search?q=a&run=nobody", "/search?q=a&tool=%22", "/search?q=a&unknown=1", "/search?q=%ff%fe%00"},
	} {
		for _, at := range list {
			rec := site.get(at)
			must.Equal(t, want, rec.Code, "GET %s: status", at)
			if want == http.StatusOK {
				continue
			}
			if h := rec.Header(); h.Get("ETag") != "" || h.Get("Cache-Control") != "no-store" || !strings.HasPrefix(at, "/api/") && !strings.Contains(rec.Body.String(), "<h1>") {
				t.Errorf("GET %s: a fault with %v", at, h)
			}
		}
	}
}
