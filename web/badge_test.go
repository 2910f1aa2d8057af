package web

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TestBadges: the run's page has each badge with Markdown that leads to it, a badge
// says the board's numbers, and there is none of what does not exist.
func TestBadges(t *testing.T) {
	s := testServer(t)
	run := exampleRun(t, s, "thorough-reader")
	page := s.page(t, "/runs/"+run)
	n := 0
	for _, pre := range page.Find("#cite pre").EachIter() {
		_, rest, ok := strings.Cut(pre.Text(), "](http://example.com/badge/")
		at, _, _ := strings.Cut(rest, ")")
		if !ok {
			continue
		}
		n++
		rec := s.get("/badge/" + at)
		var svg struct {
			Label string `xml:"aria-label,attr"`
			Title string `xml:"title"`
		}
		if err := xml.Unmarshal(rec.Body.Bytes(), &svg); rec.Code != http.StatusOK || err != nil || svg.Title != svg.Label {
			t.Fatalf("%s: %d, %v, %+v", at, rec.Code, err, svg)
		}
		if !strings.HasPrefix(pre.Text(), "[!["+svg.Title+"]") || !strings.HasSuffix(pre.Text(), "(http://example.com/runs/"+run+")") {
			t.Errorf("%q shows %q", pre.Text(), svg.Title)
		}
		if got := rec.Header().Get("Content-Security-Policy"); got != views.BadgePolicy || rec.Header().Get("ETag") == "" {
			t.Errorf("%s: %v", at, rec.Header())
		}
	}
	if n != 2 {
		t.Errorf("the page of a ranked run has %d badges", n)
	}
	var list struct{ Rows []results.BoardRow }
	s.object(t, "/api/v1/benchmarks/"+exampleBenchmark+"/leaderboard", &list)
	for _, r := range list.Rows {
		if r.Run == nil || *r.Run != run {
			continue
		}
		m := views.MetricOf("crs")
		v := r.Metrics["crs"]
		if want := "CRS " + m.Show(v.Value) + " (" + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1]) + ")"; !strings.Contains(s.get("/badge/"+exampleBenchmark+"/"+run+".svg").Body.String(), want) {
			t.Errorf("the badge does not say %s", want)
		}
	}
	for _, path := range []string{"/badge/clawarena/" + run + ".svg", "/badge/" + exampleBenchmark + "/" + run, "/badge/" + exampleBenchmark + "/none.svg"} {
		s.wantStatus(t, path, http.StatusNotFound)
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

// TestCite: pages with figures are cited by their address and the state of the
// database, a board by that of the day on which it came about; they name the paper and the repository of their benchmark.
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
	doc := s.page(t, "/b/clawarena")
	if text := doc.Find("#cite").Text(); !strings.Contains(text, "eprint = {2604.04202}") || !strings.Contains(text, "Huaxiu Yao") {
		t.Errorf("the paper is not cited: %s", text)
	}
	for _, href := range []string{"https://arxiv.org/abs/2604.04202v2", "https://github.com/aiming-lab/ClawArena"} {
		if doc.Find(`main a[href="`+href+`"]`).Length() != 1 {
			t.Errorf("the board does not link %s once", href)
		}
	}
}
