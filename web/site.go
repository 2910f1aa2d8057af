package web

import (
	"context"
	"net/http"
	"sync"
)

// Site serves one database after another at the same addresses. A request is
// answered from one of them alone; what belongs to the process and not to a
// database, such as limits, counts and rendered pages, which bear the stamps of
// what they were made from, goes on over a change.
type Site struct {
	mu  sync.RWMutex // held for reading while a request takes its era
	era *era
}

// era is the time of one database.
type era struct {
	server  *Server
	handler http.Handler
	open    sync.WaitGroup // requests that are being answered
}

// NewSite makes a site that begins with the store of cfg.
func NewSite(cfg Config) *Site {
	s, h := NewServer(cfg)
	return &Site{era: &era{server: s, handler: h}}
}

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	s.mu.RLock()
	e := s.era
	e.open.Add(1)
	s.mu.RUnlock()
	defer e.open.Done()
	e.handler.ServeHTTP(w, req)
}

// Replace answers all further requests from another store. The function ended
// is called when the last request to the former one has been answered.
func (s *Site) Replace(store Store, ended func()) {
	s.mu.RLock()
	server, h := s.era.server.over(store) // any era will do: what is shared is the same in all
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

// Changed says that the store has changed, or may have, and whether the site is told of
// further changes as well, so that it need not look for them all the time.
func (s *Site) Changed(told bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.era.server.changed(told)
}

// Health reports why the site is not to be trusted to answer; nil means it is.
type Health func(ctx context.Context) error
