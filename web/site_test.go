package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// What a reader has used up stays used up when another database comes, and a
// page that is kept is found again if the content is the same.
func TestSiteOutlivesItsStore(t *testing.T) {
	store := bareServer(t).Store
	metrics := NewMetrics()
	site := NewSite(Config{Routes: routesOfAll, Store: store, Version: "test", Limit: 0.001, Metrics: metrics})
	ask := func(page string) int {
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, page, nil))
		return rec.Code
	}
	if a, b := ask("/search?q=a"), ask("/search?q=b"); a != http.StatusOK || b != http.StatusTooManyRequests {
		t.Fatalf("two searches: %d and %d, want 200 and then 429", a, b)
	}
	ask("/b/stage-claw")
	kept := site.era.server.cache.Len()
	ended := make(chan struct{})
	site.Replace(store, func() { close(ended) })
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the former store is never given back")
	}
	if code := ask("/search?q=c"); code != http.StatusTooManyRequests {
		t.Errorf("search after the change: %d, want 429 as before", code)
	}
	if code := ask("/b/stage-claw"); code != http.StatusOK || site.era.server.cache.Len() != kept {
		t.Errorf("page after the change: %d, %d answers are kept, want %d", code, site.era.server.cache.Len(), kept)
	}
}

// askedStore counts how often it is asked for its revision.
type askedStore struct {
	Store
	n      atomic.Int64
	Before func() // what happens while it is read
}

func (s *askedStore) Revisions(ctx context.Context) (results.Revision, error) {
	s.n.Add(1)
	rev, err := s.Store.Revisions(ctx)
	if s.Before != nil {
		s.Before()
	}
	return rev, err
}

// A site that is told of changes does not look for them, and looks at once when there is
// one, also for what it has read meanwhile.
func TestSiteIsTold(t *testing.T) {
	store := &askedStore{Store: bareServer(t).Store}
	site := NewSite(unhurried(store))
	asked := func() int64 {
		before := store.n.Load()
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/b/stage-claw", nil))
		if rec.Code != http.StatusOK {
			t.Fatalf("GET: %d", rec.Code)
		}
		return store.n.Load() - before
	}
	asked()
	time.Sleep(lookEvery)
	if n := asked(); n == 0 {
		t.Error("a site that nobody tells of changes does not look for them")
	}
	site.Changed(true)
	if n := asked(); n == 0 {
		t.Error("after a change the site has not looked")
	}
	time.Sleep(lookEvery + 50*time.Millisecond)
	if n := asked(); n != 0 {
		t.Errorf("a site that is told of changes has looked %d times", n)
	}
	site.Changed(true)
	store.Before = func() { store.Before = nil; site.Changed(true) }
	asked()
	if n := asked(); n == 0 {
		t.Error("what was read before a change is believed after it")
	}
	site.Changed(false)
	asked()
	time.Sleep(lookEvery)
	if n := asked(); n == 0 {
		t.Error("a site that is told of nothing any more does not look")
	}
}
