package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// What was used is kept with the looks, asked for by scenario, and goes with them.
func TestUsesAreKept(t *testing.T) {
	ctx := t.Context()
	db := openFile(t, filepath.Join(t.TempDir(), "t.db"))
	must(t, db.SaveDataset(ctx, dataset()))
	must(t, writeRun(t, db, "r1", "r1", 1, "word"))
	run := found(db.FindRun(ctx, "r1"))(t)
	use := results.UsedValue{Scenario: "s2", Round: "q1", Kind: "file", Path: "a/b.md", At: "q2", Step: 3, Call: 2, File: "c.json", Values: []string{"0.173", "Q-1"}, Quote: "a line"}
	other := use
	other.Scenario, other.File = "s1", ""
	l := results.Looked{Looks: []results.Look{}, Rounds: []results.LookedRound{}, Used: []results.UsedValue{use, other},
		Values: []results.WrittenValue{{Value: "v", Scenario: "s2", Task: "q3", Written: "both"}, {Value: "w", Scenario: "s1", Task: "q2", Written: "stale"}}}
	must(t, db.SaveLooked(ctx, "bench", run.ID, "key", &l))
	for scenario, want := range map[string][]results.UsedValue{"": l.Used, "s2": {use}, "s3": nil} {
		got, err := db.Looked(ctx, run.ID, scenario)
		if d := cmp.Diff(want, got.Used); d != "" || err != nil {
			t.Errorf("%s: %v %s", scenario, err, d)
		}
	}
	for scenario, want := range map[string][]results.WrittenValue{"": l.Values, "s2": l.Values[:1], "s3": nil} {
		got, err := db.Looked(ctx, run.ID, scenario)
		if d := cmp.Diff(want, got.Values); d != "" || err != nil {
			t.Errorf("%s: %v %s", scenario, err, d)
		}
	}
	must(t, db.SaveLooked(ctx, "bench", run.ID, "key", &results.Looked{}))
	if got, err := db.Looked(ctx, run.ID, ""); err != nil || got.Used != nil || got.Values != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
