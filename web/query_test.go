package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// plainRoutes take no parameters and are not rendered from the database, or lead
// elsewhere with all that they were given.
func plainRoutes() []string {
	return append(slices.Collect(maps.Keys(former())), "/healthz", "/robots.txt", "/static/*", "/favicon.ico",
		"/b/:benchmark/states", "/b/:benchmark/states/:day", "/b/:benchmark/redlines", "/b/:benchmark/kinds")
}

// routeSamples gives for a route addresses that together make its handler read
// each of its parameters.
func routeSamples(t testing.TB, site *testSite) func(route string) []string {
	t.Helper()
	a, b := exampleRun(t, site, "thorough-reader"), exampleRun(t, site, "skimmer")
	pair := "?a=" + a + "&b=" + b
	return func(route string) []string {
		benchmark := "clawatlas-example"
		if strings.Contains(route, "table") || strings.HasSuffix(route, "/check") {
			benchmark = "clawarena" // the example has published nothing
		}
		path := strings.NewReplacer(":benchmark", benchmark, ":run", a, ":scenario", "ex_office_move", ":task", "q1", ":family", "file", ":cause", "missing_path", ":change", "2", ":side", "before", ":table", "table-8", ":model", "skimmer",
			":case", "example-belief-kept", ":finding", "liveclawbench-lead-is-tied", ":from", "1", ":step", "1", ":attempt", "1", ":id", "1", ":file", "1", ":version", "1", ":page", "design", ":day", "2026-11-21", "*", "result.json").Replace(route)
		switch {
		case route == BadgeRoute, route == ModelBadgeRoute:
			return []string{path + ".svg"}
		case route == "/cards/compare.png":
			return []string{path + pair}
		case strings.HasPrefix(route, "/cards/") && !strings.HasSuffix(path, ".png"):
			return []string{path + ".png"}
		case strings.Contains(route, "/files/"):
			return []string{strings.Replace(path, "/q1/", "/q7/", 1)} // which writes one
		case strings.HasSuffix(route, "/compare"):
			return []string{path + pair, path + pair + "&format=csv"}
		case strings.Contains(route, "/compare/"):
			return []string{path + pair}
		case strings.HasSuffix(route, "/search"):
			return []string{path + "?q=the"}
		}
		return []string{path}
	}
}

// Every route declares its parameters, and reads each that it declares.
func TestRoutesDeclareTheirParameters(t *testing.T) {
	site := testServer(t)
	offered := fstest.MapFS{"downloads.json": {Data: []byte(`{"folder": "a", "files": [{"name": "1", "sha256": "0"}]}`)}, "a/1": {Data: []byte("x")}}
	s, e := newServer(Config{ATIF: stepsInstead, Store: site.Store, Downloads: offered})
	read := map[string]map[string]bool{}
	s.asked = func(route string, a *asked) {
		if read[route] == nil {
			read[route] = map[string]bool{}
		}
		maps.Copy(read[route], a.used)
	}
	samples := routeSamples(t, site)
	for _, r := range e.Routes() {
		if r.Method != http.MethodGet || slices.Contains(plainRoutes(), r.Path) {
			continue
		}
		q, ok := s.declared[r.Path]
		if _, moved := former()[r.Path]; !ok && moved {
			continue
		}
		if !ok {
			t.Errorf("%s declares no parameters", r.Path)
			continue
		}
		for _, at := range samples(r.Path) {
			if code := request(e, http.MethodGet, at).Code; code >= http.StatusBadRequest && !strings.Contains(r.Path, "/records/") && !strings.HasSuffix(r.Path, "/raw/*") {
				t.Errorf("GET %s: %d, so %s is not tested", at, code, r.Path)
			}
		}
		if strings.Contains(r.Path, "/raw") || strings.Contains(r.Path, "/records/") || strings.HasSuffix(r.Path, "/atif") {
			continue // sent as they are kept, past the cache
		}
		for _, f := range q {
			if !read[r.Path][f.name] {
				t.Errorf("%s declares %s, which its handler does not read", r.Path, f.name)
			}
		}
	}
}

// What a route does not declare makes no other page: neither another validator
// nor another entry of the cache.
func TestUnknownParametersAreIgnored(t *testing.T) {
	site := testServer(t)
	s, e := newServer(Config{Store: site.Store})
	samples := routeSamples(t, site)
	for route := range s.declared {
		at := samples(route)[0]
		first := request(e, http.MethodGet, at)
		if first.Code != http.StatusOK {
			continue
		}
		kept := s.cache.Len()
		sep := "?"
		if strings.Contains(at, "?") {
			sep = "&"
		}
		for _, more := range []string{sep + "unknown=1", sep + "unknown=2&y", sep + "limit=&offset=0&sort=&page=1&", sep + "%zz;"} {
			rec := request(e, http.MethodGet, at+more)
			if a, b := first.Header().Get("ETag"), rec.Header().Get("ETag"); a == "" || a != b || rec.Code != http.StatusOK {
				t.Errorf("GET %s: %d with the validator %s, want 200 with %s", at+more, rec.Code, b, a)
			}
		}
		if n := s.cache.Len(); n != kept {
			t.Errorf("GET %s with unknown parameters: %d entries of the cache, want %d", at, n, kept)
		}
	}
}

// One page has one key, however its address is written.
func TestOneKeyForOnePage(t *testing.T) {
	_, e := newServer(Config{Store: testServer(t).Store})
	for address, others := range map[string][]string{
		"/b/clawarena?framework=openclaw&sort=tcr": {"/b/clawarena?sort=tcr&framework=openclaw", "/b/%63lawarena?sort=tcr&framework=openclaw&evidence=", "/b/clawarena?sort=tcr&sort=mc&framework=openclaw&format=html"},
		"/b/clawarena/heatmap":                     {"/b/clawarena/heatmap?sort="},
		"/api/v1/runs":                             {"/api/v1/runs?limit=200&offset=0", "/api/v1/runs?limit=0200&format=json"},
		"/api/v1/runs?limit=5":                     {"/api/v1/runs?limit=05"},
	} {
		want := request(e, http.MethodGet, address).Header().Get("ETag")
		for _, at := range append(others, address) {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				if got := request(e, method, at).Header().Get("ETag"); want == "" || got != want {
					t.Errorf("%s %s has the validator %q, want that of %s, %q", method, at, got, address, want)
				}
			}
		}
	}
	one, two := request(e, http.MethodGet, "/b/clawarena?sort=tcr").Header().Get("ETag"), request(e, http.MethodGet, "/b/clawarena?sort=mc").Header().Get("ETag")
	if one == two {
		t.Error("two orders of a board have one validator")
	}
}

// A value that a parameter cannot have is refused before anything is looked
// up, and neither faults nor missing pages are kept.
func TestWrongParametersAreNotKept(t *testing.T) {
	s, e := newServer(Config{Store: testServer(t).Store})
	for at, want := range map[string]int{
		"/b/clawarena?without=all": 400, "/b/none?without=all": 400, "/api/v1/runs?limit=1e3": 400, "/b/clawarena/heatmap?all=2": 400, "/b/clawarena?convention=x": 400,
		"/b/clawarena?q=" + strings.Repeat("a", textLongest+1): 400, "/b/clawarena?x=" + strings.Repeat("a", QueryLongest): 414, "/b/none": 404, "/runs/none": 404,
		"/compare?" + strings.Repeat("run=a&", 2000): 400, // one run, said often
	} {
		rec := request(e, http.MethodGet, at)
		if rec.Code != want {
			t.Errorf("GET %.60s: %d, want %d", at, rec.Code, want)
		}
		if h := rec.Header(); want != 200 && (h.Get("ETag") != "" || h.Get("Cache-Control") != "no-store") {
			t.Errorf("GET %.60s: a fault has ETag %q, Cache-Control %q", at, h.Get("ETag"), h.Get("Cache-Control"))
		}
	}
	for _, a := range s.cache.All() {
		if a.code != http.StatusOK {
			t.Errorf("the cache holds an answer with %d: %q", a.code, a.key)
		}
	}
}

// TestBehindTheEnd: a page behind the last one of a list is the last one.
func TestBehindTheEnd(t *testing.T) {
	_, e := newServer(Config{Store: testServer(t).Store})
	for at, want := range map[string]string{"/runs?offset=999999": "/runs", "/runs?limit=1&offset=999999&benchmark=" + exampleBenchmark: "/runs?benchmark=" + exampleBenchmark + "&limit=1&offset=3", "/changes?offset=999999&benchmark=none": "/changes?benchmark=none"} {
		rec := request(e, http.MethodGet, at)
		if to := rec.Header().Get("Location"); rec.Code != http.StatusFound || to != want {
			t.Errorf("GET %s: %d to %q, want 302 to %q", at, rec.Code, to, want)
		}
		if rec := request(e, http.MethodGet, want); rec.Code != http.StatusOK {
			t.Errorf("GET %s: %d", want, rec.Code)
		}
	}
}
