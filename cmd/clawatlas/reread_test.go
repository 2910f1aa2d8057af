package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// TestReread: a site that was upgraded tells the same as a new one. A database that a
// released build has left behind is migrated, and gives then, and when it is read once
// more, the answers of one that the present program makes of the same records.
func TestReread(t *testing.T) {
	old, fresh := filepath.Join(t.TempDir(), "old.db"), filepath.Join(t.TempDir(), "fresh.db")
	unpack(t, releasedV1, old)
	db := must.Get(openFirst(t.Context(), file(fresh), bundled.FS))(t)
	_, err := newLoader(db).Load(t.Context(), []ingest.Source{{FS: exampleRuns(t, "skimmer"), Name: "rel"}})
	must.Do(t, errors.Join(err, db.Close()))
	const notice = "1 of 27 runs read by another version of the program"
	if code, out := runProgram(t, "migrate", "--db", old); code != exitOK || strings.Contains(out, "clawatlas reread") {
		t.Fatalf("migrate: exit %d\n%s", code, out)
	}
	raw := must.Get(sqlx.Connect("sqlite3", "file:"+old))(t)
	_, err = raw.Exec("UPDATE runs SET reader = 'x', origin = '' WHERE slug LIKE '%skimmer%'")
	must.Do(t, errors.Join(err, raw.Close()))
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
	asked := addresses(t, fresh)
	got, want := answersOf(t, old, asked), answersOf(t, fresh, asked)
	differ := 0
	for i, at := range asked {
		if got[i] != want[i] {
			if differ++; differ <= 5 {
				t.Errorf("%s: %s", at, firstDifference(got[i], want[i]))
			}
		}
	}
	t.Logf("%d answers, %d differ", len(asked), differ)
}

// addresses are those of all answers of the API about the example's run and its benchmark,
// by the description of the API, and those that need no name.
func addresses(t *testing.T, path string) []string {
	t.Helper()
	var api struct {
		Paths map[string]any `json:"paths"`
	}
	data, err := os.ReadFile(filepath.FromSlash("../../web/openapi.json"))
	must.Do(t, errors.Join(err, json.Unmarshal(data, &api)))
	values := namesOf(t, path)
	var list []string
	for _, p := range slices.Sorted(maps.Keys(api.Paths)) {
		// These tell the way, or are the program's own.
		if strings.Contains(p, "/docs") || slices.Contains([]string{"changes", "about", "{day}"}, filepath.Base(p)) {
			continue
		}
		ways := []string{p}
		for _, name := range []string{"benchmark", "run", "{scenario}/{task}", "scenario", "model", "case", "{family}/{cause}", "finding",
			"table"} {
			if !strings.Contains(name, "{") {
				name = "{" + name + "}"
			}
			if !strings.Contains(p, name) {
				continue
			}
			var filled []string
			for _, way := range ways {
				for _, v := range values[name] {
					filled = append(filled, strings.ReplaceAll(way, name, v))
				}
			}
			if ways = filled; len(ways) == 0 {
				t.Logf("%s: nothing of it is there", p)
			}
		}
		list = append(list, ways...)
	}
	return append(list, "/api/v1/search?q=office", "/api/v1/search?q=failed:true", "/api/v1/runs?limit=1000")
}

// namesOf are the values of the parts of addresses.
func namesOf(t *testing.T, path string) map[string][]string {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	defer db.Close()
	const benchmark = "clawatlas-example"
	runs, _, err := db.Runs(t.Context(), results.RunFilter{Benchmark: benchmark, Limit: 10})
	cases, failed := db.Cases(t.Context(), benchmark)
	calls, missed := db.Failures(t.Context(), benchmark)
	if err := errors.Join(err, failed, missed); err != nil || len(runs) != 1 || len(cases) == 0 {
		t.Fatalf("%d runs, %d cases, %v", len(runs), len(cases), err)
	}
	values := map[string][]string{"{benchmark}": {benchmark}, "{run}": {runs[0].Slug}, "{model}": {runs[0].System.Model}}
	trials := must.Get(db.RunTrials(t.Context(), runs[0].ID, ""))(t)
	for _, x := range trials {
		values["{scenario}/{task}"] = append(values["{scenario}/{task}"], x.Scenario+"/"+x.Task)
		values["{scenario}"] = append(values["{scenario}"], x.Scenario)
	}
	values["{scenario}"] = slices.Compact(values["{scenario}"])
	for _, c := range cases {
		values["{case}"] = append(values["{case}"], c.Slug)
	}
	for _, f := range calls {
		for _, c := range f.Causes {
			values["{family}/{cause}"] = append(values["{family}/{cause}"], url.PathEscape(c.Family)+"/"+url.PathEscape(c.Cause))
		}
	}
	return values
}

// passing is what tells when something came to be.
var passing = regexp.MustCompile(`"(ingested_at|at|day)": ?("[^"]*"|\d+)`)

// answersOf are the answers to addresses from a database.
func answersOf(t *testing.T, path string, asked []string) (answers []string) {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	defer db.Close()
	site := siteweb.NewSite(web.Config{Store: db, Version: "test", Log: slog.New(slog.DiscardHandler)})
	for _, at := range asked {
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), "GET", at, nil))
		answers = append(answers, fmt.Sprintln(rec.Code)+passing.ReplaceAllString(rec.Body.String(), `"$1":0`))
	}
	return answers
}

// runProgram runs the program and returns its exit code and all that it says.
func runProgram(t *testing.T, args ...string) (int, string) {
	t.Helper()
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "said")))(t)
	defer f.Close()
	code := program(args, &streams{out: newPrinter(f), err: newPrinter(f)})
	said := must.Get(os.ReadFile(f.Name()))(t)
	return code, string(said)
}
