package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

func traceRun(t testing.TB, site *testSite) string {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Benchmark: "clawarena", Limit: 10})
	return runs[0].Slug
}

// TestTrialMissing: a task that is expected of a run without a record is
// answered with 404 and says so.
func TestTrialMissing(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"one": synthetic(2, 100)})
	db := writable(t, site)
	d := &results.Dataset{Benchmark: results.Benchmark{ID: "bench", Name: "Bench", Scoring: results.ScoringReward, Headline: "avg"}, Scenarios: []results.Scenario{{Slug: "s", Title: "S", Ordinal: 1}},
		Tasks: []results.Task{{Scenario: "s", Slug: "two", Ordinal: 2, Kind: results.KindReward}}}
	must.Do(t, db.SaveDataset(t.Context(), d))
	for url, want := range map[string]string{
		"/runs/run/s/two":           "no record of this task",
		"/runs/run/s/one?attempt=3": "no attempt 3",
		"/runs/run/s/three":         "no such page",
	} {
		rec := site.get(url)
		if rec.Code != http.StatusNotFound || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("GET %s: %d, want 404 with %q: %.900s", url, rec.Code, want, rec.Body)
		}
	}
}

func realSteps(t testing.TB, site *testSite, scenario, task string) []results.Step {
	t.Helper()
	trial := must.Get(site.Store.FindTrial(t.Context(), traceRun(t, site), scenario, task, 0))(t)
	rows := must.Get(site.Store.StepRows(t.Context(), &trial, 1, 1000))(t)
	return must.Get(site.Store.Steps(t.Context(), &trial, rows))(t)
}

// testNothingIsDropped holds the pages of every step of a trial against its record: each
// line of each result has its address there.
func testNothingIsDropped(t *testing.T) {
	site := realServer(t)
	path := "/runs/" + traceRun(t, site) + "/hil_s1/q11"
	for _, s := range realSteps(t, site, "hil_s1", "q11") {
		if s.Observation == nil {
			continue
		}
		for i, r := range s.Observation.Results {
			want := len(stepviews.SplitLines(r.Content))
			for from := 1; from <= want; from += stepviews.StepLines {
				doc := site.page(t, fmt.Sprintf("%s/steps/%d?text=r%d&line=%d", path, s.StepID, i+1, from))
				for n := from; n < from+stepviews.StepLines && n <= want; n++ {
					if doc.Find(fmt.Sprintf("#step-%d-r%d-L%d", s.StepID, i+1, n)).Length() != 1 {
						t.Fatalf("step %d, result %d lacks line %d of %d", s.StepID, i+1, n, want)
					}
				}
			}
		}
	}
}

func TestRawType(t *testing.T) {
	const text = "text/plain; charset=utf-8"
	for _, tt := range []struct{ media, head, want string }{
		{"image/png", "\x89PNG\r\n\x1a\n", "image/png"},
		{"IMAGE/WEBP", "RIFF\x01\x02\x03\x04WEBPVP8 ", "image/webp"},
		{"image/jpeg", "\xff\xd8\xff\xe0<script>", "image/jpeg"},
		{"image/gif", "GIF89a=1;alert(1)", "image/gif"},
		{"audio/mpeg", "ID3\x04", "audio/mpeg"},
		{"audio/mpeg", "\xff\xfb\x90", "audio/mpeg"},
		{"audio/wav", "RIFF....WAVEfmt ", "audio/wav"},
		{"audio/ogg", "OggS\x00", "audio/ogg"},
		{"audio/webm", "\x1aE\xdf\xa3", "audio/webm"},
		{"audio/mp4", "\x00\x00\x00\x20ftypM4A ", "audio/mp4"},
		{"audio/flac", "fLaC\x00", "audio/flac"},
		{"application/json", "<script>", "application/json; charset=utf-8"},
		{"image/png", "", text},
		{"image/png", "\x89PN", text},
		{"image/png", "<svg onload=alert(1)>", text},
		{"image/png", "\xff\xd8\xff\xe0", text},
		{"image/gif", "gif89a", text},
		{"image/webp", "RIFF....WAVE", text},
		{"audio/mpeg", "<html>", text},
		{"image/svg+xml", "<svg", text},
		{"image/svg+xml", "\x89PNG\r\n\x1a\n", text},
		{"text/html", "<html>", text},
		{"application/pdf", "%PDF-", text},
		{"application/jsonl", "{}", text},
		{"", "", text},
		{"text/html; charset=utf-8", "", text},
		{"image/png; x=text/html", "\x89PNG\r\n\x1a\n", "image/png"},
	} {
		body := strings.NewReader(tt.head)
		if got, err := rawType(tt.media, body); got != tt.want || err != nil || body.Len() != len(tt.head) {
			t.Errorf("rawType(%q, %q) = %q, %v, want %q; %d bytes are left", tt.media, tt.head, got, err, tt.want, body.Len())
		}
	}
}

// TestTrialStatic follows the addresses of a site that is written to files:
// none holds a query, and every window and step of a trial is reached.
func TestTrialStatic(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": synthetic(120, 200)})
	files := &testSite{Store: site.Store, Handler: New(Config{Store: site.Store, Version: "test", Static: true})}
	seen := map[string]bool{}
	var follow func(path string)
	follow = func(path string) {
		if seen[path] {
			return
		}
		seen[path] = true
		doc := files.page(t, path)
		doc.Find("main a[href], main img[src]").Each(func(_ int, a *goquery.Selection) {
			href, _ := a.Attr("href")
			href, _, _ = strings.Cut(href, "#")
			if strings.HasSuffix(href, "/raw") {
				return
			}
			if strings.Contains(href, "?") {
				t.Errorf("%s leads to %s, which has a query", path, href)
			} else if strings.HasPrefix(href, "/runs/run/s/") {
				follow(href)
			}
		})
	}
	follow("/runs/run/s/long")
	if want := 3 + 120 + 1; len(seen) != want {
		t.Errorf("%d pages are reached, want %d: 3 windows, 120 steps and the files", len(seen), want)
	}
	if rec := files.get("/runs/run/s/long/at/1/from/51"); rec.Code != http.StatusOK {
		t.Errorf("the path of an attempt: %d", rec.Code)
	}
	files.wantStatus(t, "/runs/run/s/long/from/x", 404)
	files.wantStatus(t, "/runs/run/s/long/from/121", 400)
}
