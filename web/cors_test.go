package web

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// askFrom is a request by a script of another site.
func askFrom(h http.Handler, method, at string, header ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, at, nil)
	req.Header.Set("Origin", "https://notebook.example")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec
}

// Scripts of other sites read what is data and nothing else, with the headers
// that paging, asking again and waiting need.
func TestCORS(t *testing.T) {
	site := newGoldenSite(t)
	run := "/runs/" + site.names.Replace("{thorough}")
	for _, tc := range []struct {
		at   string
		open bool
		code int
	}{
		{"/api/v1/benchmarks", true, 200},
		{"/api/v1/openapi.json", true, 200},
		{"/api/v1" + run, true, 200},
		{"/api/v1/runs?limit=0", true, 400},
		{"/api/v1/runs/none", true, 404},
		{"/api/v1/no/such", true, 404},
		{"/api/v1/runs?format=csv", true, 302},
		{"/b/clawatlas-example?format=csv", true, 200},
		{run + "?format=csv", true, 200},
		{run + "/ex_office_move/q1/raw", true, 200},
		{site.names.Replace("/runs/{chores}/scripted-chores/draw-board/raw/draw-board__tho0002/agent/images/board.png?attempt=2"), true, 200},
		{site.names.Replace("/runs/{thorough}/records/{record}"), true, 200},
		{"/raw/1", true, 200},
		{"/", false, 200},
		{run, false, 200},
		{run + "/ex_office_move/q1", false, 200},
		{"/search?q=the", false, 200},
		{"/healthz", false, 200},
		{"/static/none.css", false, 404},
	} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			rec := askFrom(site.Handler, method, tc.at)
			h := rec.Header()
			if rec.Code != tc.code || (h.Get("Access-Control-Allow-Origin") == "*") != tc.open || h.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s: %d, %v; want %d and open %v", method, tc.at, rec.Code, h, tc.code, tc.open)
			}
			shown := strings.Split(h.Get("Access-Control-Expose-Headers"), ", ")
			if tc.open && (!slices.Contains(shown, "ETag") || !slices.Contains(shown, "Link") || !slices.Contains(shown, "Retry-After")) {
				t.Errorf("%s %s: a script may read %v", method, tc.at, shown)
			}
		}
		pre := askFrom(site.Handler, http.MethodOptions, tc.at, "Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "if-none-match")
		methods, asked := pre.Header().Get("Access-Control-Allow-Methods"), pre.Header().Get("Access-Control-Allow-Headers")
		if tc.open && (pre.Code != http.StatusNoContent || methods != "GET, HEAD, OPTIONS" || !strings.Contains(asked, "If-None-Match") || !strings.Contains(asked, "Range") || pre.Header().Get("Access-Control-Max-Age") == "") ||
			!tc.open && methods+asked+pre.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("OPTIONS %s: %d %v", tc.at, pre.Code, pre.Header())
		}
	}
}

// A site for its own readers alone tells other sites nothing, pictures included,
// also over a change of its database.
func TestCORSOff(t *testing.T) {
	site := testServer(t)
	own := New(Config{Store: site.Store, Version: "test", SameOrigin: true})
	run := firstRun(t, site)
	for _, at := range []string{"/api/v1/benchmarks", "/runs?format=csv", "/runs/" + run + ".svg", "/raw/1"} {
		for _, method := range []string{http.MethodGet, http.MethodOptions} {
			if rec := askFrom(own, method, at); rec.Header().Get("Access-Control-Allow-Origin") != "" || rec.Header().Get("Access-Control-Allow-Methods") != "" ||
				rec.Header().Get("Cross-Origin-Resource-Policy") != "same-origin" {
				t.Errorf("%s %s: %v", method, at, rec.Header())
			}
		}
	}
	s, _ := newServer(Config{Store: site.Store, SameOrigin: true})
	if _, h := s.over(site.Store); askFrom(h, http.MethodGet, "/api/v1/benchmarks").Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("the next database is open to other sites")
	}
}

// firstRun is the slug of a run.
func firstRun(t *testing.T, site *testSite) string {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Limit: 1})
	return runs[0].Slug
}
