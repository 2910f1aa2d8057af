package web

import (
	"bytes"
	"context"
	"image/png"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/card"
)

// TestCards: a page that names a card has it, with the size and the words that it
// states, at an address that its own sites of the page's host can show.
func TestCards(t *testing.T) {
	s := testServer(t)
	runs, _, err := s.Store.Runs(t.Context(), results.RunFilter{Benchmark: exampleBenchmark, Limit: 2})
	if err != nil || len(runs) < 2 {
		t.Fatal(err, len(runs))
	}
	pair := "/compare?a=" + runs[0].Slug + "&b=" + runs[1].Slug
	for page, want := range map[string]string{
		"/": "/cards/home.png", "/b/" + exampleBenchmark: "/cards/b/" + exampleBenchmark + ".png", "/b/clawarena": "/cards/b/clawarena.png",
		"/b/" + exampleBenchmark + "?convention=report&without=doubtful&q=x": "/cards/b/" + exampleBenchmark + ".png?convention=report&without=doubtful",
		"/runs/" + runs[0].Slug: "/cards/runs/" + runs[0].Slug + ".png", "/runs/" + runs[0].Slug + "?convention=paper": "/cards/runs/" + runs[0].Slug + ".png",
		pair: "/cards/compare.png" + strings.TrimPrefix(pair, "/compare"), pair + "&show=both": "/cards/compare.png" + strings.TrimPrefix(pair, "/compare"),
		"/b/" + exampleBenchmark + "/scenarios/ex_office_move?kind=multi_choice": "/cards/b/" + exampleBenchmark + "/scenarios/ex_office_move.png",
		"/b/" + exampleBenchmark + "/scenarios/ex_office_move/q1?all=1":          "/cards/b/" + exampleBenchmark + "/scenarios/ex_office_move/q1.png",
		"/cases/clawarena-compound-claim":                                        "/cards/cases/clawarena-compound-claim.png", "/cases/example-belief-kept": "/cards/cases/example-belief-kept.png",
	} {
		doc := s.page(t, page)
		meta := func(name string) string {
			v, _ := doc.Find(`meta[property="` + name + `"], meta[name="` + name + `"]`).Attr("content")
			return v
		}
		at := meta("og:image")
		if at != "http://example.com"+want || meta("twitter:card") != "summary_large_image" || len(meta("og:image:alt")) < 20 {
			t.Errorf("%s has the card %q, %q, %q", page, at, meta("twitter:card"), meta("og:image:alt"))
			continue
		}
		rec := s.get(strings.TrimPrefix(at, "http://example.com"))
		img, err := png.Decode(bytes.NewReader(rec.Body.Bytes()))
		if err != nil || img.Bounds().Dx() != card.Width || img.Bounds().Dy() != card.Height || meta("og:image:width") != "1200" || meta("og:image:height") != "630" {
			t.Errorf("%s: status %d, %v", at, rec.Code, err)
		}
		if rec.Header().Get("Content-Type") != "image/png" || rec.Header().Get("ETag") == "" {
			t.Errorf("%s: %v", at, rec.Header())
		}
		again := request(s.Handler, http.MethodGet, strings.TrimPrefix(at, "http://example.com"), "If-None-Match", rec.Header().Get("ETag"))
		if again.Code != http.StatusNotModified {
			t.Errorf("%s again: status %d", at, again.Code)
		}
	}
	for _, path := range []string{"/cards/b/none.png", "/cards/b/clawarena", "/cards/runs/none.png", "/cards/cases/none.png", "/cards/compare.png",
		"/cards/b/clawarena/scenarios/none.png", "/cards/b/clawarena/scenarios/hil_s1/none.png", "/cards/compare.png?a=" + runs[0].Slug, "/cards/compare.png?a=" + runs[0].Slug + "&b=none", "/cards/" + url.PathEscape("../b") + "/x.png"} {
		s.wantStatus(t, path, http.StatusNotFound)
	}
	s.wantStatus(t, "/cards/b/"+exampleBenchmark+".png?convention=none", http.StatusBadRequest)
}

// TestCardOfChange: the card of a board is drawn anew when the benchmark changes,
// and only then.
func TestCardOfChange(t *testing.T) {
	store := bareServer(t).Store
	etag := func(store Store, of string) string {
		return request(New(Config{Store: store}), http.MethodGet, "/cards/b/"+of+".png").Header().Get("ETag")
	}
	for of, changes := range map[string]bool{"clawarena": true, "clawmark": false} {
		before, after := etag(store, of), etag(restamped{store, "clawarena"}, of)
		if before == "" || after == "" || (before != after) != changes {
			t.Errorf("the card of %s has the validator %s, and %s after a change of clawarena", of, before, after)
		}
	}
}

// restamped is a store of which one benchmark has changed.
type restamped struct {
	Store
	Benchmark string
}

func (s restamped) Revisions(ctx context.Context) (results.Revision, error) {
	rev, err := s.Store.Revisions(ctx)
	rev.All, rev.Benchmarks = "another", maps.Clone(rev.Benchmarks)
	rev.Benchmarks[s.Benchmark] = "another"
	return rev, err
}

// TestSubjectCards: a model has a picture, which its
// page names, and there is none of what does not exist.
func TestSubjectCards(t *testing.T) {
	s := testServer(t)
	paths := []string{"/models/thorough-reader", "/models/gpt-5.5"}
	for _, path := range paths {
		at := "/cards" + path + ".png"
		if got, _ := s.page(t, path).Find(`meta[property="og:image"]`).Attr("content"); got != "http://example.com"+at {
			t.Errorf("%s has the picture %q", path, got)
		}
		rec := s.get(at)
		if x, err := png.DecodeConfig(rec.Body); err != nil || x.Width != 1200 || x.Height != 630 {
			t.Errorf("%s: %d, %+v, %v", at, rec.Code, x, err)
		}
	}
	for _, path := range []string{"/cards/models/none.png", "/cards/models/gpt-5.5"} {
		s.wantStatus(t, path, http.StatusNotFound)
	}
}
