package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// rereadAs is a run as a reader reads it.
func rereadAs(reader string) *results.Run {
	r := named("run1")
	r.Reader, r.IngestedAt = reader, 9000
	return r
}

// readAgain replaces a run by another reading and that by the former one.
func readAgain(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	first, before := must.Get(db.FindRun(ctx, "run1"))(t), dumped(t, db)
	other := trialOf{"q2", results.Failed, says("quite another text", "and a second step")}

	gone, cancel := context.WithCancel(ctx)
	tx := must.Get(db.BeginRun(gone, rereadAs("b")))(t)
	must.Do(t, tx.SaveTrial(gone, &results.Trial{Scenario: "s1", Task: "q2", Status: results.Failed}))
	cancel()
	if err := tx.Finish(gone, rereadAs("b"), nil); err == nil {
		t.Error("a reading that was cut off is stored")
	}
	same(t, "after a reading that was cut off (-before +after)", before, dumped(t, db))

	r := rereadAs("b")
	must.Do(t, write(ctx, db, r, other))
	if r.Reread != "run1" || r.ID != first.ID || r.IngestedAt != first.IngestedAt {
		t.Errorf("read again: %+v, want the place of %+v", r, first)
	}
	for word, want := range map[string]int{"word1": 0, "another": 1, "word2": 1} {
		if got := must.Get(db.Search(ctx, search.Query{Terms: search.Parse(word).Terms, Limit: 5}))(t); got.Total != want {
			t.Errorf("%q is found %d times, want %d", word, got.Total, want)
		}
	}
	if list, total, err := db.Runs(ctx, results.RunFilter{Limit: 9}); err != nil || total != 2 || list[0].Slug != "run2" {
		t.Errorf("runs %+v, %v", list, err)
	}
	must.Do(t, write(ctx, db, rereadAs(""), trialOf{"q1", results.Passed, says("common word1")}))
	same(t, "after the former reading once more (-before +after)", before, dumped(t, db))
	same(t, "run (-before +after)", first, must.Get(db.FindRun(ctx, "run1"))(t), cmpopts.EquateEmpty())
}

// readAgainElsewhere replaces a run by a reading with another address; a hidden run stays hidden.
func readAgainElsewhere(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	must.Do(t, db.HideRun(ctx, "run2", true))
	r := rereadAs("b")
	r.Slug, r.ModelName, r.Reread = "run1-of-another", "Model Two", "run1"
	must.Do(t, write(ctx, db, r, trialOf{"q1", results.Passed, says("common word1")}))
	gone := must.Get(db.FindWithdrawal(ctx, "run1"))(t)
	if gone.Successor() != r.Slug || must.Get(db.FindRun(ctx, r.Slug))(t).System.Model == "model-one" {
		t.Errorf("withdrawal %+v, run %+v", gone, r)
	}
	hidden := named("run2")
	hidden.Reader, hidden.Reread = "b", "run2"
	must.Do(t, write(ctx, db, hidden, trialOf{"q1", results.Passed, says("common word2")}))
	_, err := db.FindRun(ctx, "run2")
	notFound(t, "hidden run", err)
	if got := must.Get(db.Search(ctx, search.Query{Terms: search.Parse("word2").Terms, Limit: 5}))(t); got.Total != 0 {
		t.Errorf("a hidden run is found %d times", got.Total)
	}
	list := must.Get(db.Readings(ctx))(t)
	if len(list) != 2 || list[0].Run != r.Slug || list[1].Reader != "b" || !list[1].Hidden || list[1].Trials != 1 {
		t.Errorf("readings %+v", list)
	}
	must.Do(t, db.HideRun(ctx, "run2", false))
	if got := must.Get(db.Search(ctx, search.Query{Terms: search.Parse("word2").Terms, Limit: 5}))(t); got.Total != 1 {
		t.Errorf("a run that is shown again is found %d times", got.Total)
	}
}
