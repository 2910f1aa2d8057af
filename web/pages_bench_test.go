package web

import (
	"context"
	"flag"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// BenchmarkPage renders pages of the real run and of the published boards with
// empty caches, as the first visitor after an ingest finds them. cpu-ms/op is
// the process's own time, which a busy machine does not stretch.
func BenchmarkPage(b *testing.B) {
	site := realServer(b)
	var list struct {
		Runs []struct{ Run string }
	}
	site.object(b, "/api/v1/runs?benchmark=clawarena", &list)
	if len(list.Runs) == 0 {
		b.Fatal("no run of ClawArena")
	}
	run := list.Runs[0].Run
	for _, path := range []string{
		"/", "/b/clawarena", "/b/clawarena/heatmap", "/b/clawarena/tasks", "/b/clawarena/days", "/b/clawarena/tools", "/b/clawarena/method",
		"/b/clawarena/scenarios/hil_s1", "/b/clawarena/scenarios/hil_s1/q1", "/runs/" + run, "/runs/" + run + "/hil_s1/q1", "/b/clawarena/world/scenarios/hil_s1?run=" + run,
		"/b/liveclawbench", "/b/liveclawbench/heatmap", "/b/liveclawbench/tasks", "/b/liveclawbench/matrix", "/b/clawmark/heatmap",
		"/models", "/models/gemma-4-31b", "/models/gpt-5.5", "/compare", "/search?q=error",
	} {
		name := strings.ReplaceAll(strings.ReplaceAll(path, run, "RUN"), "/", "_")
		b.Run(name, func(b *testing.B) {
			size, used := 0, time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				cold := &testSite{Handler: New(unhurried(site.Store))}
				before := processTime(b)
				b.StartTimer()
				rec := cold.get(path)
				b.StopTimer()
				used += processTime(b) - before
				b.StartTimer()
				if rec.Code != http.StatusOK {
					b.Fatalf("status %d", rec.Code)
				}
				size = rec.Body.Len()
			}
			b.ReportMetric(float64(used.Microseconds())/1e3/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(size)/1024, "KB")
		})
	}
}

// Where the costs of pages are measured over another database than those that
// the tests make:
//
//	go test ./web -run PageCosts -v -pages-db FILE -pages-limit 500ms
var (
	pagesDB    = flag.String("pages-db", "", "database whose pages TestPageCosts measures")
	pagesLimit = flag.Duration("pages-limit", 100*time.Millisecond, "what a page of it may cost")
	pagesShow  = flag.Int("pages-show", 40, "how many addresses to print")
	pagesOnly  = flag.String("pages-only", "", "one address to measure in place of all")
	pagesEach  = flag.Int("pages-each", 2, "addresses of one kind that are asked for")
)

// TestPageCosts measures every kind of page of a database.
func TestPageCosts(t *testing.T) {
	if *pagesDB == "" {
		t.Skip("no database given with -pages-db")
	}
	db := must.Get(sqlite.OpenReader(t.Context(), *pagesDB))(t)
	defer db.Close()
	c := newCrawl(&testSite{Store: db}, *pagesLimit)
	c.each = *pagesEach
	if *pagesOnly != "" {
		c.limit = 0
		for range 5 {
			cost, _ := c.cost(t, *pagesOnly)
			t.Logf("%v of processor time, %d bytes, status %d", cost.cpu, cost.size, cost.code)
		}
		return
	}
	printCosts(t, c.run(t, "/", "/runs", "/models", "/compare", "/search?q=error"), *pagesShow)
}

// What a page may cost and weigh in the suite. The goal is 100 ms on a quiet
// machine; the race detector and other work on the same cores stretch that.
const (
	pageMost   = 100 * time.Millisecond
	pageFactor = 25
	pageBytes  = 1 << 20
)

// TestPagesOfManyRunsAreBounded asks for every kind of page over 150 runs, with
// one parameter at most: more than a page of rows and three blocks of systems.
func TestPagesOfManyRunsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 150 runs")
	}
	site := openSite(t, "150 runs", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: manyruns.Arena{Scenarios: 4, Rounds: 8, Runs: 150}.FS(), Name: "150 runs"})
	})
	boundedPages(t, site, nil, "/b/"+manyruns.Benchmark)

	// Findings are of all systems, and read the outcomes of those alone that are compared.
	counted := &countedOutcomes{Store: site.Store}
	if rec := request(New(Config{Store: counted}), http.MethodGet, "/findings"); rec.Code != http.StatusOK || counted.read.Load() > 20 {
		t.Errorf("/findings answers %d and has read the outcomes of %d runs", rec.Code, counted.read.Load())
	}
}

// countedOutcomes counts of how many runs the outcomes are read.
type countedOutcomes struct {
	Store
	read atomic.Int64
}

func (s *countedOutcomes) Outcomes(ctx context.Context, run int64) ([]results.Trial, error) {
	s.read.Add(1)
	return s.Store.Outcomes(ctx, run)
}

// testPagesOfRealRecordsAreBounded does so over the records of the shared folder. What
// is bundled of other benchmarks is in the database of the test above.
func testPagesOfRealRecordsAreBounded(t *testing.T) {
	site := realServer(t)
	var bundled []string
	for _, b := range site.benchmarks(t) {
		if b.ID != realName {
			bundled = append(bundled, b.ID)
		}
	}
	boundedPages(t, site, bundled, "/", "/runs", "/models", "/compare")
}

func boundedPages(t *testing.T, site *testSite, but []string, from ...string) {
	t.Helper()
	c := newCrawl(site, pageMost)
	c.each, c.keys, c.but = 1, 1, but
	list := c.run(t, from...)
	if len(list) < 50 {
		t.Errorf("only %d addresses were found", len(list))
	}
	for _, cost := range list {
		if cost.cpu > pageFactor*pageMost {
			t.Errorf("GET %s took %v of processor time, want at most %v", cost.path, cost.cpu, pageFactor*pageMost)
		}
		if cost.size > pageBytes && !strings.Contains(cost.path, "format=csv") && !strings.HasPrefix(cost.path, "/api/") {
			t.Errorf("GET %s has %d bytes, want at most %d", cost.path, cost.size, pageBytes)
		}
	}
	printCosts(t, list, 5)
}

// BenchmarkRoute renders one page of every route with empty caches, and says
// what each costs beside what its route declares.
func BenchmarkRoute(b *testing.B) {
	site := testServer(b)
	s, _ := newServer(Config{Store: site.Store})
	samples := routeSamples(b, site)
	for _, route := range slices.Sorted(maps.Keys(s.declared)) {
		b.Run(strings.ReplaceAll(route, "/", "_"), func(b *testing.B) {
			used := time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				cold := New(Config{Store: site.Store})
				before := processTime(b)
				b.StartTimer()
				request(cold, http.MethodGet, samples(route)[0])
				b.StopTimer()
				used += processTime(b) - before
				b.StartTimer()
			}
			b.ReportMetric(float64(used.Microseconds())/1e3/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(s.costs[route]), "class")
		})
	}
}
