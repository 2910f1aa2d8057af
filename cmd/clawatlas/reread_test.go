package main

import (
	"errors"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// TestReread: a site that was upgraded tells the same as a new one. A database that a
// released build has left behind says that it is out of date, and why; read again, it
// gives the answers of one that the present program makes of the same records.
func TestReread(t *testing.T) {
	old, fresh := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "fresh.db")
	unpack(t, releasedV1, old)
	db, err := openFirst(t.Context(), file(fresh), bundled.FS)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newLoader(db).Load(t.Context(), []ingest.Source{{FS: exampleRuns(t, "skimmer"), Name: "rel"}})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	const notice = "1 of 27 runs read by another version of the program"
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"migrate", "--db", old}, "clawatlas reread --db " + old},
		{[]string{"list", "--db", old}, notice},
		{[]string{"reread", "--db", old}, "1 of 1 run read again"},
		{[]string{"reread", "--db", old}, "no run was read by another version"},
	} {
		code, out := runProgram(t, step.args...)
		if code != exitOK || !strings.Contains(out, step.want) {
			t.Fatalf("%v: exit %d, want %q in\n%s", step.args, code, step.want, out)
		}
	}
	got, want := answersOf(t, old), answersOf(t, fresh)
	if len(want) < 100 {
		t.Errorf("only %d answers", len(want))
	}
	differ := 0
	for at, body := range want {
		if got[at] != body {
			if differ++; differ <= 5 {
				t.Errorf("%s: %s", at, firstDifference(got[at], body))
			}
		}
	}
	t.Logf("%d answers, %d differ", len(want), differ)
}

// ways are what pages lead to, and passing what tells when and in which order something
// came to be.
var (
	ways    = regexp.MustCompile(`(?:href|src)="(/[^"#]*)`)
	passing = regexp.MustCompile(`"(ingested_at|at|revision|stamp|day|assembled_at)": ?("[^"]*"|\d+)`)
	kinds   = regexp.MustCompile(`(/(?:b|benchmarks|runs|models|cases|findings|scenarios)/)[^?]*|=[^&]*|\d+`)
)

// answersOf are the answers of the API about all that the pages of a database lead to,
// a few of each kind.
func answersOf(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := sqlite.OpenReader(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	site := siteweb.NewSite(web.Config{Store: db, Version: "test"})
	seen, of, answers := map[string]bool{}, map[string]int{}, map[string]string{}
	for queue := []string{"/"}; len(queue) > 0; queue = queue[1:] {
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), "GET", queue[0], nil))
		body := rec.Body.String()
		if strings.HasPrefix(queue[0], "/api/") {
			answers[queue[0]] = passing.ReplaceAllString(body, `"$1":0`)
		}
		for _, m := range ways.FindAllStringSubmatch(body, -1) {
			at := strings.ReplaceAll(m[1], "&amp;", "&")
			kind := kinds.ReplaceAllString(at, "$1")
			if strings.HasPrefix(at, "/api/v1/runs/") || strings.HasPrefix(at, "/runs/") {
				kind = "run " + strings.Repeat("/", strings.Count(at, "/"))
			}
			skip := strings.HasPrefix(at, "/static/") || strings.Contains(at, "/docs") || strings.Contains(at, "changes") || strings.Contains(at, "openapi")
			if seen[at] || skip || of[kind] >= 30 {
				continue
			}
			seen[at] = true
			of[kind]++
			queue = append(queue, at)
		}
	}
	return answers
}
