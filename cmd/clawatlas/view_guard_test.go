package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestViewGuard: nothing is shown to who does not know the token. The token becomes a
// cookie, leaves the address, and leads nowhere else.
func TestViewGuard(t *testing.T) {
	inside := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("inside " + r.URL.RequestURI())) })
	g := newGuard(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 81}, inside)
	cookie := g.cookie + "=" + g.token
	for name, tt := range map[string]struct {
		at, cookie string
		code       int
		to         string
	}{
		"nothing":            {at: "/runs", code: http.StatusForbidden},
		"wrong token":        {at: "/runs?token=x", code: http.StatusForbidden},
		"wrong cookie":       {at: "/runs", cookie: g.cookie + "=x", code: http.StatusForbidden},
		"cookie of a port":   {at: "/runs", cookie: "clawatlas-view-82=" + g.token, code: http.StatusForbidden},
		"token":              {at: "/runs?token=" + g.token + "&a=1", code: http.StatusSeeOther, to: "/runs?a=1"},
		"token elsewhere":    {at: "http://h//other.example?token=" + g.token, code: http.StatusSeeOther, to: "/other.example"},
		"cookie":             {at: "/runs?a=1", cookie: cookie, code: http.StatusOK},
		"cookie, a new port": {at: "/runs?token=x", cookie: cookie, code: http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			req := httptest.NewRequest(http.MethodGet, tt.at, nil)
			if tt.cookie != "" {
				req.Header.Set("Cookie", tt.cookie)
			}
			rec := httptest.NewRecorder()
			g.ServeHTTP(rec, req)
			if rec.Code != tt.code || rec.Header().Get("Location") != tt.to || strings.Contains(rec.Body.String(), "inside") != (tt.code == http.StatusOK) {
				t.Errorf("status %d, to %q: %s", rec.Code, rec.Header().Get("Location"), rec.Body)
			}
			if set := rec.Header().Get("Set-Cookie"); (set != "") != (tt.to != "") || set != "" && !strings.Contains(set, "HttpOnly; SameSite=Strict") {
				t.Errorf("cookie %q", set)
			}
		})
	}
}

// TestViewLeft: the temporary database of a killed process is removed by the next one,
// that of a living one is not.
func TestViewLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	killed := exec.Command("true")
	must.Do(t, killed.Run())
	dead := filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-1", viewPrefix, killed.Process.Pid))
	living := filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-1", viewPrefix, os.Getppid()))
	must.Do(t, errors.Join(os.Mkdir(dead, 0o700), os.Mkdir(living, 0o700)))
	next := must.Get(newViewer(&viewCmd{}, &streams{}))(t)
	for dir, want := range map[string]bool{dead: false, living: true, next.dir: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: %v, want there: %t", dir, err, want)
		}
	}
}
