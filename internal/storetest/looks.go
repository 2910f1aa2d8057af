package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// lookedOf is what a run looked at in the scenarios of the fixture's dataset.
func lookedOf() results.Looked {
	return results.Looked{Looks: []results.Look{
		{Scenario: "s1", Round: "q2", Kind: "file", Path: "docs/a.md", Level: "content", At: "q2", Step: 3, Rounds: 1},
		{Scenario: "s1", Round: "q2", Kind: "chat", Path: "boss_1.jsonl", Level: "never", Hidden: &results.LookListing{Shown: 1, Exist: 5}},
		{Scenario: "s2", Round: "q1", Kind: "file", Path: "x", Level: "untraced"},
	}, Signs: []results.LookSign{
		{Rule: "no-look", Scenario: "s1", Round: "q2", Proof: []results.CaseProof{{What: "changed", Object: "docs/a.md", Change: 1},
			{What: "ran", Step: 3, Call: 2, Quote: "cat 二", Shown: 1, Exist: 5}}},
		{Rule: "stale-value", Scenario: "s2", Round: "q1", Proof: []results.CaseProof{{What: "written", Step: 1}}},
	}}
}

// looks are kept by run with the key that they were found by, and go with the run.
func looks(t *testing.T, db Store) {
	ctx, want := t.Context(), lookedOf()
	filled(t, db, 1)
	run := found(db.FindRun(ctx, "run1"))(t)
	if got := found(db.Looked(ctx, run.ID, ""))(t); len(got.Looks)+len(got.Signs) > 0 {
		t.Errorf("looks of a run that has none: %+v", got)
	}
	before := found(db.Revisions(ctx))(t)
	must(t, db.SaveLooked(ctx, bench, run.ID, "old", &results.Looked{Looks: want.Looks[:1]}))
	if found(db.Revisions(ctx))(t).Of(bench) == before.Of(bench) {
		t.Error("looks are no new revision")
	}
	must(t, db.SaveLooked(ctx, bench, run.ID, "k1", &want))
	same(t, "looks (-saved +read)", want, found(db.Looked(ctx, run.ID, ""))(t))
	one := results.Looked{Looks: want.Looks[2:], Signs: want.Signs[1:]}
	same(t, "looks of a scenario (-saved +read)", one, found(db.Looked(ctx, run.ID, "s2"))(t))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, found(db.LookKeys(ctx, bench))(t))
	must(t, db.RemoveRun(ctx, "run1"))
	if got := found(db.LookKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}

// scenes are kept of worlds with texts as long as these are what they were.
func scenes(t *testing.T, db Store) {
	ctx, d, w := t.Context(), worldDataset(), worldOf()
	d.Worlds = []results.World{factsOf(w)}
	must(t, db.SaveDataset(ctx, d))
	if list := found(db.WorldScenes(ctx, bench))(t); len(list) > 0 {
		t.Errorf("scenes of worlds of which only facts are known: %+v", list)
	}
	must(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "scenes before one is made (-want +read)", []results.WorldScene{{Scenario: "s1"}}, found(db.WorldScenes(ctx, bench))(t))
	_, err := db.WorldScene(ctx, bench, "s1")
	notFound(t, "a scene that is not made", err)
	digest := found(db.SaveWorldScene(ctx, bench, "s1", "k1", []byte("scene")))(t)
	kept := []results.WorldScene{{Scenario: "s1", Key: "k1", Digest: digest}}
	must(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	if diff := cmp.Diff(kept, found(db.WorldScenes(ctx, bench))(t)); diff != "" || digest == "" {
		t.Errorf("scenes after the same world was saved again (-saved +read):\n%s", diff)
	}
	if got := found(db.WorldScene(ctx, bench, "s1"))(t); string(got) != "scene" {
		t.Errorf("scene %q", got)
	}
	w.Changes[0].After = []byte("three\n")
	must(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "the scene of another world is still there (-want +read)",
		[]results.WorldScene{{Scenario: "s1"}}, found(db.WorldScenes(ctx, bench))(t))
}
