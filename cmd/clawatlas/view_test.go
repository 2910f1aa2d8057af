package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/static"
)

// TestWholeLines: a file of JSON lines ends with its last whole line, whether or not
// that is ended; other files are as they are.
func TestWholeLines(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	for name, tt := range map[string]struct{ data, want string }{
		"ended":            {"{}\n{}\n", "{}\n{}\n"},
		"whole, not ended": {"{}\n{\"a\":1}", "{}\n{\"a\":1}"},
		"half":             {"{}\n{\"a\":", "{}\n"},
		"half and long":    {"{}\n{\"a\":\"" + long, "{}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			inner := fstest.MapFS{"s.jsonl": {Data: []byte(tt.data)}, "s.json": {Data: []byte(tt.data)}}
			got, err := fs.ReadFile(wholeLines{inner}, "s.jsonl")
			if err != nil || string(got) != tt.want {
				t.Errorf("got %d bytes, %v, want %d", len(got), err, len(tt.want))
			}
			info, err := fs.Stat(wholeLines{inner}, "s.jsonl")
			if err != nil || info.Size() != int64(len(tt.want)) {
				t.Errorf("its size is %v, %v", info, err)
			}
			if got, _ := fs.ReadFile(wholeLines{inner}, "s.json"); string(got) != tt.data {
				t.Error("a document was cut")
			}
		})
	}
}

const (
	viewPrompt = `{"parentUuid":null,"type":"user","sessionId":"s1","uuid":"u1","cwd":"/w","message":{"role":"user","content":"Go, with %s"}}` + "\n"
	viewSaid   = `{"type":"assistant","sessionId":"s1","uuid":"u%d","cwd":"/w","message":{"id":"m%d","role":"assistant","model":"%s","content":[{"type":"text","text":"said %d"}]}}` + "\n"
)

// viewing begins to view paths and follows them until the test ends, when the temporary
// files have to be gone. It is at the landing page.
func viewing(t *testing.T, paths ...string) (*viewer, string) {
	t.Helper()
	null := must.Get(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	t.Setenv("TMPDIR", t.TempDir())
	c := &viewCmd{Paths: paths}
	v := must.Get(newViewer(c, &streams{out: newPrinter(null), err: newPrinter(null)}))(t)
	loaded := look(paths)
	must.Get(v.show(t.Context()))(t)
	at, _ := must.Get2(v.landing(t.Context()))(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); follow(ctx, paths, loaded, func() { _, _ = v.show(ctx) }) }()
	t.Cleanup(func() {
		cancel()
		<-done
		v.remove()
		if _, err := os.Stat(v.dir); !os.IsNotExist(err) {
			t.Errorf("temporary files are left in %s: %v", v.dir, err)
		}
	})
	return v, at
}

func (v *viewer) get(at string) (int, string) {
	req := httptest.NewRequest(http.MethodGet, at, nil)
	req.Host = "localhost"
	rec := httptest.NewRecorder()
	v.ServeHTTP(rec, req)
	if to := rec.Header().Get("Location"); to != "" {
		return v.get(to)
	}
	return rec.Code, rec.Body.String()
}

// until waits for an answer that holds a text.
func (v *viewer) until(t *testing.T, at, want string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		code, body := v.get(at)
		if code == http.StatusOK && strings.Contains(body, want) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: status %d, never held %q", at, code, want)
		}
	}
}

func writeTo(t *testing.T, name, text string, flag int) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|flag, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err != nil || f.Close() != nil {
		t.Fatal(err)
	}
}

// TestViewFollows: a session of which nothing but the prompt was written is opened, and
// what is added, truncated and replaced later is shown at the same address, although the
// model that names the run is known only then, and so is a new file of its folder.
// Secrets are removed.
func TestViewFollows(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it waits")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "s.jsonl")
	writeTo(t, file, fmt.Sprintf(viewPrompt, "AKIA"+"QYLPMN5HHHFPZAM2"), 0)
	v, at := viewing(t, dir)
	if !strings.HasSuffix(at, "/s") {
		t.Fatalf("it begins at %s, want the trial", at)
	}
	if code, body := v.get("/api/v1" + at); code != http.StatusOK || !strings.Contains(body, `"steps_total":1`) || strings.Contains(body, "AKIAQ") {
		t.Fatalf("status %d: %s", code, body)
	}
	rec := httptest.NewRecorder()
	v.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, at, nil))
	if rec.Header().Get("ETag") == "" || !strings.Contains(rec.Body.String(), static.URL("follow.js")) {
		t.Errorf("the page does not ask for what is new: %v", rec.Header())
	}
	writeTo(t, file, fmt.Sprintf(viewSaid, 2, 2, "claude-x", 2)+`{"type":"assis`, os.O_APPEND)
	v.until(t, "/api/v1"+at, `"steps_total":2`)
	_, body := v.get("/api/v1" + at)
	if strings.Contains(body, "assis\"") || strings.Contains(body, `"raw":"{`) {
		t.Error("half a line is shown")
	}
	writeTo(t, file, fmt.Sprintf(viewPrompt, "less"), os.O_TRUNC)
	v.until(t, "/api/v1"+at, `Go, with less`)
	next := filepath.Join(t.TempDir(), "tmp")
	writeTo(t, next, fmt.Sprintf(viewPrompt, "more")+fmt.Sprintf(viewSaid, 2, 2, "other-x", 7), 0)
	must.Do(t, os.Rename(next, file))
	v.until(t, "/api/v1"+at, `said 7`)
	api := httptest.NewRecorder()
	if v.site.ServeHTTP(api, httptest.NewRequest(http.MethodGet, "/api/v1/runs", nil)); api.Code != http.StatusOK || api.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("/api/v1/runs: %d %v, want nothing for other sites", api.Code, api.Header())
	}
	writeTo(t, filepath.Join(dir, "b.jsonl"), fmt.Sprintf(viewPrompt, "b")+fmt.Sprintf(viewSaid, 2, 2, "other-x", 2), 0)
	v.until(t, "/api/v1/runs", `"not_judged":2`)
	if list, err := filepath.Glob(filepath.Join(v.dir, "*", "*.db")); err != nil || len(list) > 2 {
		t.Errorf("former databases are kept: %v, %v", list, err)
	}
}

// TestStanding: runs that are known by their place keep their address when they grow,
// and two sources of the same name have two.
func TestStanding(t *testing.T) {
	read := func(sources ...ingest.Source) (slugs []string) {
		db := must.Get(openFirst(t.Context(), file(filepath.Join(t.TempDir(), "x.db")), exampleRuns(t)))(t)
		defer db.Close()
		rep := must.Get(newLoader(db).Load(t.Context(), sources))(t)
		for _, r := range rep.Runs {
			slugs = append(slugs, r.Run)
		}
		return slugs
	}
	of := func(standing, text string) ingest.Source {
		return ingest.Source{Name: "s.jsonl", Standing: standing, FS: fstest.MapFS{"s.jsonl": {Data: []byte(text)}}}
	}
	short := fmt.Sprintf(viewPrompt, "a") + fmt.Sprintf(viewSaid, 2, 2, "claude-x", 2)
	one, two := read(of("0", short), of("1", short)), read(of("0", short+fmt.Sprintf(viewSaid, 3, 3, "claude-x", 3)), of("1", short))
	if len(one) != 2 || len(two) != 2 || one[0] != two[0] || one[1] != two[1] || one[0] == one[1] {
		t.Errorf("got %v and %v, want the same two", one, two)
	}
}

// TestFollowBound: while files grow without a pause they are read a quarter of the time
// and no longer, whatever one reading takes; a change after that is read at once.
func TestFollowBound(t *testing.T) {
	for name, took := range map[string]time.Duration{"short": 100 * time.Millisecond, "long": 5 * time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "s.jsonl")
				writeTo(t, file, "{}\n", 0)
				ctx, cancel := context.WithCancel(t.Context())
				var spent, read atomic.Int64 // two goroutines may be awake in one instant
				go follow(ctx, []string{file}, look([]string{file}), func() { time.Sleep(took); read.Add(1); spent.Add(int64(took)) })
				const grows = 10 * time.Minute
				for range int(grows / (100 * time.Millisecond)) {
					writeTo(t, file, "{}\n", os.O_APPEND)
					time.Sleep(100 * time.Millisecond)
				}
				all, times := time.Duration(spent.Load()), read.Load()
				if all > grows/4+took || times < int64(grows/(5*max(took, time.Second))) {
					t.Errorf("read %d times, %s of %s", times, all, grows)
				}
				time.Sleep(time.Minute)
				before := read.Load()
				writeTo(t, file, "{}\n", os.O_APPEND)
				time.Sleep(2*viewEvery + took + time.Millisecond)
				if n := read.Load() - before; n != 1 {
					t.Errorf("a change after a pause was read %d times, want once", n)
				}
				cancel()
				synctest.Wait()
			})
		})
	}
}

// TestViewFacts: records of a benchmark meet what is published of it, and the only runs
// are theirs.
func TestViewFacts(t *testing.T) {
	v, at := viewing(t, filepath.Join("..", "..", "ingest", "clawmark", "testdata", "results", "acme_ant-2", "office_task1"))
	db := v.db
	runs, _, err := db.Runs(t.Context(), results.RunFilter{Limit: 50})
	if err != nil || len(runs) != 1 || !strings.HasPrefix(at, "/runs/"+runs[0].Slug+"/") {
		t.Errorf("%d runs, %v, want that of the records at %s", len(runs), err, at)
	}
	for _, id := range []string{"clawmark", "liveclawbench"} {
		figures, err := db.Figures(t.Context(), id)
		if err != nil || len(figures) == 0 {
			t.Errorf("%s: %d figures, %v", id, len(figures), err)
		}
		if tasks, err := db.Tasks(t.Context(), id, ""); err != nil || len(tasks) < 100 {
			t.Errorf("%s: %d tasks, %v", id, len(tasks), err)
		}
	}
}
