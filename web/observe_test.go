package web

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Each request is a line of the log. Query and address of the reader stay out
// of it; the id is that of the answer, and a stranger cannot choose it.
func TestRequestLog(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	store := testServer(t).Store
	site := func(all bool) http.Handler {
		return New(Config{Store: store, Log: log, LogRequests: all, Proxies: proxiesOf(t, "10.0.0.0/8")})
	}
	ask := func(h http.Handler, target, peer, id string, leave bool) (line map[string]any, answer *httptest.ResponseRecorder) {
		t.Helper()
		out.Reset()
		req := httptest.NewRequest(http.MethodGet, target, nil)
		req.RemoteAddr = peer + ":1"
		req.Header.Set("X-Request-Id", id)
		if leave {
			ctx, cancel := context.WithCancel(req.Context())
			cancel()
			req = req.WithContext(ctx)
		}
		answer = httptest.NewRecorder()
		h.ServeHTTP(answer, req)
		if out.Len() == 0 {
			return nil, answer
		}
		if strings.Count(out.String(), "\n") != 1 || strings.Contains(out.String(), peer) || strings.Contains(out.String(), "quiet-word") {
			t.Errorf("%s is logged as %s", target, out.String())
		}
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", out.String(), err)
		}
		return line, answer
	}
	h := site(true)
	line, answer := ask(h, "/search?q=quiet-word", "203.0.113.9", "chosen", false)
	id := answer.Header().Get("X-Request-Id")
	if line["method"] != "GET" || line["route"] != "/search" || line["path"] != "/search" || line["status"] != 200.0 ||
		line["bytes"] != float64(answer.Body.Len()) || line["id"] != id || id == "chosen" || id == "" || line["ms"].(float64) <= 0 {
		t.Errorf("logged %v, answer with id %q and %d bytes", line, id, answer.Body.Len())
	}
	if again, _ := ask(h, "/search?q=quiet-word", "203.0.113.9", "", false); again["id"] == id {
		t.Error("two requests have one id")
	}
	if line, answer = ask(h, "/b/none", "10.1.2.3", "of-the-proxy", false); line["id"] != "of-the-proxy" || line["status"] != 404.0 || answer.Header().Get("X-Request-Id") != "of-the-proxy" {
		t.Errorf("behind a proxy: %v", line)
	}
	if line, _ = ask(h, "/b/none", "10.1.2.3", "a b", false); line["id"] == "a b" {
		t.Errorf("an id with a space: %v", line)
	}
	if line, _ = ask(h, "/no%0Asuch%1Bplace", "203.0.113.9", "", false); line["route"] != "none" || line["path"] != "/no\nsuch\x1bplace" {
		t.Errorf("an address of nobody: %v", line)
	}
	if line, _ = ask(h, "/models", "203.0.113.9", "", true); line["status"] != 499.0 || line["bytes"] != 0.0 {
		t.Errorf("a reader who has left: %v", line)
	}
	if line, _ = ask(site(false), "/models", "203.0.113.9", "", false); line != nil {
		t.Errorf("logged without being asked: %v", line)
	}
}
