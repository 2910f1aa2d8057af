package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestCacheOfOthers: who asks for later pages of lists without end, or under names that
// it makes up, takes nothing out of the cache that others read.
func TestCacheOfOthers(t *testing.T) {
	s, e := newServer(Config{Store: testServer(t).Store})
	if rec := request(e, http.MethodGet, "/about"); rec.Code != http.StatusOK {
		t.Fatal(rec.Code)
	}
	kept := s.cache.first.Len()
	for i := range 50 {
		request(e, http.MethodGet, fmt.Sprintf("/api/v1/runs?offset=%d", 1000+i))
		req := httptest.NewRequest(http.MethodGet, "/about", nil)
		req.Host = fmt.Sprintf("host%d.example", i)
		e.ServeHTTP(httptest.NewRecorder(), req)
	}
	if n := s.cache.first.Len(); n != kept {
		t.Errorf("%d answers in the room of the first pages, want %d", n, kept)
	}
}

// TestBehindTheEnd: a page behind the last one of a list is the last one.
func TestBehindTheEnd(t *testing.T) {
	_, e := newServer(Config{Store: testServer(t).Store})
	for at, want := range map[string]string{"/runs?offset=999999": "/runs", "/runs?limit=1&offset=999999&benchmark=" + exampleBenchmark: "/runs?benchmark=" + exampleBenchmark + "&limit=1&offset=3", "/changes?offset=999999&benchmark=none": "/changes?benchmark=none"} {
		rec := request(e, http.MethodGet, at)
		if to := rec.Header().Get("Location"); rec.Code != http.StatusFound || to != want {
			t.Errorf("GET %s: %d to %q, want 302 to %q", at, rec.Code, to, want)
		}
		if rec := request(e, http.MethodGet, want); rec.Code != http.StatusOK {
			t.Errorf("GET %s: %d", want, rec.Code)
		}
	}
}

// TestSiteNames: a new name is taken now and then, and what is asked for stays.
func TestSiteNames(t *testing.T) {
	var n siteNames
	now := time.Unix(0, 0)
	if !n.known("a", now) || n.known("b", now) || !n.known("a", now) {
		t.Error("the first name is taken, the next one not at once")
	}
	for i := range 3 * namesKept {
		now = now.Add(nameEvery)
		if !n.known(fmt.Sprint("new", i), now) {
			t.Errorf("name %d after a while is not taken", i)
		}
		if !n.known("a", now) {
			t.Errorf("the name that is asked for is forgotten after %d others", i)
		}
	}
	if len(n.list) != namesKept {
		t.Errorf("%d names are kept, want %d", len(n.list), namesKept)
	}
}
