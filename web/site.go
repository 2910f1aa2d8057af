package web

import (
	"context"
	"net/http"
	"sync"
)

// Site serves a database that can be replaced while requests are running. A request uses the same
// database until it ends. Rate limits, metrics and cached pages are kept when the database is
// replaced.
type Site struct {
	mu  sync.RWMutex // held for reading while a request chooses its era
	era *era
}

type era struct {
	server  *Server
	handler http.Handler
	open    sync.WaitGroup // requests in progress
}

func NewSite(cfg Config) *Site {
	s, h := NewServer(cfg)
	return &Site{era: &era{server: s, handler: h}}
}

func (s *Site) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s.mu.RLock()
	e := s.era
	e.open.Add(1)
	s.mu.RUnlock()
	defer e.open.Done()
	e.handler.ServeHTTP(w, req)
}

// Replace switches to another store. It calls ended in a separate goroutine after the last request
// that uses the old store.
func (s *Site) Replace(store Store, ended func()) {
	s.mu.RLock()
	server, h := s.era.server.over(store) // any era works, because the shared state is the same
	s.mu.RUnlock()
	s.mu.Lock()
	former := s.era
	s.era = &era{server: server, handler: h}
	s.mu.Unlock()
	go func() {
		former.open.Wait()
		ended()
	}()
}

// Changed makes the site read the revision again, because the store may have changed. told is true
// if the site will be notified of further changes, so that it can check less often.
func (s *Site) Changed(told bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.era.server.changed(told)
}

// Health returns an error with the reason if the site cannot serve requests.
type Health func(ctx context.Context) error
