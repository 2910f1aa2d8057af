package sqlstore_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// nothing asks an empty store for everything.
func nothing(t *testing.T, db Store) {
	ctx := t.Context()
	_, err := db.FindBenchmark(ctx, "none")
	notFound(t, "a benchmark", err)
	_, err = db.FindDataset(ctx, "none")
	notFound(t, "a dataset", err)
	_, err = db.FindTask(ctx, "none", "s", "q")
	notFound(t, "a task", err)
	_, err = db.FindWorld(ctx, "none", "s")
	notFound(t, "a world", err)
	_, err = db.FindModel(ctx, "none")
	notFound(t, "a model", err)
	_, err = db.FindRun(ctx, "none")
	notFound(t, "a run", err)
	_, err = db.FindTrial(ctx, "none", "s", "q", 1)
	notFound(t, "a trial", err)
	_, err = db.FindBoard(ctx, "none", "", "")
	notFound(t, "a board", err)
	_, err = db.FindCase(ctx, "none")
	notFound(t, "a case", err)
	_, err = db.FindRaw(ctx, 7)
	notFound(t, "a record", err)
	_, err = db.FindWithdrawal(ctx, "none")
	notFound(t, "a withdrawn run", err)
	notFound(t, "hiding a run", db.HideRun(ctx, "none", true))
	notFound(t, "removing a run", db.RemoveRun(ctx, "none"))
	_, err = db.BeginRun(ctx, &results.Run{Benchmark: "none"})
	notFound(t, "a run of no benchmark", err)
	if list, err := db.Benchmarks(ctx); err != nil || list == nil || len(list) > 0 {
		t.Errorf("benchmarks %v, %v; want none", list, err)
	}
	if list, total, err := db.Runs(ctx, results.RunFilter{Limit: 10}); err != nil || list == nil || len(list)+total > 0 {
		t.Errorf("%d of %d runs, %v; want none", len(list), total, err)
	}
	if list, err := db.Cases(ctx, "none"); err != nil || len(list) > 0 {
		t.Errorf("cases %v, %v; want none", list, err)
	}
}

func datasets(t *testing.T, db Store) {
	ctx, want := t.Context(), dataset(bench)
	must.Do(t, db.SaveDataset(ctx, want))
	must.Do(t, db.SaveDataset(ctx, dataset("other")))
	got := must.Get(db.FindDataset(ctx, bench))(t)
	same(t, "dataset (-saved +read)", want, got, cmpopts.EquateEmpty())
	same(t, "benchmark (-saved +read)", want.Benchmark, must.Get(db.FindBenchmark(ctx, bench))(t))
	if list := must.Get(db.Benchmarks(ctx))(t); len(list) != 2 {
		t.Errorf("%d benchmarks, want 2", len(list))
	}
	size := must.Get(db.BenchmarkSize(ctx, bench))(t)
	if size != (results.BenchmarkSize{Scenarios: 2, Tasks: 3}) {
		t.Errorf("size %+v", size)
	}
	same(t, "scenarios (-saved +read)", want.Scenarios, must.Get(db.Scenarios(ctx, bench))(t))
	same(t, "tasks of a scenario (-saved +read)", want.Tasks[:2], must.Get(db.Tasks(ctx, bench, "s1"))(t), cmpopts.EquateEmpty())
	// What knows only which tasks there are overwrites no text.
	facts := dataset(bench)
	facts.FactsOnly, facts.Benchmark.Digest, facts.Tasks = true, "", []results.Task{{Scenario: "s1", Slug: "q1",
		Kind: results.KindMultiChoice}}
	must.Do(t, db.SaveDataset(ctx, facts))
	if task := must.Get(db.FindTask(ctx, bench, "s1", "q1"))(t); task.Facts.Prompt != "What?" {
		t.Errorf("facts overwrote a text: %+v", task.Facts)
	}
	// Facts of one task change nothing else.
	told := must.Get(db.FindTask(ctx, bench, "s1", "q1"))(t)
	told.Facts.Descriptions = map[string]string{"zh": "一"}
	must.Do(t, db.SaveTaskFacts(ctx, bench, []results.Task{told, {Scenario: "s9", Slug: "q1"}}))
	want.Tasks[0].Facts.Descriptions = told.Facts.Descriptions
	same(t, "dataset after the facts of one task (-saved +read)", want, must.Get(db.FindDataset(ctx, bench))(t), cmpopts.EquateEmpty())
	_, err := db.FindTask(ctx, bench, "s1", "q9")
	notFound(t, "a task that is not there", err)
	want.Scenarios, want.Tasks = want.Scenarios[:1], want.Tasks[:2]
	must.Do(t, db.SaveDataset(ctx, want))
	same(t, "dataset that has lost a scenario (-saved +read)", want, must.Get(db.FindDataset(ctx, bench))(t), cmpopts.EquateEmpty())
}

// models meet by their aliases, however written, and none takes another's.
func models(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t,
		db.SaveModels(ctx, []results.Model{{ID: "gemma-4-31b", Name: "Gemma 4 31B", Aliases: []string{"gemma-4-31b-it", "google/gemma-4-31b"}}}))
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	tx := must.Get(db.BeginRun(ctx, &results.Run{Benchmark: bench}))(t)
	defer tx.Rollback()
	for name, want := range map[string]string{
		"Gemma-4-31B-it": "gemma-4-31b", "GEMMA 4 31b": "gemma-4-31b", "openrouter/gemma-4-31b": "gemma-4-31b",
		"gemma-4-31b-plus": "gemma-4-31b-plus",
	} {
		if got, err := tx.ModelID(ctx, name, false); err != nil || got != want {
			t.Errorf("ModelID(%q) = %q, %v; want %q", name, got, err, want)
		}
		if id, known, err := tx.KnownModel(ctx, name); err != nil || id != want || known != (want == "gemma-4-31b") {
			t.Errorf("KnownModel(%q) = %q, %v, %v", name, id, known, err)
		}
	}
	tx.Rollback()
	_, err := db.FindModel(ctx, "gemma-4-31b-plus")
	notFound(t, "a model of a run that was rolled back", err)
	if m := must.Get(db.FindModel(ctx, "gemma-4-31b"))(t); m.Name != "Gemma 4 31B" {
		t.Errorf("model %+v", m)
	}
	for _, name := range []string{"Alpha X", "alpha-x"} {
		r := named(name)
		r.ModelName = name
		must.Do(t, write(ctx, db, r))
	}
	if m := must.Get(db.FindModel(ctx, "alpha-x"))(t); m.Name != "Alpha X" {
		t.Errorf("%q is not the least of the spellings", m.Name)
	}
	if err := db.SaveModels(ctx, []results.Model{{ID: "other", Name: "Other", Aliases: []string{"gemma_4_31b_it"}}}); !errors.Is(err,
		results.ErrConflict) {
		t.Errorf("a stolen alias gives %v, want ErrConflict", err)
	}
}

// figures without a value are no zeros.
func figures(t *testing.T, db Store) {
	ctx, value := t.Context(), 0.5
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	src := results.FigureSource{ID: "src", Benchmark: bench, Title: "Paper", Date: "2026-01-02"}
	list := []results.Figure{
		{Benchmark: bench, Source: "src", Table: "Table 1", Group: "g", Model: "m-one", Metric: "crs", Value: &value, Digits: 2,
			Unit: "percent", Board: true},
		{Benchmark: bench, Source: "src", Table: "Table 1", Group: "g", Model: "m-one", Metric: "tcr", Unit: "percent"},
	}
	must.Do(t, db.SaveFigures(ctx, src, list))
	same(t, "figures (-saved +read)", list, must.Get(db.Figures(ctx, bench))(t))
	same(t, "sources (-saved +read)", []results.FigureSource{src}, must.Get(db.FigureSources(ctx, bench))(t))
	must.Do(t, db.SaveFigures(ctx, src, list[:1]))
	if n := len(must.Get(db.Figures(ctx, bench))(t)); n != 1 {
		t.Errorf("%d figures after the source was saved again with 1", n)
	}
	table := results.StatTable{Benchmark: bench, ID: "t", Title: "T",
		Rows: []results.StatRow{{Label: "r", Cells: []results.StatCell{{Value: &value}, {}}}}}
	must.Do(t, db.SaveTables(ctx, []results.StatTable{table}))
	same(t, "tables (-saved +read)", []results.StatTable{table}, must.Get(db.StatTables(ctx, bench))(t), cmpopts.EquateEmpty())
}

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
				Before: []byte("one\n"), After: []byte("two 二\n")},
			{WorldObject: chat, Round: "q2", Updates: []string{"u1", "u2"}, Effect: "new", Told: "silent", Added: 1, Size: size("{}"), After: []byte("{}")},
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
