package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// lookedOf is what a run looked at in the scenarios of the fixture's dataset.
func lookedOf() results.Looked {
	return results.Looked{Looks: []results.Look{
		{Scenario: "s1", Round: "q2", Kind: "file", Path: "docs/a.md", Level: "content", At: "q2", Step: 3, Call: 1, CallID: "c|1",
			Quote: "two 二", Rounds: 1, Calls: 4, Anchors: 2, Shown: 1, Missing: 1},
		{Scenario: "s1", Round: "q2", Kind: "chat", Path: "boss_1.jsonl", Level: "never",
			Hidden: &results.LookListing{At: "q2", Step: 2, Call: 1, Shown: 1, Exist: 5}},
		{Scenario: "s2", Round: "q1", Kind: "file", Path: "x", Level: "untraced"},
	}, Rounds: []results.LookedRound{
		{Scenario: "s1", Round: "q2", Objects: 2, Same: 0, Ever: 1, Traced: true, Blind: true}, {Scenario: "s2", Round: "q1", Objects: 1},
	}, Signs: []results.LookSign{
		{Rule: "no-look", Scenario: "s1", Round: "q2", Proof: []results.CaseProof{{What: "changed", Object: "docs/a.md", Change: 1},
			{What: "ran", Step: 3, Call: 2, Quote: "cat 二", Shown: 1, Exist: 5}}},
		{Rule: "stale-value", Scenario: "s2", Round: "q1", Proof: []results.CaseProof{{What: "written", Step: 1}}},
	}, Used: []results.UsedValue{
		{Scenario: "s1", Round: "q1", Kind: "file", Path: "x", At: "q2", Step: 3, Call: 2, Values: []string{"9009"}},
		{Scenario: "s2", Round: "q1", Kind: "file", Path: "a/b.md", At: "q2", Step: 3, Call: 2, File: "c.json",
			Values: []string{"0.173", "Q-1"}, Quote: "a line"},
	}, Values: []results.WrittenValue{{Value: "w", Scenario: "s1", Task: "q2", Written: "stale"},
		{Value: "v", Scenario: "s2", Task: "q3", Written: "both"}}}
}

// looks are kept by run with the key that they were found by, and go with the run.
func looks(t *testing.T, db Store) {
	ctx, want := t.Context(), lookedOf()
	filled(t, db, 1)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	if got := must.Get(db.Looked(ctx, run.ID, ""))(t); len(got.Looks)+len(got.Rounds)+len(got.Signs) > 0 {
		t.Errorf("looks of a run that has none: %+v", got)
	}
	before := must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveLooked(ctx, bench, run.ID, "old", &results.Looked{Looks: want.Looks[:1]}))
	if must.Get(db.Revisions(ctx))(t).Of(bench) == before.Of(bench) {
		t.Error("looks are no new revision")
	}
	must.Do(t, db.SaveLooked(ctx, bench, run.ID, "k1", &want))
	same(t, "looks (-saved +read)", want, must.Get(db.Looked(ctx, run.ID, ""))(t))
	rounds := []results.RunLookedRound{{Run: run.ID, LookedRound: want.Rounds[0]}, {Run: run.ID, LookedRound: want.Rounds[1]}}
	same(t, "rounds of runs (-saved +read)", rounds, must.Get(db.LookedRounds(ctx, []int64{run.ID + 1000, run.ID}))(t))
	if list := must.Get(db.LookedRounds(ctx, nil))(t); len(list) > 0 {
		t.Errorf("rounds of no run: %v", list)
	}
	one := results.Looked{Looks: want.Looks[2:], Rounds: want.Rounds[1:], Signs: want.Signs[1:], Used: want.Used[1:], Values: want.Values[1:]}
	same(t, "looks of a scenario (-saved +read)", one, must.Get(db.Looked(ctx, run.ID, "s2"))(t))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, must.Get(db.LookKeys(ctx, bench))(t))
	must.Do(t, db.RemoveRun(ctx, "run1"))
	if got := must.Get(db.LookKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}

// scenes are kept of worlds with texts as long as these are what they were.
func scenes(t *testing.T, db Store) {
	ctx, d, w := t.Context(), worldDataset(), worldOf()
	d.Worlds = []results.World{factsOf(w)}
	must.Do(t, db.SaveDataset(ctx, d))
	if list := must.Get(db.WorldScenes(ctx, bench))(t); len(list) > 0 {
		t.Errorf("scenes of worlds of which only facts are known: %+v", list)
	}
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "scenes before one is made (-want +read)", []results.WorldScene{{Scenario: "s1"}}, must.Get(db.WorldScenes(ctx, bench))(t))
	_, err := db.WorldScene(ctx, bench, "s1")
	notFound(t, "a scene that is not made", err)
	digest := must.Get(db.SaveWorldScene(ctx, bench, "s1", "k1", []byte("scene")))(t)
	kept := []results.WorldScene{{Scenario: "s1", Key: "k1", Digest: digest}}
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	if diff := cmp.Diff(kept, must.Get(db.WorldScenes(ctx, bench))(t)); diff != "" || digest == "" {
		t.Errorf("scenes after the same world was saved again (-saved +read):\n%s", diff)
	}
	if got := must.Get(db.WorldScene(ctx, bench, "s1"))(t); string(got) != "scene" {
		t.Errorf("scene %q", got)
	}
	w.Changes[0].After = []byte("three\n")
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "the scene of another world is still there (-want +read)",
		[]results.WorldScene{{Scenario: "s1"}}, must.Get(db.WorldScenes(ctx, bench))(t))
}
