package web

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// followPath is where a Follower tells its pages that the records have grown.
const followPath = "/follow"

// Follower serves a site of records that grow to the reader who sits at this machine:
// pages that are open learn by server-sent events that there is more. It answers no
// other name than this machine's, so that no page of a stranger can read along by a
// name of its own. No other server has its address.
type Follower struct {
	site http.Handler
	stop chan struct{}
	once sync.Once

	mu      sync.Mutex
	state   int           // how often the records have changed
	changed chan struct{} // closed with the next change
	open    int           // pages that listen
	Moved   map[string]string
}

// followMost bounds the pages that listen at the same time, followBeat is how often an
// idle one hears something, so that a dead connection is noticed.
const (
	followMost = 100
	followBeat = 15 * time.Second
)

// NewFollower wraps a site whose Config says Follow.
func NewFollower(site http.Handler) *Follower {
	return &Follower{site: site, stop: make(chan struct{}), changed: make(chan struct{}), Moved: map[string]string{}}
}

// Changed tells all pages that the site has changed. Addresses of the runs that moved
// names lead on to where they are now.
func (f *Follower) Changed(moved map[string]string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for was, now := range moved {
		f.Moved[was] = now
		delete(f.Moved, now)
	}
	f.state++
	close(f.changed)
	f.changed = make(chan struct{})
}

// Close ends all event streams, which a server that shuts down would wait for.
func (f *Follower) Close() { f.once.Do(func() { close(f.stop) }) }

// ServeHTTP implements http.Handler.
func (f *Follower) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	switch {
	case !ownName(req.Host):
		http.Error(w, "This site answers only to the name of this machine.", http.StatusMisdirectedRequest)
	case req.URL.Path == followPath:
		f.stream(w, req)
	default:
		if to := f.movedTo(req); to != "" {
			http.Redirect(w, req, to, http.StatusTemporaryRedirect)
			return
		}
		f.site.ServeHTTP(w, req)
	}
}

// ownName reports whether a request was sent to this machine by one of its own names.
func ownName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// movedTo is the address of a run's page under the name that the run has now; empty if
// it has its name still.
func (f *Follower) movedTo(req *http.Request) string {
	api, rest := "", req.URL.EscapedPath()
	if below, ok := strings.CutPrefix(rest, "/api/v1"); ok {
		api, rest = "/api/v1", below
	}
	rest, ok := strings.CutPrefix(rest, "/runs/")
	if !ok {
		return ""
	}
	run, rest, _ := strings.Cut(rest, "/")
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.Moved[run]
	for n := 0; n < len(f.Moved) && f.Moved[now] != ""; n++ {
		now = f.Moved[now]
	}
	if now == "" {
		return ""
	}
	to := api + "/runs/" + now
	if rest != "" {
		to += "/" + rest
	}
	if req.URL.RawQuery != "" {
		to += "?" + req.URL.RawQuery
	}
	return to
}

// stream sends an event at once, because what the page shows may be older than its
// connection, and one for each change after that.
func (f *Follower) stream(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodGet {
		http.Error(w, "Method not allowed", http.StatusMethodNotAllowed)
		return
	}
	if !f.enter() {
		http.Error(w, "Too many pages listen already.", http.StatusServiceUnavailable)
		return
	}
	defer f.leave()
	c := http.NewResponseController(w)
	// The server's limit is for answers that end. It has lifted the one for requests
	// itself when it had read this one.
	_ = c.SetWriteDeadline(time.Time{})
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	beat := time.NewTicker(followBeat)
	defer beat.Stop()
	for {
		f.mu.Lock()
		state, changed := f.state, f.changed
		f.mu.Unlock()
		if _, err := fmt.Fprintf(w, "retry: 1000\nid: %d\ndata: %d\n\n", state, state); err != nil || c.Flush() != nil {
			return
		}
		for waiting := true; waiting; {
			select {
			case <-changed:
				waiting = false
			case <-beat.C:
				if _, err := fmt.Fprint(w, ":\n\n"); err != nil || c.Flush() != nil {
					return
				}
			case <-req.Context().Done():
				return
			case <-f.stop:
				return
			}
		}
	}
}

func (f *Follower) enter() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open >= followMost {
		return false
	}
	f.open++
	return true
}

func (f *Follower) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open--
}
