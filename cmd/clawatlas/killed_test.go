package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// smallFirst is the bundled data of one benchmark, so that a new database is
// quickly made.
func smallFirst() fs.FS {
	out := fstest.MapFS{"clawatlas-figures.json": {Data: []byte(`{"format": "clawatlas-figures", "version": 1,
  "benchmarks": ["benchmarks.json"], "models": ["models.json"], "datasets": ["stage-claw/dataset.json"],
  "figures": ["stage-claw/figures.json"], "tables": ["stage-claw/tables.json"]}`)}}
	for _, name := range []string{"benchmarks.json", "models.json", "stage-claw/dataset.json", "stage-claw/figures.json", "stage-claw/tables.json"} {
		data, err := fs.ReadFile(bundled.FS, name)
		if err != nil {
			panic(err)
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

// mainSmall is the program with a small first database.
func mainSmall() {
	os.Exit(program(os.Args[1:], &streams{out: newPrinter(os.Stdout), err: newPrinter(os.Stderr), first: smallFirst()}))
}

// firstDifference is the first line of one text that the other lacks.
func firstDifference(got, want string) string {
	has := map[string]bool{}
	for _, line := range strings.Split(want, "\n") {
		has[line] = true
	}
	for _, line := range strings.Split(got, "\n") {
		if !has[line] {
			return "unexpected " + line
		}
		delete(has, line)
	}
	for line := range has {
		return "missing " + line
	}
	return "none"
}

// Two first ingests at the same time both succeed, and leave what one alone does.
func TestTwoFirstIngests(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it races")
	}
	records := filepath.Join(t.TempDir(), "records")
	must.Do(t, os.CopyFS(records, exampleRuns(t, "skimmer", "thorough-reader")))
	ingests := func(n int) string {
		dir := t.TempDir()
		db := filepath.Join(dir, "x.db")
		var all []*exec.Cmd
		for range n {
			cmd := exec.Command("clawatlas-small", "ingest", "--db", db, records)
			cmd.Stdout = new(bytes.Buffer)
			cmd.Stderr = cmd.Stdout
			must.Do(t, cmd.Start())
			all = append(all, cmd)
		}
		for _, cmd := range all {
			if err := cmd.Wait(); err != nil {
				t.Fatalf("%v: %s", err, cmd.Stdout)
			}
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
			t.Errorf("beside the database: %v, %v", list, err)
		}
		w := must.Get(sqlite.OpenWriter(t.Context(), db))(t)
		defer w.Close()
		var dump strings.Builder
		must.Do(t, errors.Join(storetest.Sound(t.Context(), w), storetest.Dump(t.Context(), db, &dump)))
		return dump.String()
	}
	want := ingests(1)
	if got := ingests(2); got != want {
		t.Error(firstDifference(got, want))
	}
}
