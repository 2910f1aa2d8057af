package web

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
)

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
