package static

import (
	"net/http"
	"strconv"
	"strings"
)

// Handler answers GET and HEAD for the paths that URL gives. The name without
// a digest is answered too, but is to be asked for again each time.
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
	if a.gzip != nil && acceptsGzip(r.Header.Values("Accept-Encoding")) {
		body, tag = a.gzip, `"`+a.digest+`-gz"`
		h.Set("Content-Encoding", "gzip")
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
	// A failed write means that the client has gone; nobody is left to tell.
	_, _ = w.Write(body)
}

// acceptsGzip reads Accept-Encoding after RFC 9110 section 12.5.3: a coding
// with q=0 is refused, and * stands for every coding that is not named.
func acceptsGzip(headers []string) bool {
	star := false
	for _, header := range headers {
		for _, part := range strings.Split(header, ",") {
			coding, params, _ := strings.Cut(part, ";")
			wanted := !zeroQuality(params)
			switch strings.ToLower(strings.TrimSpace(coding)) {
			case "gzip", "x-gzip":
				return wanted
			case "*":
				star = wanted
			}
		}
	}
	return star
}

func zeroQuality(params string) bool {
	for _, p := range strings.Split(params, ";") {
		key, value, ok := strings.Cut(p, "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(key), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return err == nil && q == 0
	}
	return false
}

// matches compares an If-None-Match list with a tag, weakly, as RFC 9110
// section 13.1.2 asks for.
func matches(header, tag string) bool {
	for _, t := range strings.Split(header, ",") {
		t = strings.TrimPrefix(strings.TrimSpace(t), "W/")
		if t == tag || t == "*" {
			return true
		}
	}
	return false
}
