package web

import (
	"net/http"
	"net/url"
	"testing"
)

const (
	thorough = "clawatlas-example-thorough-reader-clawatlas-runner-a1d7c33e"
	skimmer  = "clawatlas-example-skimmer-clawatlas-runner-f95f4b07"
	never    = "clawatlas-example-never-revises-clawatlas-runner-8e40a947"
	every    = "clawatlas-example-selects-everything-clawatlas-runner-d57245c8"
)

func compareURL(a, b string, more ...string) string {
	q := url.Values{"a": {a}, "b": {b}}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "/compare?" + q.Encode()
}

// A comparison of two runs stays the same one when another benchmark changes, and is
// another when theirs does; what offers other runs changes with all.
func TestCompareStamps(t *testing.T) {
	site := testServer(t)
	a, b := exampleRun(t, site, "skimmer"), exampleRun(t, site, "thorough-reader")
	etag := func(store Store, path string) string {
		rec := request(New(Config{Store: store, Version: "v1", Build: "a"}), http.MethodGet, path)
		if rec.Code != http.StatusOK {
			t.Fatalf("GET %s: %d", path, rec.Code)
		}
		return rec.Header().Get("ETag")
	}
	of := "/ex_office_move/q1?a=" + a + "&b=" + b
	for path, wants := range map[string]bool{"/compare" + of: true, "/api/v1/compare" + of: true, "/compare?a=" + a + "&b=" + b: true,
		"/compare?a=" + a: false, "/compare": false} {
		before := etag(site.Store, path)
		if same := before == etag(restamped{site.Store, "clawmark"}, path); same != wants {
			t.Errorf("GET %s while another benchmark changes: the same validator is %v", path, same)
		}
		if before == etag(restamped{site.Store, "clawatlas-example"}, path) {
			t.Errorf("GET %s while its benchmark changes: the same validator", path)
		}
	}
}
