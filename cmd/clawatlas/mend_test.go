package main

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// TestMendNames: what older versions called either set of MetaClaw-Bench goes when the
// database is opened, and stays while runs are filed under it.
func TestMendNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	db := must.Get(openFirst(t.Context(), file(path), bundled.FS))(t)
	d := &results.Dataset{Benchmark: results.Benchmark{ID: formerName, Name: "MetaClawBench", Scoring: results.ScoringClawArena, Digest: "d"},
		Scenarios: []results.Scenario{{Slug: "day01", Ordinal: 1}},
		Tasks:     []results.Task{{Scenario: "day01", Slug: "r1", Ordinal: 1, Kind: results.KindExecCheck, Facts: results.TaskFacts{Prompt: "?"}}}}
	must.Do(t, db.SaveDataset(t.Context(), d))
	runs := ingesttest.Rounds(d, "lab_model-a_openclaw", func(*results.Task) string { return "" })
	load := ingest.Source{FS: runs, Name: "old", Identity: ingest.Identity{Benchmark: formerName}}
	rep, err := newLoader(db).Load(t.Context(), []ingest.Source{load})
	if err != nil || len(rep.Runs) != 1 {
		t.Fatalf("%+v, %v", rep, err)
	}
	reopen := func() error {
		t.Helper()
		must.Do(t, db.Close())
		if db, _, err = openMended(t.Context(), file(path), bundled.FS); err != nil {
			t.Fatal(err)
		}
		_, err := db.FindTask(t.Context(), formerName, "day01", "r1")
		return err
	}
	if err := reopen(); err != nil {
		t.Errorf("with a run it is gone: %v", err)
	}
	must.Do(t, db.RemoveRun(t.Context(), rep.Runs[0].Run))
	if err := reopen(); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("without runs it stays: %v", err)
	}
	if b, err := db.FindBenchmark(t.Context(), "metaclaw-bench"); err != nil || b.Name == "" {
		t.Errorf("the set's own name: %+v, %v", b, err)
	}
	if err := errors.Join(storetest.Sound(t.Context(), inFile(db)), db.Close()); err != nil {
		t.Error(err)
	}
}
