package main

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// guard lets in whoever opens the printed address: other accounts of this machine reach
// the port too. The address has a token, which becomes a cookie and leaves the address.
type guard struct {
	token, cookie string
	inside        http.Handler
}

const tokenKey = "token"

func newGuard(at net.Addr, inside http.Handler) *guard {
	_, port, _ := net.SplitHostPort(at.String())
	// Cookies are shared by all ports of a host.
	return &guard{token: rand.Text(), cookie: "clawatlas-view-" + port, inside: inside}
}

// address is that of a page with the token.
func (g *guard) address(base, path string) string {
	path, anchor, _ := strings.Cut(path, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return base + path + mark + tokenKey + "=" + g.token + anchor
}

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" { // which names no record
		g.inside.ServeHTTP(w, r)
		return
	}
	if c, err := r.Cookie(g.cookie); err == nil && g.is(c.Value) && !r.URL.Query().Has(tokenKey) {
		g.inside.ServeHTTP(w, r)
		return
	}
	at := *r.URL
	query := at.Query()
	if !g.is(query.Get(tokenKey)) {
		http.Error(w, "Only who began 'clawatlas view' can see these pages: open the address that it printed, with its token.", http.StatusForbidden)
		return
	}
	query.Del(tokenKey)
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	to := at.EscapedPath()
	if q := query.Encode(); q != "" {
		to += "?" + q
	}
	if len(to) < 2 || to[0] != '/' || to[1] == '/' || to[1] == '\\' {
		to = "/"
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

func (g *guard) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

// beginPath is the page that is printed while the records are still being read. It
// leads on to the first page of the records when they are there.
const beginPath = "/begin"

// door is in the place of the site until the records are read.
type door struct {
	read, trials atomic.Int64 // bytes of lines, and trials of the item that is being read
	ready        atomic.Pointer[led]
}

// led is what a door leads to.
type led struct {
	site    http.Handler
	landing string
}

// ServeHTTP implements http.Handler.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o := d.ready.Load()
	switch {
	case o == nil:
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'")
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintf(w, `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="1">`+
			`<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`+
			`<title>Reading the records</title></head><body><h1>Reading the records</h1>`+
			`<p>So far: %.1f MB of lines, trials: %d. This page leads on when all are read.</p></body></html>`,
			float64(d.read.Load())/1e6, d.trials.Load())
	case r.URL.Path == beginPath:
		http.Redirect(w, r, o.landing, http.StatusSeeOther)
	default:
		o.site.ServeHTTP(w, r)
	}
}

// viewPrefix begins the names of directories with temporary databases.
const viewPrefix = "clawatlas-view-"

// newViewDir makes a directory that its process holds locked for as long as it lives,
// and removes those of processes that were killed.
func newViewDir() (dir string, lock *os.File, err error) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), viewPrefix+"*")) // the pattern is sound
	for _, old := range left {
		removeDead(old)
	}
	if dir, err = os.MkdirTemp("", viewPrefix); err != nil {
		return "", nil, err
	}
	if lock, err = os.OpenFile(lockName(dir), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	return dir, lock, err
}

func lockName(dir string) string { return filepath.Join(dir, "lock") }

// deadAfter is how old a lock has to be before it is tried: its owner may be between
// making it and locking it.
const deadAfter = 5 * time.Second

// removeDead removes a directory whose owner holds it locked no more. What belongs to
// others cannot be opened and stays.
func removeDead(dir string) {
	f, err := os.OpenFile(lockName(dir), os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && time.Since(info.ModTime()) > deadAfter && syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = os.RemoveAll(dir) // the next one tries again
	}
}
