package sqlite

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// record is a run of one trial that names a model.
func record(t *testing.T, db *DB, name, digest string) string {
	t.Helper()
	ctx := context.Background()
	r := &results.Run{Benchmark: "bench", ModelName: name, System: results.System{Model: name}, Digest: digest}
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Attempts: 1, Status: results.Passed, Kind: results.KindMultiChoice}); err != nil {
		t.Fatal(err)
	}
	r.System.Model = must.Get(tx.ModelID(ctx, name, false))(t)
	r.Slug = results.RunSlug("bench", r.System, digest)
	if err := tx.Finish(ctx, r, nil); err != nil {
		t.Fatalf("run of %q: %v", name, err)
	}
	return r.Slug
}

func listed() []results.Model {
	return []results.Model{
		{ID: "gpt-5.5", Name: "GPT-5.5", Vendor: "OpenAI", Aliases: []string{"openai/gpt-5.5", "gpt-5-5"}},
		{ID: "house-model", Name: "House Model"}, // a list may not know the vendor
	}
}

// TestRecordsChangeNoListedModel: whatever a record calls its model.
func TestRecordsChangeNoListedModel(t *testing.T) {
	db, ctx := open(t), context.Background()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	must.Do(t, db.SaveModels(ctx, listed()))
	for i, name := range []string{
		"GPT-5.5!", "gpt-5.5\u200b", "ＧＰＴ-5.5", "gpt-5.5\u202e", "gpt+5.5", "gpt-5.5;--", "\u00a0gpt-5.5", "house\u0430-model", "house model!", "???", "",
		"G\u0420T-5.5", "GPT-5.5 ", "openai/GPT_5.5", "evil/gpt-5.5", "House_Model",
	} {
		before := []results.Model{find(t, db, "gpt-5.5"), find(t, db, "house-model")}
		run := must.Get(db.FindRun(ctx, record(t, db, name, fmt.Sprint("d", i))))(t)
		after := []results.Model{find(t, db, "gpt-5.5"), find(t, db, "house-model")}
		same(t, fmt.Sprintf("a run of %q changes a listed model", name), before, after)
		spelling := slices.Contains([]string{"GPT-5.5 ", "openai/GPT_5.5", "evil/gpt-5.5", "House_Model"}, name)
		if known := run.System.Model == "gpt-5.5" || run.System.Model == "house-model"; known != spelling {
			t.Errorf("a run of %q is filed under %s", name, run.System.Model)
		}
		if run.ModelName != name {
			t.Errorf("the run's own words %q became %q", name, run.ModelName)
		}
	}
}

func find(t *testing.T, db *DB, id string) results.Model {
	t.Helper()
	m := must.Get(db.FindModel(context.Background(), id))(t)
	return m
}

// TestModelsDoNotDependOnTheOrder: every order of the same runs and the list of
// models gives the same models and the same addresses.
func TestModelsDoNotDependOnTheOrder(t *testing.T) {
	names := []string{"command-r", "command-r+", "vendor/Command R", "vendor-command-r", "openai/gpt-5.5", "list"}
	var want []string
	permute(names, func(order []string) {
		db, ctx := open(t), context.Background()
		must.Do(t, db.SaveDataset(ctx, dataset()))
		for _, name := range order {
			if name == "list" {
				must.Do(t, db.SaveModels(ctx, listed()))
				continue
			}
			record(t, db, name, "digest-"+results.NameID(name))
		}
		var got []string
		models := must.Get(db.Models(ctx))(t)
		for _, m := range models {
			m = find(t, db, m.ID)
			got = append(got, m.ID+"|"+m.Name+"|"+m.Vendor)
			got = append(got, m.Aliases...)
		}
		runs, _, err := db.Runs(ctx, results.RunFilter{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		var slugs []string
		for _, r := range runs {
			slugs = append(slugs, r.Slug+" "+r.System.Model+" "+r.ModelName)
		}
		slices.Sort(slugs)
		got = append(got, slugs...)
		if want == nil {
			want = got
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("order %v (-first +this):\n%s", order, d)
		}
		db.Close()
	})
	if len(want) == 0 || !slices.Contains(want, "command-r|Command R|") {
		t.Errorf("models and runs: %v", want)
	}
}

// permute calls each with every rotation of the list, both ways round: each
// element comes before and after each other one.
func permute(list []string, each func([]string)) {
	for range 2 {
		for i := range list {
			each(slices.Concat(list[i:], list[:i]))
		}
		slices.Reverse(list)
	}
}
