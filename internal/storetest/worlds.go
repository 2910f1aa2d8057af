package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// worldOf is what the update of the fixture changes; the file changes twice.
func worldOf() results.World {
	size := func(s string) *int64 { n := int64(len(s)); return &n }
	file := results.WorldObject{Kind: "file", Path: "docs/a.md", Name: "a.md"}
	chat := results.WorldObject{Kind: "chat", Path: "boss_1.jsonl", Name: "boss"}
	return results.World{
		Scenario: "s1", Files: 2, Chats: 0, Layout: "openclaw",
		Layouts: []results.WorldLayout{{Layout: "openclaw", WorldCounts: results.WorldCounts{Updates: 2}}, {Layout: "nanobot", NamedFiles: 1}},
		Start: []results.WorldText{{WorldObject: file, Text: []byte("one\n")},
			{WorldObject: results.WorldObject{Kind: "file", Path: "empty", Name: "empty"}, Text: []byte{}}},
		Changes: []results.WorldChange{
			{WorldObject: file, Round: "q1", Updates: []string{"u0"}, Effect: "replaced", Told: "named", Author: "append", Had: 3,
				Removed: 1, Added: 1, Was: size("one\n"), Size: size("two 二\n"),
				Parts: []results.WorldPart{{Mark: "-", Text: "one"}, {Mark: "+", Text: "two 二"}}, Before: []byte("one\n"), After: []byte("two 二\n")},
			{WorldObject: chat, Round: "q2", Updates: []string{"u1", "u2"}, Effect: "new", Told: "silent", Added: 1, Size: size("{}"),
				Parts: []results.WorldPart{{Mark: "+", Text: "hello", Role: "user", Speaker: "Boss", Time: "D1", Cut: true},
					{Mark: "~", Left: 3}}, After: []byte("{}")},
			{WorldObject: file, Round: "q2", Updates: []string{"u1"}, Effect: "deleted", Told: "announced", Removed: 1, Was: size("two 二\n"),
				Size: size(""), Before: []byte("two 二\n"), After: []byte{}},
		},
	}
}

// factsOf is a world as a bundle of facts has it.
func factsOf(w results.World) results.World {
	w.Start = nil
	var facts []results.WorldChange
	for _, c := range w.Changes {
		facts = append(facts, c.Facts())
	}
	w.Changes = facts
	return w
}

func worldDataset() *results.Dataset {
	d := dataset(bench)
	d.Tasks[0].Updates = []results.Update{{ID: "u0"}}
	return d
}

// worlds keep their texts, which facts do not replace.
func worlds(t *testing.T, db Store) {
	ctx, want := t.Context(), worldOf()
	d := worldDataset()
	d.FactsOnly, d.Benchmark.Digest, d.Worlds = true, "", []results.World{factsOf(want)}
	must.Do(t, db.SaveDataset(ctx, d))
	same(t, "facts (-saved +read)", []results.World{factsOf(want)}, must.Get(db.Worlds(ctx, bench))(t))
	if !must.Get(db.FindBenchmark(ctx, bench))(t).HasWorld {
		t.Error("the benchmark has no world")
	}
	_, err := db.WorldText(ctx, bench, "s1", "q1", "file", "docs/a.md")
	notFound(t, "the text of an object that only facts are known of", err)
	before := must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{want}))
	if must.Get(db.Revisions(ctx))(t).Benchmarks[bench] == before.Benchmarks[bench] {
		t.Error("new texts are no new revision")
	}
	first := dumped(t, db)
	before = must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{want}))
	must.Do(t, db.SaveDataset(ctx, d))
	same(t, "the same world is a new revision", before, must.Get(db.Revisions(ctx))(t))
	if first != dumped(t, db) {
		t.Error("facts have changed a world with texts")
	}
	told := factsOf(want)
	told.Layouts = append(told.Layouts, results.WorldLayout{Layout: "picoclaw", Beside: 2})
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{told}))
	same(t, "layouts that facts add (-saved +read)", told.Layouts, must.Get(db.FindWorld(ctx, bench, "s1"))(t).Layouts)
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{want}))
	same(t, "world (-saved +read)", want, must.Get(db.FindWorld(ctx, bench, "s1"))(t), cmpopts.EquateEmpty())
	parts := must.Get(db.FindWorldParts(ctx, bench, "s1"))(t)
	if diff := cmp.Diff(want, parts, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(results.WorldChange{}, "Before", "After"),
		cmpopts.IgnoreFields(results.WorldText{}, "Text")); diff != "" || parts.Changes[0].After != nil {
		t.Errorf("differences (-saved +read):\n%s", diff)
	}
	for _, x := range []struct{ round, want string }{{"", "one\n"}, {"q1", "two 二\n"}, {"q2", ""}} {
		if got := must.Get(db.WorldText(ctx, bench, "s1", x.round, "file", "docs/a.md"))(t); string(got) != x.want {
			t.Errorf("from %q on the file holds %q, want %q", x.round, got, x.want)
		}
	}
	_, err = db.WorldText(ctx, bench, "s1", "q1", "chat", "docs/a.md")
	notFound(t, "the text of another kind", err)
	_, err = db.FindWorld(ctx, bench, "s2")
	notFound(t, "the world of a scenario without updates", err)
}

// A world goes when the dataset no longer has the updates that made it.
func worldsUnfit(t *testing.T, db Store) {
	ctx, d := t.Context(), worldDataset()
	d.Worlds = []results.World{worldOf()}
	must.Do(t, db.SaveDataset(ctx, d))
	d.Worlds = nil
	must.Do(t, db.SaveDataset(ctx, d))
	if n := len(must.Get(db.Worlds(ctx, bench))(t)); n != 1 {
		t.Errorf("%d worlds after the dataset was saved again without its tree, want 1", n)
	}
	d.Tasks[1].Updates = nil
	must.Do(t, db.SaveDataset(ctx, d))
	if n := len(must.Get(db.Worlds(ctx, bench))(t)); n != 0 || must.Get(db.FindBenchmark(ctx, bench))(t).HasWorld {
		t.Errorf("%d worlds of a dataset without the updates, want 0", n)
	}
}
