package web

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// routesOfAll registers the pages of all families, see routes_test.go.
var routesOfAll Routes

// SetRoutes sets routesOfAll.
func SetRoutes(f Routes) { routesOfAll = f }

// New makes the handler of a whole site.
func New(cfg Config) http.Handler {
	_, h := newServer(cfg)
	return h
}

func newServer(cfg Config) (*Server, *echo.Echo) {
	cfg.Routes = routesOfAll
	return NewServer(cfg)
}

// exampleBenchmark is the one whose records are bundled.
const exampleBenchmark = "clawatlas-example"

// Two runs of scripted agents on it.
const (
	thoroughRun = "clawatlas-example-thorough-reader-clawatlas-runner-a1d7c33e"
	neverRun    = "clawatlas-example-never-revises-clawatlas-runner-8e40a947"
)

// testSite is the site over a real database.
type testSite struct {
	Store   *sqlite.DB
	Handler http.Handler
}

// testServer serves the bundled figures and the example runs of scripted
// agents. The site is made once for all tests, which only read it.
func testServer(t testing.TB) *testSite {
	t.Helper()
	return openSite(t, "example", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, true, ingest.Source{FS: example.FS, Name: "example runs"})
	})
}

// realServer serves the bundled figures and the records of the shared folder:
// ClawArena's released run. The test is skipped where the folder is missing.
func realServer(t testing.TB) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "data", "clawarena")
	return openSite(t, realName, loadPath(path))
}

// loadPath loads the records at a path.
func loadPath(path string) func(context.Context, *ingest.Loader) error {
	return func(ctx context.Context, l *ingest.Loader) error {
		src, err := source.Open(path, source.Limits{})
		if err != nil {
			return err
		}
		defer src.Close()
		return loadInto(ctx, l, false, ingest.Source{FS: src.FS, Name: src.Name})
	}
}

// bareServer serves a database that holds nothing but the bundled figures.
func bareServer(t testing.TB) *testSite {
	t.Helper()
	return openSite(t, bareName, nil)
}

// get answers a request for path.
func (s *testSite) get(path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	s.Handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	return rec
}

// page gets an HTML page that must be there.
func (s *testSite) page(t testing.TB, path string) *goquery.Document {
	t.Helper()
	rec := s.get(path)
	if rec.Code != http.StatusOK {
		t.Fatalf("GET %s: status %d, want 200: %s", path, rec.Code, rec.Body.String())
	}
	doc, err := goquery.NewDocumentFromReader(rec.Body)
	if err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	if n := doc.Find("h1").Length(); n != 1 {
		t.Errorf("GET %s: %d h1, want 1", path, n)
	}
	return doc
}

// object gets a JSON document that must be there.
func (s *testSite) object(t testing.TB, path string, v any) {
	t.Helper()
	rec := s.get(path)
	if rec.Code != http.StatusOK {
		t.Fatalf("GET %s: status %d, want 200: %s", path, rec.Code, rec.Body.String())
	}
	if err := json.Unmarshal(rec.Body.Bytes(), v); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
}

// table gets a table of CSV that must be there.
func (s *testSite) table(t testing.TB, path string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(s.get(path).Body).ReadAll()
	if err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return rows
}

// csv gets a table of CSV as its rows by the names of the columns.
func (s *testSite) csv(t testing.TB, path string) (list []map[string]string) {
	t.Helper()
	rows := s.table(t, path)
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, name := range rows[0] {
			m[name] = row[i]
		}
		list = append(list, m)
	}
	return list
}

// runs are those of the database, of which there must be some.
func (s *testSite) runs(t testing.TB, f results.RunFilter) []results.Run {
	t.Helper()
	list, _, err := s.Store.Runs(t.Context(), f)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d runs of %+v, %v", len(list), f, err)
	}
	return list
}

// benchmarks are all those of the database.
func (s *testSite) benchmarks(t testing.TB) []results.Benchmark {
	t.Helper()
	return must.Get(s.Store.Benchmarks(t.Context()))(t)
}

// wantStatus checks the status of an answer.
func (s *testSite) wantStatus(t testing.TB, path string, want int) {
	t.Helper()
	must.Equal(t, want, s.get(path).Code, "GET %s: status", path)
}

// squash is a selection's text with single spaces.
func squash(sel *goquery.Selection) string { return strings.Join(strings.Fields(sel.Text()), " ") }

// databases are made once per test process, by name, and so are the sites over them:
// what one test has asked for is rendered for all. All begin as a copy of the first,
// which holds the bundled figures. A test that writes, or that counts what is rendered,
// takes a site of its own, see readSite.
type databases struct {
	mu    sync.Mutex
	dir   string
	err   map[string]error
	sites map[string]*testSite
}

var testDatabases = databases{err: map[string]error{}, sites: map[string]*testSite{}}

// Databases that others begin with.
const (
	bareName = "bare"
	realName = "clawarena"
)

func TestMain(m *testing.M) {
	// A tenth of the time went to collecting garbage.
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(1 << 30)
	code := m.Run()
	for _, s := range testDatabases.sites {
		s.Store.Close()
	}
	if testDatabases.dir != "" {
		os.RemoveAll(testDatabases.dir)
	}
	os.Exit(code)
}

// site makes the database of that name, once, and opens it.
func (d *databases) site(from, name string, fill func(context.Context, *ingest.Loader) error) (*testSite, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.sites[name]; s != nil {
		return s, nil
	}
	path, err := d.path(from, name, fill)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.OpenReader(context.Background(), path)
	if err != nil {
		return nil, err
	}
	d.sites[name] = &testSite{Store: db, Handler: New(unhurried(db))}
	return d.sites[name], nil
}

// path makes the database of that name out of another one, once, and returns its path.
func (d *databases) path(from, name string, fill func(context.Context, *ingest.Loader) error) (string, error) {
	if d.dir == "" {
		dir, err := os.MkdirTemp("", "clawatlas-web")
		if err != nil {
			return "", err
		}
		d.dir = dir
		d.err[bareName] = fillDatabase(d.file(bareName), loadBundled)
	}
	err, made := d.err[name]
	if !made {
		if err = d.err[from]; err == nil {
			err = copyFile(d.file(name), d.file(from))
		}
		if err == nil {
			err = fillDatabase(d.file(name), fill)
		}
		d.err[name] = err
	}
	return d.file(name), err
}

func (d *databases) file(name string) string { return filepath.Join(d.dir, name+".db") }

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

func fillDatabase(path string, fill func(context.Context, *ingest.Loader) error) error {
	ctx := context.Background()
	db, err := sqlite.OpenWriter(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(fill(ctx, testLoader(db)), db.Close())
}

// testLoader loads everything on one day.
func testLoader(db ingest.Store) *ingest.Loader {
	red := redact.New()
	return &ingest.Loader{
		Store: db, Formats: formats.All(), Limits: ingest.DefaultLimits(),
		Redactor: func() ingest.CountingRedact { return red.Fresh() },
		Now:      func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) },
	}
}

// loadBundled loads what each database begins with.
func loadBundled(ctx context.Context, l *ingest.Loader) error {
	return loadInto(ctx, l, false, ingest.Source{FS: bundled.FS, Name: "bundled data", Official: true})
}

func loadInto(ctx context.Context, l *ingest.Loader, scripted bool, src ingest.Source) error {
	l.Scripted = scripted
	rep, err := l.Load(ctx, []ingest.Source{src})
	if err != nil {
		return fmt.Errorf("load %s: %w", src.Name, err)
	}
	if len(rep.Refused) > 0 {
		return fmt.Errorf("load %s: %s: %s", src.Name, rep.Refused[0].Item, rep.Refused[0].Reason)
	}
	return nil
}

// sourcesSite serves what sources hold, which are loaded one after another.
func sourcesSite(t testing.TB, sources ...ingest.Source) *testSite {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.db")
	err := fillDatabase(path, func(ctx context.Context, l *ingest.Loader) error {
		for _, src := range sources {
			if err := loadInto(ctx, l, false, src); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return readSite(t, path)
}

// unhurried is a site that lets requests take their time: how long they take on a
// machine that is at other work too says nothing about it.
func unhurried(db Store) Config {
	return Config{Store: db, Version: "test", Timeout: time.Hour, Routes: routesOfAll, ATIF: stepsInstead}
}

// readSite serves the database at path.
func readSite(t testing.TB, path string) *testSite {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	t.Cleanup(func() { db.Close() })
	return &testSite{Store: db, Handler: New(unhurried(db))}
}

func openSite(t testing.TB, name string, fill func(context.Context, *ingest.Loader) error) *testSite {
	t.Helper()
	return openOn(t, bareName, name, fill)
}

func openOn(t testing.TB, from, name string, fill func(context.Context, *ingest.Loader) error) *testSite {
	t.Helper()
	site, err := testDatabases.site(from, name, fill)
	if err != nil {
		t.Fatalf("make database %s: %v", name, err)
	}
	return site
}

// stepsInstead stands for the program that writes ATIF, which tests of pages do not reach.
func stepsInstead(w io.Writer, run *results.Run, t *results.StoredTrial, steps []results.Step) error {
	_, err := fmt.Fprintf(w, "{\"run\":%q,\"task\":%q,\"attempt\":%d,\"steps\":%d}\n", run.Slug, t.Task, t.Attempt, len(steps))
	return err
}
