package manyruns_test

import (
	"bytes"
	"compress/zlib"
	"io/fs"
	"path"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

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
	boards := must.Get(db.FindBoard(t.Context(), manyruns.Benchmark, "paper", ""))(t)
	if len(boards.Rows) != 3 || len(boards.Doubtful) != 1 {
		t.Errorf("%d rows and doubtful tasks %+v, want 3 rows and the broken check", len(boards.Rows), boards.Doubtful)
	}
	rules := map[string]bool{}
	list := must.Get(db.Cases(t.Context(), manyruns.Benchmark))(t)
	for _, c := range list {
		rules[c.Rule] = true
	}
	for _, want := range []string{"told-otherwise", "loop"} {
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
	first := ingesttest.Load(t, db, a.FS(), ingest.Identity{})
	second := ingesttest.Load(t, db, again.Agents(), ingest.Identity{})
	if len(first.Runs) != 1 || len(second.Runs) != 1 || first.Runs[0].Run == second.Runs[0].Run {
		t.Fatalf("reports %+v, %+v", first, second)
	}
	board := must.Get(db.FindBoard(t.Context(), manyruns.Benchmark, "paper", ""))(t)
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
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	trials := must.Get(db.Outcomes(t.Context(), run.ID))(t)
	status := map[results.Status]int{}
	for _, tr := range trials {
		status[tr.Status]++
	}
	if len(trials) != 40 || status[results.Passed] == 0 || status[results.Passed] == 40 {
		t.Errorf("%d trials: %v", len(trials), status)
	}
}

// Public traces have the size and the variety that the public run has: 19.0 KB a
// round, 2.60 calls, all of it deflated to 0.187, the longest round 311 KB.
func TestPublicShape(t *testing.T) {
	run := manyruns.Arena{Runs: 1, Traces: manyruns.Public}.Agents()
	var text []byte
	rounds, most, calls := 0, 0, 0
	err := fs.WalkDir(run, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "infer_result.json" {
			return err
		}
		data, err := fs.ReadFile(run, name)
		text = append(text, data...)
		rounds, most, calls = rounds+1, max(most, len(data)), calls+bytes.Count(data, []byte(`"type": "toolCall"`))
		return err
	})
	if err != nil || rounds != 336 {
		t.Fatal(rounds, err)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(text)
	_ = w.Close()
	mean, each, ratio := float64(len(text))/float64(rounds), float64(calls)/float64(rounds), float64(packed.Len())/float64(len(text))
	t.Logf("%.0f bytes and %.2f calls a round, the longest %d, deflated to %.3f", mean, each, most, ratio)
	if mean < 15e3 || mean > 21e3 || each < 2.3 || each > 2.9 || most < 100e3 || ratio < .17 || ratio > .21 {
		t.Errorf("%.0f bytes and %.2f calls a round, the longest %d, deflated to %.3f", mean, each, most, ratio)
	}
}
