package harbor_test

import (
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// A job of a scripted agent is a reference line whatever model its caller names and
// whatever its result calls the agent: it has no rank, and takes none from a system.
func TestReferenceLines(t *testing.T) {
	const opus = "claude-opus-4.7"
	ownLog := labelled(opus, "claude-code", opus, "claude-code", "")
	for _, task := range []string{"one", "two"} {
		ownLog["job/"+task+"__1aaaaaa/agent/oracle.txt"] = &fstest.MapFile{Data: []byte("solved\n")}
	}
	for _, tt := range []struct {
		name, agent string
		job         fstest.MapFS
		id          ingest.Identity
	}{
		{"oracle", "oracle", labelled("", "oracle", "", "oracle", ""), ingest.Identity{}},
		{"oracle with a model", "oracle", labelled(opus, "oracle", "", "oracle", ""), ingest.Identity{}},
		{"nop with a model", "nop", labelled(opus, "nop", "", "nop", ""), ingest.Identity{}},
		{"oracle that the caller calls otherwise", "oracle", labelled("", "oracle", "", "oracle", ""),
			ingest.Identity{Model: opus, Framework: "openclaw"}},
		{"oracle's own log", "oracle", ownLog, ingest.Identity{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			sound := ingesttest.Load(t, db, labelled("gpt-5.5", "codex", "gpt-5.5", "codex", ""), ingest.Identity{})
			rep := ingesttest.Load(t, db, tt.job, tt.id)
			if len(rep.Runs) != 1 || len(sound.Runs) != 1 {
				t.Fatalf("runs %+v, refused %+v", rep.Runs, rep.Refused)
			}
			run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
			if err != nil || !run.Scripted || run.System.Model != tt.agent || !run.Objects(results.ExclusionReference) || run.Ranked() {
				t.Errorf("run of %+v, scripted %v, with %+v (%v); want one of the agent alone that is not ranked", run.System, run.Scripted,
					run.Exclusions, err)
			}
			b, err := db.FindBoard(t.Context(), run.Benchmark, "", "")
			if err != nil || len(b.Rows) != 2 {
				t.Fatalf("board %+v (%v)", b.Rows, err)
			}
			for _, row := range b.Rows {
				if (row.Rank != nil) != (*row.Run == sound.Runs[0].Run) {
					t.Errorf("row %+v, want a rank of the system alone", row)
				}
			}
		})
	}
}

// A job whose records name no model has no rank.
func TestNoModel(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, labelled("", "codex", "", "codex", ""), ingest.Identity{})
	run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
	if err != nil || !run.Complete || !run.Objects(results.ExclusionUnnamed) {
		t.Errorf("run of %+v with %+v (%v), want it objected to", run.System, run.Exclusions, err)
	}
}

// A full reward of whose tests one failed is no score.
func TestTestsAgainstReward(t *testing.T) {
	const dir = "job/one__1aaaaaa/verifier/"
	for _, tt := range []struct {
		name, file, text string
		errors           int
	}{
		{"tests that failed", "ctrf.json", `{"results": {"tests": [{"name": "a", "status": "passed"}, {"name": "b", "status": "failed"}]}}`, 1},
		{"tests that passed", "ctrf.json", `{"results": {"tests": [{"name": "a", "status": "passed"}, {"name": "b", "status": "skipped"}]}}`, 0},
		{"a failed case beside a sum that is rounded", "test-stdout.txt", "FAILED TEST CASES\n  one of 200\nscore 1.00\n", 0},
	} {
		job := labelled("gpt-5.5", "codex", "gpt-5.5", "codex", "")
		job[dir+tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
		rep := ingesttest.Load(t, ingesttest.Open(t), job, ingest.Identity{})
		if len(rep.Runs) != 1 || rep.Runs[0].Counts.Error != tt.errors || rep.Runs[0].Complete == (tt.errors > 0) {
			t.Errorf("%s: %+v, want %d without a score", tt.name, rep.Runs, tt.errors)
		}
	}
}
