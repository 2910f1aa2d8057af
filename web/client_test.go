package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

func proxiesOf(t *testing.T, list ...string) []netip.Prefix {
	t.Helper()
	var all []netip.Prefix
	for _, s := range list {
		p := must.Get(ParseProxy(s))(t)
		all = append(all, p...)
	}
	return all
}

// Only what a trusted proxy has written down is believed, from the right.
func TestClientAddress(t *testing.T) {
	for _, x := range []struct {
		What, peer, old, new, want string
	}{
		{"no proxy", "203.0.113.9:1", "", "", "203.0.113.9"},
		{"a stranger who says that he is a proxy", "203.0.113.9:1", "198.51.100.1", "for=198.51.100.1", "203.0.113.9"},
		{"one proxy", "10.1.2.3:1", "198.51.100.1", "", "198.51.100.1"},
		{"what the reader has put before", "10.1.2.3:1", "1.1.1.1, 198.51.100.1", "", "198.51.100.1"},
		{"two proxies", "10.1.2.3:1", "1.1.1.1, 198.51.100.1, 10.9.9.9", "", "198.51.100.1"},
		{"nothing but proxies", "10.1.2.3:1", "10.4.4.4, 10.9.9.9", "", "10.4.4.4"},
		{"with a port", "10.1.2.3:1", "198.51.100.1:5678", "", "198.51.100.1"},
		{"IPv6 with a port", "[::1]:1", "[2001:db8::7]:443", "", "2001:db8::7"},
		{"IPv6 without", "[::1]:1", "2001:db8::7", "", "2001:db8::7"},
		{"IPv4 as IPv6", "[::ffff:10.1.2.3]:1", "::ffff:198.51.100.1", "", "198.51.100.1"},
		{"rubbish", "10.1.2.3:1", "198.51.100.1, unknown", "", "10.1.2.3"},
		{"an empty element", "10.1.2.3:1", "198.51.100.1,", "", "10.1.2.3"},
		{"Forwarded", "10.1.2.3:1", "", `for=1.1.1.1, For="[2001:db8::7]:443";proto=https;by=10.0.0.1`, "2001:db8::7"},
		{"Forwarded by two", "10.1.2.3:1", "", "for=198.51.100.1;proto=http, for=10.9.9.9", "198.51.100.1"},
		{"Forwarded without a client", "10.1.2.3:1", "", "proto=https", "10.1.2.3"},
		{"both agree", "10.1.2.3:1", "198.51.100.1", "for=198.51.100.1", "198.51.100.1"},
		{"one of them is the reader's own", "10.1.2.3:1", "198.51.100.1", "for=1.1.1.1", "10.1.2.3"},
	} {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.RemoteAddr = x.peer
		if x.old != "" {
			req.Header.Set("X-Forwarded-For", x.old)
		}
		if x.new != "" {
			req.Header.Set("Forwarded", x.new)
		}
		if got := (clients{proxiesOf(t, "10.0.0.0/8", "loopback")}).address(req); got.String() != x.want {
			t.Errorf("%s: %s, want %s", x.What, got, x.want)
		}
	}
	req := httptest.NewRequest(http.MethodGet, "/", nil)
	req.RemoteAddr = "10.1.2.3:1"
	req.Header["X-Forwarded-For"] = []string{"1.1.1.1", "198.51.100.1"}
	if got := (clients{proxiesOf(t, "private")}).address(req); got.String() != "198.51.100.1" {
		t.Errorf("a header of two lines: %s, want the last", got)
	}
}

// A site is called what its reader has called it, or what a trusted proxy says.
func TestOrigin(t *testing.T) {
	for _, x := range []struct {
		What, peer, host, want string
		header                 []string
	}{
		{"no proxy", "203.0.113.9:1", "a.example", "http://a.example", nil},
		{"no host", "203.0.113.9:1", "", "", nil},
		{"no name of a host", "203.0.113.9:1", "a.example/x?y", "", nil},
		{"a stranger", "203.0.113.9:1", "a.example", "http://a.example", []string{"X-Forwarded-Proto", "https", "Forwarded", "host=b.example;proto=https"}},
		{"a proxy that keeps the host", "10.1.2.3:1", "a.example", "https://a.example", []string{"X-Forwarded-Proto", "https"}},
		{"a proxy that does not", "10.1.2.3:1", "127.0.0.1:8000", "https://a.example", []string{"X-Forwarded-Proto", "HTTPS", "X-Forwarded-Host", "a.example"}},
		{"what the reader has put before", "10.1.2.3:1", "a.example", "http://a.example", []string{"X-Forwarded-Proto", "https, http", "X-Forwarded-Host", "evil.example, a.example"}},
		{"Forwarded", "10.1.2.3:1", "127.0.0.1:8000", "https://a.example:8443", []string{"Forwarded", `for=1.1.1.1;host=evil.example, for=198.51.100.1;Host="a.example:8443";proto=https`}},
		{"both agree", "10.1.2.3:1", "a.example", "https://a.example", []string{"Forwarded", "proto=https", "X-Forwarded-Proto", "https"}},
		{"one of them is the reader's own", "10.1.2.3:1", "a.example", "http://a.example", []string{"Forwarded", "proto=https;host=evil.example", "X-Forwarded-Proto", "http", "X-Forwarded-Host", "b.example"}},
		{"no scheme of ours", "10.1.2.3:1", "a.example", "http://a.example", []string{"X-Forwarded-Proto", "javascript"}},
	} {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.RemoteAddr, req.Host = x.peer, x.host
		for i := 0; i+1 < len(x.header); i += 2 {
			req.Header.Set(x.header[i], x.header[i+1])
		}
		must.Equal(t, x.want, (clients{proxiesOf(t, "10.0.0.0/8")}).Origin(req), "%s", x.What)
	}
}

func TestParseProxy(t *testing.T) {
	for s, want := range map[string]string{
		"10.0.0.0/8": "[10.0.0.0/8]", "192.0.2.7": "[192.0.2.7/32]", "2001:db8::1/32": "[2001:db8::/32]", "::ffff:10.0.0.0/104": "[10.0.0.0/8]",
		"loopback": "[127.0.0.0/8 ::1/128]", "": "", "10.0.0.0/33": "", "proxy.example": "", "10.0.0.1/": "",
	} {
		got, err := ParseProxy(s)
		if (err != nil) != (want == "") || want != "" && fmt.Sprint(got) != want {
			t.Errorf("%q is %v, %v; want %s", s, got, err, want)
		}
	}
}

// Readers behind one proxy have a bucket each; a customer's IPv6 network has
// one; the buckets are bounded.
func TestBuckets(t *testing.T) {
	h := New(Config{Store: testServer(t).Store, Limit: 1, Proxies: proxiesOf(t, "192.0.2.0/24")}) // where httptest's requests come from
	ask := func(from string) *httptest.ResponseRecorder {
		return request(h, http.MethodGet, "/api/v1/benchmarks", "X-Forwarded-For", from)
	}
	for range 4 {
		ask("2001:db8:1:2::1")
	}
	for from, want := range map[string]int{"2001:db8:1:2:ffff::9": 429, "2001:db8:1:3::1": 200, "198.51.100.1": 200, "::ffff:198.51.100.2": 200} {
		rec := ask(from)
		must.Equal(t, want, rec.Code, "a request from %s", from)
		if after := rec.Header().Get("Retry-After"); want == 429 && after != "1" {
			t.Errorf("Retry-After %q, want 1: a request a second", after)
		}
	}
	if got := request(h, http.MethodGet, "/", "X-Forwarded-For", "2001:db8:1:2::1").Code; got != http.StatusOK {
		t.Errorf("a page got %d while the API is limited, want 200", got)
	}
	b, now := newBuckets(1), time.Now()
	for i := range bucketsKept + 500 {
		b.take(netip.AddrFrom4([4]byte{9, byte(i >> 16), byte(i >> 8), byte(i)}), now)
	}
	if b.kept.Len() != bucketsKept {
		t.Errorf("%d buckets, want %d", b.kept.Len(), bucketsKept)
	}
	for range 40 { // what is refused is not counted
		b.take(netip.Addr{}, now)
	}
	if b.take(netip.Addr{}, now) == 0 || b.take(netip.Addr{}, now.Add(2*time.Second)) != 0 {
		t.Error("those without an address share no bucket, or it does not fill again")
	}
}

// Caches may keep a run's own pages longer than others, and no fault.
func TestKeeping(t *testing.T) {
	site := testServer(t)
	run := exampleRun(t, site, "skimmer")
	h := New(Config{Store: site.Store, Keeping: Keeping{SMaxAge: time.Minute, RunSMaxAge: time.Hour}})
	const short, long = "public, max-age=0, s-maxage=60, must-revalidate", "public, max-age=0, s-maxage=3600, must-revalidate"
	record, _ := site.page(t, "/runs/"+run).Find(`a[href^="/runs/` + run + `/records/"]`).Attr("href")
	for at, want := range map[string]string{
		"/": short, "/b/clawarena": short, "/compare?a=" + run: short, "/search?q=a": short, "/runs": short, "/api/v1/openapi.json": short, record: short,
		"/runs/" + run: long, "/runs/" + run + "/ex_office_move/q1": long, "/runs/" + run + "/ex_office_move/q1/raw": long, "/api/v1/runs/" + run: long,
		"/b/none": "no-store", "/runs/none": "no-store", "/runs?limit=x": "no-store", "/healthz": "no-store", "/models/Gemma-4-31B": "no-store",
	} {
		rec := request(h, http.MethodGet, at, "Accept-Encoding", "gzip")
		must.Equal(t, want, rec.Header().Get("Cache-Control"), "GET %s: %d with Cache-Control", at, rec.Code)
		etag := rec.Header().Get("ETag")
		if want == "no-store" {
			continue
		}
		plain, again := request(h, http.MethodGet, at), request(h, http.MethodGet, at, "If-None-Match", etag)
		if strings.TrimPrefix(plain.Header().Get("ETag"), "W/") != strings.TrimPrefix(etag, "W/") || again.Code != http.StatusNotModified || again.Header().Get("Cache-Control") != want || again.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("GET %s: validators %q and %q, again %d %v", at, etag, plain.Header().Get("ETag"), again.Code, again.Header())
		}
	}
	for want, k := range map[string]Keeping{
		"no-cache": {StaleWhileRevalidate: time.Hour}, "public, max-age=0, s-maxage=60, stale-while-revalidate=30": {SMaxAge: time.Minute, StaleWhileRevalidate: 30 * time.Second},
	} {
		must.Equal(t, want, k.control("/"), "%+v", k)
	}
}
