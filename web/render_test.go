package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// slowStore lets a test hold the renders of the home page, count them, and
// change the database while they run.
type slowStore struct {
	Store
	renders atomic.Int64
	during  func(n int64) // called by the nth render
	stamp   atomic.Int64
}

func (s *slowStore) Revisions(ctx context.Context) (results.Revision, error) {
	rev, err := s.Store.Revisions(ctx)
	rev.All = fmt.Sprint(s.stamp.Load())
	return rev, err
}

// Benchmarks is read once by each render of the home page.
func (s *slowStore) Benchmarks(ctx context.Context) ([]results.Benchmark, error) {
	n := s.renders.Add(1)
	if s.during != nil {
		s.during(n)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := s.Store.Benchmarks(ctx)
	for i := range list {
		list[i].Summary = fmt.Sprintf("state %d", s.stamp.Load())
	}
	return list, err
}

func heldSite(t *testing.T) (store *slowStore, h http.Handler, hold chan struct{}) {
	t.Helper()
	hold = make(chan struct{})
	store = &slowStore{Store: testServer(t).Store}
	store.during = func(int64) { <-hold }
	return store, New(unhurried(store)), hold
}

// wait returns when it is done, however busy the machine is; a hang is ended by the
// time limit of the tests, which shows this line.
func wait(done func() bool) {
	for !done() {
		time.Sleep(time.Millisecond)
	}
}

// Equal requests wait for one render, which does not end when the reader who
// asked first has gone.
func TestOneRenderForManyReaders(t *testing.T) {
	store, h, hold := heldSite(t)
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil))
		close(gone)
	}()
	wait(func() bool { return store.renders.Load() == 1 })
	var all sync.WaitGroup
	var codes [50]int
	for i := range codes {
		all.Go(func() { codes[i] = request(h, http.MethodGet, fmt.Sprintf("/?x=%d", i)).Code })
	}
	leave()
	<-gone
	close(hold)
	all.Wait()
	for i, code := range codes {
		if code != http.StatusOK {
			t.Fatalf("reader %d got %d, want 200", i, code)
		}
	}
	if n := store.renders.Load(); n != 1 {
		t.Errorf("%d renders for one page, want 1", n)
	}
}

// A panic is a 500 for each who waits, and the next reader gets the page.
func TestPanicReachesEveryReader(t *testing.T) {
	store, h, hold := heldSite(t)
	store.during = func(n int64) {
		<-hold
		if n == 1 {
			panic("secret detail")
		}
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if rec := request(h, http.MethodGet, "/"); rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), "secret") {
				t.Errorf("status %d, want a plain 500", rec.Code)
			}
		})
	}
	wait(func() bool { return store.renders.Load() == 1 })
	time.Sleep(50 * time.Millisecond) // so that all of them wait for it
	close(hold)
	all.Wait()
	if got := request(h, http.MethodGet, "/").Code; got != http.StatusOK {
		t.Errorf("after the panic: %d, want 200", got)
	}
}

// A page that the database changes under is rendered again, and never kept
// under the state that it began with.
func TestChangeDuringRender(t *testing.T) {
	store := &slowStore{Store: testServer(t).Store}
	s, h := newServer(unhurried(store))
	store.during = func(n int64) {
		if n == 1 {
			store.stamp.Add(1)
		}
	}
	first := request(h, http.MethodGet, "/")
	next := request(h, http.MethodGet, "/")
	if first.Code != 200 || store.renders.Load() != 2 || first.Header().Get("ETag") != next.Header().Get("ETag") || first.Body.String() != next.Body.String() {
		t.Errorf("%d after %d renders, validators %q and %q; want the second render's page for both", first.Code, store.renders.Load(), first.Header().Get("ETag"), next.Header().Get("ETag"))
	}
	kept := s.cache.Len()
	store.during = func(int64) { store.stamp.Add(1) } // it never stands still
	store.stamp.Add(1)
	time.Sleep(lookEvery)
	rec := request(h, http.MethodGet, "/")
	if rec.Code != 200 || rec.Header().Get("ETag") != "" || rec.Header().Get("Cache-Control") != "no-store" || s.cache.Len() != kept {
		t.Errorf("%d with ETag %q, Cache-Control %q; want an answer that nobody keeps", rec.Code, rec.Header().Get("ETag"), rec.Header().Get("Cache-Control"))
	}
}

// Beyond its bound a page is refused with 503, and what is kept is not.
func TestBusy(t *testing.T) {
	hold, store := make(chan struct{}), &slowStore{Store: testServer(t).Store}
	s, h := newServer(unhurried(store))
	s.gates.light = newGate(1, 1, time.Hour)
	about := request(h, http.MethodGet, "/findings")
	s.Store = NewMemoStore(store, valuesKept, s.revisionNow) // the list that the page has read is read again
	store.during = func(int64) { <-hold }
	var all sync.WaitGroup
	for _, at := range []string{"/", "/api/v1/benchmarks"} { // one runs, one waits
		all.Go(func() {
			if got := request(h, http.MethodGet, at).Code; got != http.StatusOK {
				t.Errorf("GET %s, which had its turn: %d", at, got)
			}
		})
	}
	wait(func() bool { return s.gates.light.counts() == [2]int{1, 1} })
	for at, word := range map[string]string{"/changes": "<h1>", "/api/v1/sources": `"busy"`} {
		rec := request(h, http.MethodGet, at)
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" || rec.Header().Get("Cache-Control") != "no-store" || !strings.Contains(rec.Body.String(), word) {
			t.Errorf("GET %s while all are busy: %d %v %.200s; want 503 with Retry-After", at, rec.Code, rec.Header(), rec.Body)
		}
	}
	if got := request(h, http.MethodGet, "/findings").Code; got != http.StatusOK {
		t.Errorf("a page that is kept: %d, want 200", got)
	}
	if got := request(h, http.MethodGet, "/findings", "If-None-Match", about.Header().Get("ETag")).Code; got != http.StatusNotModified {
		t.Errorf("a page that the reader has: %d, want 304", got)
	}
	if got := request(h, http.MethodGet, "/robots.txt").Code; got != http.StatusOK {
		t.Errorf("a static file: %d, want 200", got)
	}
	if got := request(h, http.MethodGet, "/b/clawarena/about?table=table-8").Code; got == http.StatusServiceUnavailable {
		t.Error("a heavy page waits behind light ones")
	}
	close(hold)
	all.Wait()
}

// counts are how many renders run and wait.
func (g *gate) counts() [2]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return [2]int{g.running, g.waiting}
}

// TestReadersTakeTurns: one reader asks for two hundred pages at once. Others wait for
// one of them at most, are not refused although the queue is full, and a page that both
// want comes when it is the turn of the other one.
func TestReadersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const takes = 100 * time.Millisecond
		g := newGate(1, 64, 10*time.Second)
		greedy, other := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
		var refused atomic.Int64
		var all sync.WaitGroup
		render := func(reader netip.Prefix, key string, done func(err error)) {
			all.Go(func() {
				leave, err := g.enter(t.Context(), reader, key)
				if err == nil {
					time.Sleep(takes)
					leave()
				}
				done(err)
			})
		}
		for i := range 200 {
			render(greedy, strconv.Itoa(i), func(err error) {
				if err != nil {
					refused.Add(1)
				}
			})
			synctest.Wait()
		}
		if n := refused.Load(); n != 200-1-64 {
			t.Errorf("%d of the greedy reader's were refused, want all beyond one that runs and 64 that wait", n)
		}
		begun := time.Now()
		for i := range 20 {
			wait := make(chan error, 1)
			render(other, "other"+strconv.Itoa(i), func(err error) { wait <- err })
			if err := <-wait; err != nil {
				t.Errorf("page %d of another reader: %v", i, err)
			}
		}
		if took := time.Since(begun); took > (20*2+1)*takes {
			t.Errorf("20 pages of another reader took %s, want at most two renders each and one more", took)
		}
		begun = time.Now()
		g.join(other, "60")
		joined := false
		for !joined && time.Since(begun) < 10*takes {
			time.Sleep(takes)
			g.mu.Lock()
			joined = g.byKey["60"] == nil
			g.mu.Unlock()
		}
		if !joined {
			t.Error("a page that another reader wants too waits behind all of the greedy one's")
		}
		all.Wait()
		if got := g.counts(); got != [2]int{} {
			t.Errorf("%v run and wait at the end", got)
		}
	})
}
