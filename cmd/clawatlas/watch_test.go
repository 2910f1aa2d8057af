package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

const watched = "clawatlas-example"

// generations makes databases that say in two places which they are. Those of
// one origin share an id.
type generations struct {
	t       *testing.T
	dir     string
	origins [2]*sqlite.DB
}

func newGenerations(t *testing.T) *generations {
	g := &generations{t: t, dir: t.TempDir()}
	for i := range g.origins {
		name := fmt.Sprintf("origin-%d.db", i)
		path := filepath.Join(g.dir, name)
		must.Do(t, os.WriteFile(path, oneRun(t, name), 0o600))
		g.origins[i] = must.Get(sqlite.OpenWriter(t.Context(), path))(t)
		t.Cleanup(func() { g.origins[i].Close() })
	}
	return g
}

// say makes an origin speak of generation n.
func (g *generations) say(origin, n int) *sqlite.DB {
	db := g.origins[origin]
	d, err := db.FindDataset(g.t.Context(), watched)
	if err == nil {
		d.Benchmark.Summary = fmt.Sprintf("generation %d.", n)
		for i := range d.Scenarios {
			d.Scenarios[i].Title = fmt.Sprintf("generation %d.", n)
		}
		err = db.SaveDataset(g.t.Context(), d)
	}
	if err != nil {
		g.t.Fatal(err)
	}
	return db
}

// replace puts generation n at path, in one of the ways in which people do. A command
// replaces only a copy of its own database: then the origin is that of the one before.
func (g *generations) replace(path string, n int) {
	g.t.Helper()
	db := g.say((n+1)/3%2, n)
	if n%3 == 0 {
		if err := db.Publish(g.t.Context(), path); err != nil {
			g.t.Fatal(err)
		}
		return
	}
	next := filepath.Join(g.dir, "next.db")
	err := db.Publish(g.t.Context(), next)
	if err == nil && n%3 == 1 { // a database that was written in, with its log's mode
		var w *sqlite.DB
		if w, err = sqlite.OpenWriter(g.t.Context(), next); err == nil {
			err = errors.Join(w.SaveNote(g.t.Context(), "n", strconv.Itoa(n)), w.Close())
		}
	}
	if err := errors.Join(err, os.Rename(next, path)); err != nil {
		g.t.Fatal(err)
	}
}

var said = regexp.MustCompile(`generation (\d+)\.`)

// TestReplacedWhileServing asks a server all the time while its file is replaced, once
// in each way: no answer is of two generations, and the last is of the last.
func TestReplacedWhileServing(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it waits")
	}
	g := newGenerations(t)
	path := filepath.Join(t.TempDir(), "site.db")
	g.replace(path, 1)
	addr := startServer(t, path)
	pages := []string{"/b/" + watched + "/heatmap", "/b/" + watched + "/scenarios/ex_library_outage", "/b/" + watched + "/scenarios/ex_office_move"}
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for r := range pages {
		readers.Go(func() {
			for i := r; ctx.Err() == nil; i++ {
				body, code, err := get(addr + pages[i%len(pages)])
				found := said.FindAllString(body, -1)
				if err != nil || code != http.StatusOK || len(found) == 0 || len(slices.Compact(found)) != 1 {
					t.Errorf("GET %s: status %d, %v, generations %q", pages[i%len(pages)], code, err, found)
				}
				time.Sleep(2 * time.Millisecond) // or most of the time goes to answers from the cache
			}
		})
	}
	for n := 2; n <= 7; n++ {
		time.Sleep(time.Duration(100+n*37%300) * time.Millisecond)
		g.replace(path, n)
	}
	var body string
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(body, "generation 7.") && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		body, _, _ = get(addr + pages[0])
	}
	cancel()
	readers.Wait()
	if !strings.Contains(body, "generation 7.") {
		t.Error("the page is not of the last generation")
	}
}

func get(url string) (body string, code int, err error) {
	resp, err := http.Get(url)
	if err != nil {
		return "", 0, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), resp.StatusCode, err
}

// startServer serves the file in a process of its own until the test ends.
func startServer(t *testing.T, path string) (url string) {
	t.Helper()
	return startProgram(t, "clawatlas", "--db", path)
}

// startProgram serves what the flags name in a process of its own until the test ends.
func startProgram(t *testing.T, program string, flags ...string) (url string) {
	t.Helper()
	addr := must.Get(freeAddr())(t)
	cmd := exec.Command(program, append([]string{"serve", "--addr", addr, "--limit", "0"}, flags...)...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	must.Do(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Errorf("server: %v\n%s", err, tail(out.String()))
		}
	})
	for range 600 {
		if _, code, err := get("http://" + addr + "/healthz"); err == nil && code == http.StatusOK {
			return "http://" + addr
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return ""
}

// watchedSite is a site in this process, with a clock that always looks.
func watchedSite(t *testing.T, path string) func(page string) (int, string) {
	t.Helper()
	w := must.Get(newWatch(t.Context(), path, slog.New(slog.DiscardHandler)))(t)
	t.Cleanup(func() { w.close() })
	w.keep(siteweb.NewSite(web.Config{Store: w.store(), Health: w.health, Version: "test"}))
	return func(page string) (int, string) {
		w.mu.Lock()
		w.looked, w.verified = time.Time{}, time.Time{}
		w.mu.Unlock()
		rec := httptest.NewRecorder()
		w.site.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, page, nil))
		return rec.Code, rec.Body.String()
	}
}

// A file that is gone, cut or not ours is noticed, and what was served stays.
func TestHealthOfTheFile(t *testing.T) {
	for _, tt := range []struct {
		name, says string
		serves     bool // pages are answered as before
		harm       func(path string) error
	}{
		{"gone", "was deleted", true, os.Remove},
		{"cut after its first page", "cannot be read", false, func(path string) error { return os.Truncate(path, 4096) }},
		{"zeros over all but its first pages", "cannot be read", false, func(path string) error {
			data, err := os.ReadFile(path)
			if err == nil {
				clear(data[8*4096:])
			}
			return errors.Join(err, os.WriteFile(path, data, 0o600))
		}},
		{"text over it", "not a database", true, func(path string) error { return moveOver(path, []byte("no database")) }},
		{"an older schema over it", "clawatlas migrate --db", true, func(path string) error {
			old, err := os.ReadFile(filepath.Join("..", "..", "results", "sqlite", "testdata", "kept-v1.db"))
			return errors.Join(err, moveOver(path, old))
		}},
		{"a cut database over it", "not served", true, func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, moveOver(path, data[:40960]))
		}},
		{"copied over in place", "", true, func(path string) error {
			g := newGenerations(t)
			next := filepath.Join(g.dir, "other.db")
			if err := g.say(1, 7).Publish(t.Context(), next); err != nil {
				return err
			}
			data, err := os.ReadFile(next)
			return errors.Join(err, os.WriteFile(path, data, 0o600))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGenerations(t)
			path := filepath.Join(t.TempDir(), "site.db")
			g.replace(path, 3)
			ask := watchedSite(t, path)
			const page = "/b/" + watched + "/heatmap"
			if code, body := ask("/healthz"); code != http.StatusOK {
				t.Fatalf("healthz before: %d %s", code, body)
			}
			if code, _ := ask(page); code != http.StatusOK {
				t.Fatalf("GET %s before: %d", page, code)
			}
			must.Do(t, tt.harm(path))
			code, body := ask("/healthz")
			want := http.StatusServiceUnavailable
			if tt.says == "" {
				want = http.StatusOK
			}
			if code != want || !strings.Contains(body, tt.says) {
				t.Errorf("healthz: %d %q, want %d and %q", code, body, want, tt.says)
			}
			if code, body := ask(page); tt.serves && (code != http.StatusOK || !strings.Contains(body, "generation")) {
				t.Errorf("GET %s afterwards: %d", page, code)
			}
			g.replace(path, 5) // whole again
			if code, body := ask("/healthz"); code != http.StatusOK {
				t.Errorf("healthz after a whole file came: %d %s", code, body)
			}
			if _, body := ask(page); !strings.Contains(body, "generation 5.") {
				t.Errorf("GET %s is not of the whole file that came", page)
			}
		})
	}
}

func moveOver(path string, data []byte) error {
	next := path + ".next"
	return errors.Join(os.WriteFile(next, data, 0o600), os.Rename(next, path))
}

// TestDamagedPart: a damaged page that the watch itself does not read is said at the start.
func TestDamagedPart(t *testing.T) {
	g := newGenerations(t)
	path := filepath.Join(t.TempDir(), "site.db")
	g.replace(path, 3)
	db := must.Get(sqlx.Connect("sqlite3", "file:"+path))(t)
	var at, size int64
	must.Do(t, errors.Join(db.Get(&at, "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_scenarios_1'"),
		db.Get(&size, "PRAGMA page_size"), db.Close()))
	out := must.Get(os.OpenFile(path, os.O_WRONLY, 0))(t)
	_, err := out.WriteAt(make([]byte, size), (at-1)*size)
	must.Do(t, errors.Join(err, out.Close()))
	if code, body := watchedSite(t, path)("/healthz"); code != http.StatusServiceUnavailable || !strings.Contains(body, "is damaged") {
		t.Errorf("healthz answers %d %q", code, body)
	}
}
