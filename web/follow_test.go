package web

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/static"
)

// followed serves a site that is followed with the limits of a real server.
func followed(t *testing.T) (*Follower, *http.Server, string) {
	t.Helper()
	f := NewFollower(New(Config{Store: testServer(t).Store, Follow: true}))
	ts := httptest.NewUnstartedServer(f)
	srv := NewHTTPServer("", f)
	srv.WriteTimeout, srv.ReadTimeout = 100*time.Millisecond, 100*time.Millisecond
	srv.RegisterOnShutdown(f.Close)
	ts.Config = srv
	ts.Start()
	t.Cleanup(ts.Close)
	return f, srv, ts.URL
}

// event reads the next event's data, over comments and other fields.
func event(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("the stream has ended: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			return strings.TrimSpace(data)
		}
	}
}

// TestFollowStream: a page hears at once, then of each change, for longer than an
// answer may take; and a server that stops does not wait for it.
func TestFollowStream(t *testing.T) {
	f, srv, base := followed(t)
	res := must.Get(http.Get(base + followPath))(t)
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); got != "text/event-stream" || res.Header.Get("Content-Encoding") != "" {
		t.Errorf("served as %q, %q", got, res.Header.Get("Content-Encoding"))
	}
	r := bufio.NewReader(res.Body)
	if got := event(t, r); got != "0" {
		t.Errorf("first event %q, want 0", got)
	}
	time.Sleep(300 * time.Millisecond) // three times the limits
	f.Changed(nil)
	if got := event(t, r); got != "1" {
		t.Errorf("event after the change %q, want 1", got)
	}
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(ctx); err != nil && !errors.Is(err, http.ErrServerClosed) || time.Since(begun) > 4*time.Second {
		t.Errorf("shutdown took %s: %v", time.Since(begun), err)
	}
}

// TestFollowNames: only this machine's own names are answered.
func TestFollowNames(t *testing.T) {
	f := NewFollower(New(Config{Store: testServer(t).Store, Follow: true}))
	for host, want := range map[string]int{"127.0.0.1:8080": 200, "localhost:1": 200, "[::1]:80": 200, "127.0.0.1": 200, "atlas.example:8080": 421, "10.0.0.1:80": 421, "": 421} {
		req := httptest.NewRequest(http.MethodGet, "/about", nil)
		req.Host = host
		rec := httptest.NewRecorder()
		f.ServeHTTP(rec, req)
		must.Equal(t, want, rec.Code, "host %q: status", host)
	}
}

// TestFollowMoved: the addresses of a run lead on when it gets another name.
func TestFollowMoved(t *testing.T) {
	f := NewFollower(http.NotFoundHandler())
	f.Changed(map[string]string{"a": "b"})
	f.Changed(map[string]string{"b": "c"})
	for at, want := range map[string]string{"/runs/a": "/runs/c", "/runs/a/s/t?from=51": "/runs/c/s/t?from=51", "/api/v1/runs/b/s/t": "/api/v1/runs/c/s/t", "/runs/c": "", "/runs/other/s": "", "/b/a": ""} {
		req := httptest.NewRequest(http.MethodGet, at, nil)
		req.Host = "localhost"
		rec := httptest.NewRecorder()
		f.ServeHTTP(rec, req)
		must.Equal(t, want, rec.Header().Get("Location"), "%s leads to", at)
	}
	f.Changed(map[string]string{"c": "a"}) // a file that is put back
	if got := f.movedTo(httptest.NewRequest(http.MethodGet, "/runs/a", nil)); got != "" {
		t.Errorf("the name in use leads to %q", got)
	}
	if got := f.movedTo(httptest.NewRequest(http.MethodGet, "/runs/b", nil)); got != "/runs/a" {
		t.Errorf("b leads to %q, want /runs/a", got)
	}
}

// TestFollowOnlyThere: a site for others has neither the address nor the script.
func TestFollowOnlyThere(t *testing.T) {
	site := testServer(t)
	if code := request(site.Handler, http.MethodGet, followPath).Code; code != http.StatusNotFound {
		t.Errorf("%s of a public site: status %d", followPath, code)
	}
	if body := request(site.Handler, http.MethodGet, "/about").Body.String(); strings.Contains(body, static.URL("follow.js")) {
		t.Error("a public page has the script that follows")
	}
	_, _, base := followed(t)
	res := must.Get(http.Get(base + "/about"))(t)
	defer res.Body.Close()
	buf := make([]byte, 16<<10)
	n, _ := res.Body.Read(buf)
	if !strings.Contains(string(buf[:n]), `<script defer src="`+static.URL("follow.js")+`" data-follow="/follow">`) {
		t.Errorf("a page that is followed lacks the script:\n%s", buf[:min(n, 2000)])
	}
}
