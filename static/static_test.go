package static

import (
	"net/http/httptest"
	"strconv"
	"testing"
)

func TestHandler(t *testing.T) {
	css := URL("app.css")
	digest := css[len("/static/app.") : len(css)-len(".css")]
	tests := []struct {
		name, method, path string
		header             map[string]string
		status             int
		want               map[string]string // headers; empty value: must be absent
		empty              bool
	}{
		{"hashed", "GET", css, nil, 200, map[string]string{"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "text/css; charset=utf-8", "Etag": `"` + digest + `"`, "Content-Encoding": "", "Vary": "Accept-Encoding"}, false},
		{"compressed", "GET", css, map[string]string{"Accept-Encoding": "deflate, gzip;q=0.8"}, 200, map[string]string{"Content-Encoding": "gzip", "Etag": `"` + digest + `-gzip"`}, false},
		{"compression refused", "GET", css, map[string]string{"Accept-Encoding": "gzip;q=0, *;q=0"}, 200, map[string]string{"Content-Encoding": ""}, false},
		{"any coding", "GET", css, map[string]string{"Accept-Encoding": "br;q=0, *"}, 200, map[string]string{"Content-Encoding": "zstd"}, false},
		{"preferred coding", "GET", css, map[string]string{"Accept-Encoding": "br;q=0.1, gzip;q=0.9"}, 200, map[string]string{"Content-Encoding": "gzip"}, false},
		{"no coding preferred", "GET", css, map[string]string{"Accept-Encoding": "identity, gzip;q=0.5"}, 200, map[string]string{"Content-Encoding": ""}, false},
		{"known", "GET", css, map[string]string{"If-None-Match": `"x", W/"` + digest + `"`}, 304, map[string]string{"Content-Encoding": ""}, true},
		{"known in another form", "GET", css, map[string]string{"If-None-Match": `"` + digest + `-gzip"`}, 200, nil, false},
		{"head", "HEAD", css, nil, 200, map[string]string{"Content-Length": strconv.Itoa(len(assets()["app.css"].plain))}, true},
		{"plain name is asked for again", "GET", "/static/app.css", nil, 200, map[string]string{"Cache-Control": "no-cache"}, false},
		{"script", "GET", URL("app.js"), nil, 200, map[string]string{"Content-Type": "text/javascript; charset=utf-8"}, false},
		{"icon", "GET", URL("favicon.svg"), nil, 200, map[string]string{"Content-Type": "image/svg+xml", "X-Content-Type-Options": "nosniff"}, false},
		{"old digest", "GET", "/static/app.00000000.css", nil, 404, map[string]string{"Cache-Control": ""}, false},
		{"no source", "GET", "/static/static.go", nil, 404, nil, false},
		{"outside", "GET", "/app.css", nil, 404, nil, false},
		{"wrong method", "POST", css, nil, 405, map[string]string{"Allow": "GET, HEAD"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, tt.path, nil)
			for k, v := range tt.header {
				r.Header.Set(k, v)
			}
			w := httptest.NewRecorder()
			Handler().ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Fatalf("got status %d, want %d", w.Code, tt.status)
			}
			for k, v := range tt.want {
				if got := w.Header().Get(k); got != v {
					t.Errorf("%s: got %q, want %q", k, got, v)
				}
			}
			if tt.empty != (w.Body.Len() == 0) {
				t.Errorf("got a body of %d bytes", w.Body.Len())
			}
		})
	}
}

// TestSizes holds what a first visit may cost: the sheet with the styles of all
// pages and the script, of 60 KB for a whole page. The sheet's limit leaves room
// for the parts of charts; a rule that a page no longer uses is taken out.
func TestSizes(t *testing.T) {
	for name, most := range map[string]int{"app.css": 14500, "app.js": 4700} {
		if got := len(assets()[name].packed["gzip"]()); got == 0 || got > most {
			t.Errorf("%s is %d bytes compressed, want 1 to %d", name, got, most)
		}
	}
}
