package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestParseBaseURL(t *testing.T) {
	for s, want := range map[string]string{
		"https://atlas.example": "https://atlas.example", "https://atlas.example/": "https://atlas.example", "HTTP://Atlas.Example:8080": "http://atlas.example:8080",
		"http://[::1]:8080": "http://[::1]:8080", "": "", "atlas.example": "", "//atlas.example": "", "ftp://atlas.example": "", "https://": "", "https://:443": "",
		"https://atlas.example/sub": "", "https://atlas.example//": "", "https://atlas.example?x": "", "https://atlas.example#x": "", "https://me@atlas.example": "", "https://a b": "", "javascript:alert(1)": "",
	} {
		got, err := ParseBaseURL(s)
		if (err != nil) != (want == "") || got != want {
			t.Errorf("%q is %q, %v; want %q", s, got, err, want)
		}
	}
}

// A page names the site as its operator does or, without that, as its reader: no
// reader is shown the name that another one has made up.
func TestCanonicalHost(t *testing.T) {
	site := bareServer(t)
	plain, named := New(Config{Store: site.Store}), New(Config{Store: site.Store, BaseURL: "https://atlas.example"})
	static := New(Config{Store: site.Store, Static: true})
	for _, x := range []struct {
		site     http.Handler
		at, want string
	}{
		{plain, "http://a.example/b/clawarena?utm_source=x&convention=paper&sort=-tcr", "http://a.example/b/clawarena"},
		{plain, "http://b.example/b/clawarena", "http://b.example/b/clawarena"},
		{plain, "http://b.example/b/clawarena?group=openclaw&fbclid=1", "http://b.example/b/clawarena?group=openclaw"},
		{plain, "http://b.example/b/clawarena?group=openclaw", "http://b.example/b/clawarena?group=openclaw"},
		{plain, "http://b.example/", "http://b.example/"},
		{named, "http://b.example/b/clawarena", "https://atlas.example/b/clawarena"},
		{named, "http://b.example/b/clawarena/heatmap?check=faulty", "https://atlas.example/b/clawarena/heatmap?check=faulty"},
		{static, "http://localhost/b/clawarena", "/b/clawarena"},
	} {
		rec := request(x.site, http.MethodGet, x.at)
		if rec.Code != http.StatusOK || !strings.Contains(rec.Body.String(), `<link rel="canonical" href="`+strings.ReplaceAll(x.want, "&", "&amp;")+`">`) {
			t.Errorf("%s: %d, and no canonical address %s", x.at, rec.Code, x.want)
		}
	}
	a, b := request(plain, http.MethodGet, "http://a.example/b/clawarena"), request(plain, http.MethodGet, "http://b.example/b/clawarena")
	if a.Header().Get("ETag") == b.Header().Get("ETag") {
		t.Error("two names of the site share a validator")
	}
	if a, b = request(named, http.MethodGet, "http://a.example/b/clawarena"), request(named, http.MethodGet, "http://b.example/b/clawarena"); a.Header().Get("ETag") != b.Header().Get("ETag") {
		t.Error("a site with a name of its own has several validators")
	}
}
