package web

import (
	"bytes"
	"context"
	"image/png"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/ui"
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
		"/b/" + exampleBenchmark: "/cards/b/" + exampleBenchmark + ".png", "/b/clawarena": "/cards/b/clawarena.png",
		"/b/" + exampleBenchmark + "?convention=report&without=doubtful&q=x": "/cards/b/" + exampleBenchmark + ".png?convention=report&without=doubtful",
		pair:                    "/cards/compare.png" + strings.TrimPrefix(pair, "/compare"),
		"/":                     static.URL(ui.Picture),
		"/runs/" + runs[0].Slug: static.URL(ui.Picture),
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
		if rec.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %v", at, rec.Header())
		}
	}
	for _, path := range []string{"/cards/b/none.png", "/cards/b/clawarena", "/cards/compare.png",
		"/cards/compare.png?a=" + runs[0].Slug, "/cards/compare.png?a=" + runs[0].Slug + "&b=none"} {
		s.wantStatus(t, path, http.StatusNotFound)
	}
	s.wantStatus(t, "/cards/b/"+exampleBenchmark+".png?convention=none", http.StatusBadRequest)
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
