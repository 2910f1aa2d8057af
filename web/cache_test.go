package web

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// The default convention is the page without it, under the same validator, and
// the page's own address leaves it out.
func TestDefaultConventionIsThePageWithoutIt(t *testing.T) {
	site := testServer(t)
	s, h := newServer(unhurried(site.Store))
	var list struct{ Runs []struct{ Run string } }
	site.object(t, "/api/v1/runs?benchmark="+exampleBenchmark, &list)
	a, b := list.Runs[0].Run, list.Runs[1].Run
	const other = "scenario"
	for _, at := range []string{"/b/" + exampleBenchmark + "?", "/api/v1/benchmarks/" + exampleBenchmark + "/leaderboard?", "/runs/" + a + "?", "/api/v1/runs/" + a + "?",
		"/compare?a=" + a + "&b=" + b + "&", "/api/v1/compare?a=" + a + "&b=" + b + "&"} {
		before := s.cache.Len()
		plain := request(h, http.MethodGet, at)
		preset := request(h, http.MethodGet, at+"convention=paper")
		asked := request(h, http.MethodGet, at+"convention="+other)
		if plain.Code != http.StatusOK || asked.Code != http.StatusOK {
			t.Fatalf("%s: status %d, with a convention %d", at, plain.Code, asked.Code)
		}
		etag := plain.Header().Get("ETag")
		if etag == "" || preset.Header().Get("ETag") != etag || preset.Body.String() != plain.Body.String() {
			t.Errorf("%sconvention=paper is another page than without it", at)
		}
		if asked.Header().Get("ETag") == etag || asked.Body.String() == plain.Body.String() {
			t.Errorf("%sconvention=%s is the page without it", at, other)
		}
		if n := s.cache.Len() - before; n != 2 {
			t.Errorf("%s: %d pages are kept, want 2", at, n)
		}
		if strings.Contains(preset.Body.String(), "convention=paper") {
			t.Errorf("%s: a link has the default convention", at)
		}
		if w := request(h, http.MethodGet, at+"convention=none"); w.Code != http.StatusBadRequest {
			t.Errorf("%sconvention=none: status %d, want 400", at, w.Code)
		}
	}
}

// A change of one benchmark leaves the pages of the others as they were, and a
// database that was made anew has none of the pages of another one.
func TestPagesAreOfTheirBenchmark(t *testing.T) {
	ctx := context.Background()
	bareServer(t) // makes the database that this test copies
	path := filepath.Join(t.TempDir(), "own.db")
	must.Do(t, copyFile(path, testDatabases.file(bareName)))
	db := must.Get(sqlite.OpenReader(ctx, path))(t)
	defer db.Close()
	s, h := newServer(unhurried(db))
	moves := map[string]bool{"/": true, "/models": true, "/runs": true, "/search?q=a": true, "/b/stage-claw": true, "/api/v1/benchmarks/stage-claw/heatmap": true,
		"/b/clawarena": false, "/b/clawmark/about": false, "/api/v1/benchmarks/liveclawbench/ablations": false}
	before := map[string]string{}
	for at := range moves {
		before[at] = request(h, http.MethodGet, at).Header().Get("ETag")
	}
	w := must.Get(sqlite.OpenWriter(ctx, path))(t)
	d := must.Get(w.FindDataset(ctx, "stage-claw"))(t)
	d.Benchmark.Summary = "changed"
	must.Do(t, errors.Join(w.SaveDataset(ctx, &results.Dataset{Benchmark: d.Benchmark, Scenarios: d.Scenarios, Tasks: d.Tasks}), w.Close()))
	time.Sleep(lookEvery)
	want := s.cache.Len()
	for at, moved := range moves {
		etag := request(h, http.MethodGet, at).Header().Get("ETag")
		if before[at] == "" || (etag != before[at]) != moved {
			t.Errorf("GET %s: validator %q before and %q after a change of another benchmark; want it to move: %v", at, before[at], etag, moved)
		}
		if moved {
			want++
		}
	}
	if n := s.cache.Len(); n != want {
		t.Errorf("%d entries of the cache, want %d: only what has moved is rendered again", n, want)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	must.Do(t, fillDatabase(other, func(context.Context, *ingest.Loader) error { return nil }))
	anew := must.Get(sqlite.OpenReader(ctx, other))(t)
	defer anew.Close()
	if got := request(New(unhurried(anew)), http.MethodGet, "/models", "If-None-Match", request(h, http.MethodGet, "/models").Header().Get("ETag")).Code; got != http.StatusOK {
		t.Errorf("a page of another database: %d, want 200", got)
	}
}
