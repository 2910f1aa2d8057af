package static

import (
	"net/http"
	"strconv"
	"strings"
)

// Handler handles GET and HEAD requests for the paths that URL returns. It also serves the files
// under names without a digest. Clients must revalidate these.
func Handler() http.Handler {
	all := assets()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, below := strings.CutPrefix(r.URL.Path, Prefix)
		a, found := all[name]
		if !below || !found {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		a.serve(w, r, name == a.hashed)
	})
}

func (a asset) serve(w http.ResponseWriter, r *http.Request, hashed bool) {
	body, tag := a.plain, `"`+a.digest+`"`
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	coding := Coding(r)
	if packed := a.packed[coding]; packed != nil && packed() != nil {
		body, tag = packed(), `"`+a.digest+"-"+coding+`"`
		h.Set("Content-Encoding", coding)
	}
	h.Set("Etag", tag)
	h.Set("Content-Type", a.kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	if hashed {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if matches(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	// A failed write means that the client has disconnected.
	_, _ = w.Write(body)
}

// matches reports whether the list in an If-None-Match header contains the ETag. It uses weak
// comparison, as required by RFC 9110, section 13.1.2.
func matches(header, tag string) bool {
	for _, t := range strings.Split(header, ",") {
		t = strings.TrimPrefix(strings.TrimSpace(t), "W/")
		if t == tag || t == "*" {
			return true
		}
	}
	return false
}
