package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestRawRange asks for parts of a picture and of a text.
func TestRawRange(t *testing.T) {
	site := hostileSite(t)
	base := hostileTrial(t, site) + "/raw/draw-board__has0001/"
	for _, at := range []string{base + "agent/images/board.png", base + "agent/trajectory.json"} {
		whole := request(site.Handler, http.MethodGet, at)
		body, tag := whole.Body.String(), whole.Header().Get("ETag")
		if whole.Code != http.StatusOK || whole.Header().Get("Accept-Ranges") != "bytes" || strings.HasPrefix(tag, "W/") || len(body) < 100 {
			t.Fatalf("GET %s: %d, %d bytes, ranges %q, validator %s", at, whole.Code, len(body), whole.Header().Get("Accept-Ranges"), tag)
		}
		size := len(body)
		tests := []struct {
			method  string
			headers []string
			code    int
			body    string
			about   string // Content-Range
		}{
			{"GET", []string{"Range", "bytes=10-19"}, 206, body[10:20], fmt.Sprintf("bytes 10-19/%d", size)},
			{"GET", []string{"Range", "bytes=-5"}, 206, body[size-5:], fmt.Sprintf("bytes %d-%d/%d", size-5, size-1, size)},
			{"GET", []string{"Range", "bytes=20-"}, 206, body[20:], fmt.Sprintf("bytes 20-%d/%d", size-1, size)},
			{"GET", []string{"Range", "bytes=10-19", "Accept-Encoding", "gzip"}, 206, body[10:20], fmt.Sprintf("bytes 10-19/%d", size)},
			{"GET", []string{"Range", fmt.Sprintf("bytes=%d-", size)}, 416, "", fmt.Sprintf("bytes */%d", size)},
			{"GET", []string{"Range", "bytes=10-19", "If-Range", tag}, 206, body[10:20], fmt.Sprintf("bytes 10-19/%d", size)},
			{"GET", []string{"Range", "bytes=10-19", "If-Range", `"other"`}, 200, body, ""},
			{"GET", []string{"Range", "bytes=10-19", "If-None-Match", tag}, 304, "", ""},
			{"HEAD", nil, 200, "", ""},
			{"HEAD", []string{"Range", "bytes=10-19"}, 206, "", fmt.Sprintf("bytes 10-19/%d", size)},
		}
		for _, tt := range tests {
			rec := request(site.Handler, tt.method, at, tt.headers...)
			h := rec.Header()
			if rec.Code != tt.code || tt.code != 416 && rec.Body.String() != tt.body || h.Get("Content-Range") != tt.about || h.Get("Content-Encoding") != "" {
				t.Errorf("%s %s %q: %d, %d bytes, range %q, encoding %q", tt.method, at, tt.headers, rec.Code, rec.Body.Len(), h.Get("Content-Range"), h.Get("Content-Encoding"))
			}
			if tt.code < 300 && (h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != RawPolicy) {
				t.Errorf("%s %s %q: policy %q", tt.method, at, tt.headers, h.Get("Content-Security-Policy"))
			}
		}
		if head := request(site.Handler, "HEAD", at); head.Header().Get("Content-Length") != fmt.Sprint(size) {
			t.Errorf("HEAD %s: length %q, want %d", at, head.Header().Get("Content-Length"), size)
		}
		packed := request(site.Handler, "GET", at, "Accept-Encoding", "gzip")
		if isText := strings.HasSuffix(at, ".json"); (packed.Header().Get("Content-Encoding") == "gzip") != isText || isText && packed.Header().Get("ETag") == tag {
			t.Errorf("GET %s packed: encoding %q, validator %s, and %s when it is not", at, packed.Header().Get("Content-Encoding"), packed.Header().Get("ETag"), tag)
		}
	}
}
