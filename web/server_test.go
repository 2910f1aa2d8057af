package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func request(h http.Handler, method, path string, header ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec
}

func TestHeadersAndMethods(t *testing.T) {
	h := testServer(t).Handler
	rec := request(h, http.MethodGet, "/")
	csp := rec.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("CSP %q lacks %q", csp, want)
		}
	}
	if strings.Contains(csp, "unsafe") {
		t.Errorf("CSP %q allows inline code", csp)
	}
	head := request(h, http.MethodHead, "/")
	if head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD /: %d with %d bytes, length %s", head.Code, head.Body.Len(), head.Header().Get("Content-Length"))
	}
	if got := request(h, http.MethodPost, "/").Code; got != http.StatusMethodNotAllowed {
		t.Errorf("POST /: %d, want 405", got)
	}
	if got := request(h, http.MethodGet, "/favicon.ico").Code; got != http.StatusMovedPermanently {
		t.Errorf("GET /favicon.ico: %d, want a redirect", got)
	}
	if body := rec.Body.String(); strings.Contains(body, "<style") || strings.Contains(body, " style=") || strings.Contains(body, " onclick=") {
		t.Error("the home page has inline style or script")
	}
}

// Two builds of one version never share a validator, a reader that cannot
// unpack gzip gets none, and a star does not make a missing page unchanged.
func TestValidators(t *testing.T) {
	store := testServer(t).Store
	one, two := New(Config{Store: store, Version: "v1", Build: "a"}), New(Config{Store: store, Version: "v1", Build: "b"})
	run := exampleRun(t, testServer(t), "skimmer")
	for _, path := range []string{"/", "/api/v1/runs", "/api/v1/openapi.json", "/runs/" + run + "/ex_office_move/q1/raw"} {
		etag := request(one, http.MethodGet, path).Header().Get("ETag")
		if got := request(one, http.MethodGet, path, "If-None-Match", `"x", `+etag).Code; etag == "" || got != http.StatusNotModified {
			t.Errorf("GET %s again with %q: %d, want 304", path, etag, got)
		}
		if got := request(two, http.MethodGet, path, "If-None-Match", etag).Code; got != http.StatusOK {
			t.Errorf("GET %s from another build: %d, want 200", path, got)
		}
	}
	if got := request(one, http.MethodGet, "/b/none", "If-None-Match", "*").Code; got != http.StatusNotFound {
		t.Errorf("a missing page with a star: %d, want 404", got)
	}
	for accepts, want := range map[string]string{"gzip": "gzip", "br, gzip": "br", "zstd, gzip;q=0.5": "zstd", "*": "br", "br;q=0, *": "zstd", "gzip;q=0": "", "identity": "", "*;q=0": "", "": ""} {
		if got := request(one, http.MethodGet, "/", "Accept-Encoding", accepts).Header().Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: answered in %q, want %q", accepts, got, want)
		}
	}
}

// A record of the run itself is streamed as text that nothing runs.
func TestRunRecord(t *testing.T) {
	site := testServer(t)
	run := exampleRun(t, site, "skimmer")
	href, ok := site.page(t, "/runs/"+run).Find(`a[href^="/runs/` + run + `/records/"]`).Attr("href")
	if !ok {
		t.Fatal("the run's page links no record")
	}
	rec := site.get(href)
	if rec.Code != http.StatusOK || rec.Body.Len() == 0 || !strings.Contains(rec.Header().Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("GET %s: %d, %d bytes, policy %q", href, rec.Code, rec.Body.Len(), rec.Header().Get("Content-Security-Policy"))
	}
	if got := request(site.Handler, http.MethodGet, href, "If-None-Match", rec.Header().Get("ETag")).Code; got != http.StatusNotModified {
		t.Errorf("GET %s again: %d, want 304", href, got)
	}
	site.wantStatus(t, "/runs/"+run+"/records/0", http.StatusNotFound)
}

// brokenStore fails every look at the benchmarks, or panics.
type brokenStore struct {
	Store
	panics bool
}

func (b brokenStore) Benchmarks(context.Context) ([]results.Benchmark, error) {
	if b.panics {
		panic("secret detail")
	}
	return nil, errors.New("secret detail")
}

// A fault of ours is a 500 that shows nothing of its cause, also after a panic.
func TestInternalFault(t *testing.T) {
	for _, panics := range []bool{false, true} {
		h := New(Config{Store: brokenStore{testServer(t).Store, panics}})
		for _, path := range []string{"/", "/api/v1/benchmarks"} {
			rec := request(h, http.MethodGet, path)
			if rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), "secret") || rec.Body.Len() == 0 {
				t.Errorf("GET %s (panics %v): %d %q, want a plain 500", path, panics, rec.Code, rec.Body)
			}
		}
	}
}

// awayStore is one whose revision or bodies cannot be read.
type awayStore struct {
	Store
	err  error
	body bool // only bodies
}

func (s awayStore) Revisions(ctx context.Context) (results.Revision, error) {
	if s.body {
		return s.Store.Revisions(ctx)
	}
	return results.Revision{}, s.err
}

func (s awayStore) Steps(context.Context, *results.StoredTrial, []results.StepRow) ([]results.Step, error) {
	return nil, s.err
}

func (s awayStore) RawReader(context.Context, int64) (io.ReadSeeker, error) { return nil, s.err }

// A store that does not answer, and a body that is gone or altered, are said: nobody is
// told that there is no such page, nothing of it is shown or kept, and of what stands
// behind nothing is named.
func TestStoreAway(t *testing.T) {
	site := testServer(t)
	away := fmt.Errorf("read revisions: %w", errors.Join(results.ErrUnavailable, errors.New("secret detail")))
	gone := fmt.Errorf("read trace: object secret: %w", errors.Join(results.ErrDamaged, results.ErrNotFound))
	runs := site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 1})
	trials := must.Get(site.Store.RunTrials(t.Context(), runs[0].ID, ""))(t)
	raws := must.Get(site.Store.Raws(t.Context(), runs[0].ID, trials[0].ID))(t)
	trial := "/runs/" + runs[0].Slug + "/" + trials[0].Scenario + "/" + trials[0].Task
	for _, tt := range []struct {
		path, key, says string
		Store           awayStore
	}{
		{"/", "", "does not answer", awayStore{err: away}},
		{"/api/v1/benchmarks", "unavailable", "does not answer", awayStore{err: away}},
		{trial, "", "is not shown", awayStore{err: gone, body: true}},
		{"/api/v1" + trial, "damaged", "is not shown", awayStore{err: gone, body: true}},
		{fmt.Sprintf("/raw/%d", raws[0].ID), "", "is not shown", awayStore{err: gone, body: true}},
	} {
		tt.Store.Store = site.Store
		h := New(Config{Store: tt.Store})
		rec := request(h, http.MethodGet, tt.path)
		body := rec.Body.String()
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" || rec.Header().Get("Cache-Control") != "no-store" ||
			!strings.Contains(body, tt.says) || !strings.Contains(body, tt.key) || strings.Contains(body, "secret") {
			t.Errorf("GET %s: %d %v %.300q", tt.path, rec.Code, rec.Header(), body)
		}
	}
	rec := request(New(Config{Store: awayStore{Store: site.Store, err: away}}), http.MethodGet, "/healthz")
	if rec.Code != http.StatusServiceUnavailable || strings.Contains(rec.Body.String(), "secret") {
		t.Errorf("/healthz: %d %q", rec.Code, rec.Body)
	}
}

// Once a request has found the database file damaged, health says so.
func TestDamagedFile(t *testing.T) {
	site := testServer(t)
	trials := must.Get(site.Store.RunTrials(t.Context(), site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 1})[0].ID, ""))(t)
	h := New(Config{Store: awayStore{Store: site.Store, err: fmt.Errorf("read trace: %w", results.ErrCorrupt), body: true}})
	run := site.runs(t, results.RunFilter{Benchmark: "clawatlas-example", Limit: 1})[0].Slug
	if rec := request(h, http.MethodGet, "/healthz"); rec.Code != http.StatusOK {
		t.Errorf("/healthz before: %d %q", rec.Code, rec.Body)
	}
	request(h, http.MethodGet, "/runs/"+run+"/"+trials[0].Scenario+"/"+trials[0].Task)
	if rec := request(h, http.MethodGet, "/healthz"); rec.Code != http.StatusServiceUnavailable || !strings.Contains(rec.Body.String(), "is damaged") {
		t.Errorf("/healthz after: %d %q", rec.Code, rec.Body)
	}
}

func TestHealthAndMetrics(t *testing.T) {
	h := testServer(t).Handler
	if rec := request(h, http.MethodGet, "/healthz"); rec.Code != 200 || rec.Body.String() != "ok\n" {
		t.Errorf("/healthz: %d %q", rec.Code, rec.Body)
	}
	if got := request(h, http.MethodGet, "/metrics").Code; got != http.StatusNotFound {
		t.Errorf("the site answers /metrics with %d, want 404: it has an address of its own", got)
	}
	m := NewMetrics()
	request(New(Config{Store: testServer(t).Store, Metrics: m}), http.MethodGet, "/findings")
	for at, want := range map[string]int{"/metrics": 200, "/": 404} {
		rec := request(m.Handler(), http.MethodGet, at)
		if rec.Code != want || want == 200 && (!strings.Contains(rec.Body.String(), `clawatlas_http_requests_total{code="200",route="/findings"} 1`) || !strings.Contains(rec.Body.String(), `clawatlas_render_seconds_count{route="/findings"} 1`)) {
			t.Errorf("GET %s of the counters: %d %.300s", at, rec.Code, rec.Body)
		}
	}
}
