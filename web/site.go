package web

import (
	"context"
	"net/http"
	"sync"
)

// Site serves one database after another at the same addresses. Each request is answered from one
// database; rate limits, metrics and cached pages survive the change.
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

// Replace switches to another store; ended is called when the old one is no longer in use.
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

// Changed says that the store may have changed, and whether later changes are announced too.
func (s *Site) Changed(told bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.era.server.changed(told)
}

// Health reports why the site should not answer; nil means that it is fine.
type Health func(ctx context.Context) error
