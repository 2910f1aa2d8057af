package manyruns_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/manyruns"
	"github.com/clawatlas/clawatlas/results"
)

func TestTree(t *testing.T) {
	small := manyruns.Join(manyruns.Arena{Scenarios: 2, Rounds: 5, Runs: 2}.FS(), manyruns.Job{Trials: 3}.FS())
	err := fstest.TestFS(small, "data/many-runs/tests.json", "agents/0002/lab_agent-0002_openclaw/infer/many_s02/q5/infer_result.json",
		"jobs/job-3-0/task-00000__0000002/agent/trajectory.json")
	if err != nil {
		t.Error(err)
	}
}

// TestArena reads the runs without a warning: what the boards of many of them
// show is not the work of a fault in these records.
func TestArena(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, manyruns.Arena{First: 7, Runs: 3}.FS(), ingest.Identity{})
	if len(rep.Refused)+rep.WarningCount() > 0 || len(rep.Runs) != 3 {
		t.Fatalf("report %+v", rep)
	}
	passed := map[int]bool{}
	for _, r := range rep.Runs {
		c := r.Counts
		if r.Benchmark != manyruns.Benchmark || c.Expected != 336 || c.Scored != 336 || !r.Complete {
			t.Errorf("run %s: %+v, want 336 scored rounds", r.Run, c)
		}
		passed[c.Passed] = true
	}
	if len(passed) != 3 {
		t.Errorf("passed %v: the agents do not differ", passed)
	}
	boards, err := db.FindBoard(t.Context(), manyruns.Benchmark, "paper", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(boards.Rows) != 3 || len(boards.Doubtful) != 1 {
		t.Errorf("%d rows and doubtful tasks %+v, want 3 rows and the broken check", len(boards.Rows), boards.Doubtful)
	}
	rules := map[string]bool{}
	list, err := db.Cases(t.Context(), manyruns.Benchmark)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		rules[c.Rule] = true
	}
	for _, want := range []string{"compound-claim", "format-ceiling", "silent-preference", "told-otherwise", "silent-change", "loop"} {
		if !rules[want] {
			t.Errorf("no case of %s: got %v", want, rules)
		}
	}
}

func TestAgain(t *testing.T) {
	db := ingesttest.Open(t)
	a := manyruns.Arena{Scenarios: 3, Rounds: 26, First: 1, Runs: 1}
	again := a
	again.Again = 1
	rep := ingesttest.Load(t, db, manyruns.Join(a.FS(), again.Agents()), ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Runs) != 2 || rep.Runs[0].Run == rep.Runs[1].Run {
		t.Fatalf("report %+v", rep)
	}
	board, err := db.FindBoard(t.Context(), manyruns.Benchmark, "paper", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(board.Rows) != 1 || len(board.Rows[0].OtherRuns) != 1 {
		t.Errorf("rows %+v, want one system with another run", board.Rows)
	}
}

func TestJob(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, manyruns.Job{Trials: 40}.FS(), ingest.Identity{})
	if len(rep.Refused)+rep.WarningCount() > 0 || len(rep.Runs) != 1 {
		t.Fatalf("report %+v", rep)
	}
	run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
	if err != nil {
		t.Fatal(err)
	}
	trials, err := db.Outcomes(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	status := map[results.Status]int{}
	for _, tr := range trials {
		status[tr.Status]++
	}
	if len(trials) != 40 || status[results.Passed] == 0 || status[results.Passed] == 40 {
		t.Errorf("%d trials: %v", len(trials), status)
	}
}

// TestWrite writes the same bytes as folders and as tars.
func TestWrite(t *testing.T) {
	a := manyruns.Arena{Scenarios: 1, Rounds: 3, Runs: 2}
	dir := t.TempDir()
	if err := manyruns.WriteFiles(filepath.Join(dir, "files"), a.Agents()); err != nil {
		t.Fatal(err)
	}
	if err := manyruns.WriteTars(filepath.Join(dir, "tars"), a.Agents()); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "tars", "agents", "0002.tar"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, in := 0, tar.NewReader(f)
	for {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		got, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fs.ReadFile(os.DirFS(dir), "files/agents/0002/"+h.Name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs", h.Name)
		}
		n++
	}
	if n != 6 {
		t.Errorf("%d files in the tar, want 6", n)
	}
}
