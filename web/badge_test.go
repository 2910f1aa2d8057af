package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TestBadges: a badge may be shown by other sites and does nothing there. There is none of what
// does not exist.
func TestBadges(t *testing.T) {
	s := testServer(t)
	rec := s.get("/badge/" + exampleBenchmark + "/" + thoroughRun + ".svg")
	h := rec.Header()
	if h.Get("Content-Security-Policy") != views.BadgePolicy || h.Get("ETag") == "" || !strings.Contains(rec.Body.String(), ">CRS ") {
		t.Errorf("%d %v %s", rec.Code, h, rec.Body)
	}
	for _, at := range []string{"clawarena/" + thoroughRun + ".svg", exampleBenchmark + "/" + thoroughRun, exampleBenchmark + "/none.svg"} {
		s.wantStatus(t, "/badge/"+at, http.StatusNotFound)
	}
}

// TestFormerCharts: addresses of charts as files and in frames lead to their pages, and
// to no other host; the card of another page leads to the site's picture.
func TestFormerCharts(t *testing.T) {
	s := testServer(t)
	for path, want := range map[string]string{
		"/embed/b/clawarena": "/b/clawarena", "/embed/runs/x": "/runs/x", "/embed//evil.example": "/evil.example", "/runs/x.svg": "/runs/x",
		"/b/clawarena?chart=forest&format=png&sort=crs": "/b/clawarena?sort=crs", "/b/clawarena/days?chart=a&format=csv": "/b/clawarena/days?format=csv",
		"//evil.example?chart=x": "/evil.example", "/cards/home.png": static.URL(ui.Picture),
	} {
		rec := s.get(path)
		if got := rec.Header().Get("Location"); rec.Code != http.StatusMovedPermanently || got != want {
			t.Errorf("%s: status %d, to %q, want %q", path, rec.Code, got, want)
		}
	}
}

// TestCite: pages with numbers are cited by their address and the state of the database, a
// board by the day of its snapshot.
func TestCite(t *testing.T) {
	s := testServer(t)
	rev := must.Get(s.Store.Revisions(t.Context()))(t)
	run := exampleRun(t, s, "thorough-reader")
	for path, of := range map[string]string{"/b/clawarena": "clawarena", "/b/clawmark": "clawmark", "/runs/" + run: exampleBenchmark} {
		doc := s.page(t, path)
		text := doc.Find("#cite").Text()
		at := path
		if strings.HasPrefix(path, "/b/") {
			at += "?as_of=2026-11-21"
		}
		if state := "urn:clawatlas:" + rev.ID + ":" + rev.Of(of); !strings.Contains(text, "url = {http://example.com"+at+"}") || !strings.Contains(text, state) {
			t.Errorf("%s is not cited by its address and state: %s", path, text)
		}
	}
}
