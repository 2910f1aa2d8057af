package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// TestPagesOfManyRunsAreBounded asks for every kind of page over 150 runs, with
// one parameter at most: more than a page of rows and three blocks of systems.
func TestPagesOfManyRunsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 150 runs")
	}
	site := openSite(t, "150 runs", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: ingesttest.Arena{Scenarios: 4, Rounds: 8, Runs: 150}.FS(), Name: "150 runs"})
	})
	boundedPages(t, site, nil, "/b/"+ingesttest.ArenaBenchmark)

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

// boundedPages holds that pages are there and weigh at most a megabyte.
func boundedPages(t *testing.T, site *testSite, but []string, from ...string) {
	t.Helper()
	c, n := newCrawl(site, 1), 0
	c.keys, c.but = 1, but
	c.run(t, func(path string, rec *httptest.ResponseRecorder) {
		n++
		if rec.Code >= http.StatusInternalServerError || rec.Code == http.StatusBadRequest {
			t.Errorf("GET %s: status %d", path, rec.Code)
		}
		if size := rec.Body.Len(); size > 1<<20 && !strings.Contains(path, "format=csv") && !strings.HasPrefix(path, "/api/") {
			t.Errorf("GET %s has %d bytes", path, size)
		}
	}, from...)
	if n < 50 {
		t.Errorf("only %d addresses were found", n)
	}
}
