package sqlstore_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// unseen wants that no reader meets the second of two runs.
func unseen(t *testing.T, db Store, run results.Run) {
	t.Helper()
	ctx := t.Context()
	_, err := db.FindRun(ctx, run.Slug)
	notFound(t, "the run", err)
	_, err = db.FindTrial(ctx, run.Slug, "s1", "q1", 1)
	notFound(t, "its trial", err)
	if list, total, err := db.Runs(ctx, results.RunFilter{Benchmark: bench, Limit: 10}); err != nil || total != 1 || list[0].Slug != "run1" {
		t.Errorf("%d runs, %v; want the other", total, err)
	}
	if n := len(must.Get(db.TaskTrials(ctx, bench, "s1", "q1", nil))(t)); n != 1 {
		t.Errorf("%d trials at its task, want the other run's", n)
	}
	if n := len(must.Get(db.RunTrials(ctx, run.ID, ""))(t)); n != 0 {
		t.Errorf("%d of its trials", n)
	}
	if r := asked(t, db, "common", search.Query{}); r.Total != 1 || r.Hits[0].Run != "run1" {
		t.Errorf("%d hits, want the other run's", r.Total)
	}
	if r := asked(t, db, "common run:"+run.Slug, search.Query{}); r.Total != 0 {
		t.Errorf("%d hits in it", r.Total)
	}
	if size := must.Get(db.BenchmarkSize(ctx, bench))(t); size.Runs != 1 {
		t.Errorf("the benchmark counts %d runs", size.Runs)
	}
}

func hidden(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	before := dumped(t, db)
	run := must.Get(db.FindRun(ctx, "run2"))(t)
	must.Do(t, db.HideRun(ctx, "run2", true))
	must.Do(t, db.HideRun(ctx, "run2", true)) // it is
	unseen(t, db, run)
	_, err := db.FindWithdrawal(ctx, "run2")
	notFound(t, "why it is not seen", err)
	must.Do(t, db.HideRun(ctx, "run2", false))
	if r := asked(t, db, "word2", search.Query{}); r.Total != 1 {
		t.Errorf("%d hits after it is shown again, want 1", r.Total)
	}
	if after := dumped(t, db); after != before {
		t.Errorf("hidden and shown (-before +after):\n%s", cmp.Diff(lines(before), lines(after)))
	}
}

func lines(s string) []string { return strings.Split(s, "\n") }

// withdrawn keeps why a run was withdrawn and refuses its records.
func withdrawn(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	run := must.Get(db.FindRun(ctx, "run2"))(t)
	meanwhile := must.Get(db.BeginRun(ctx, named("run2")))(t)
	defer meanwhile.Rollback()
	must.Do(t, meanwhile.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	must.Do(t, db.WithdrawRun(ctx, "run2", "its owner asked", 5000))
	if err := meanwhile.Finish(ctx, named("run2"), nil); !errors.Is(err, results.ErrConflict) {
		t.Errorf("a run that was withdrawn while its records were read: %v, want ErrConflict", err)
	}
	unseen(t, db, run)
	want := results.Withdrawal{Run: "run2", Benchmark: bench, Reason: "its owner asked", At: 5000}
	if got := must.Get(db.FindWithdrawal(ctx, "run2"))(t); got != want {
		t.Errorf("withdrawal %+v, want %+v", got, want)
	}
	tx := must.Get(db.BeginRun(ctx, named("run2")))(t)
	defer tx.Rollback()
	if reason, err := tx.Withdrawn(ctx, run.Digest); err != nil || !strings.Contains(reason, "its owner asked") {
		t.Errorf("its records again: %q, %v; want the reason", reason, err)
	}
	if reason, err := tx.Withdrawn(ctx, "other records"); err != nil || reason != "" {
		t.Errorf("other records: %q, %v; want none", reason, err)
	}
	tx.Rollback()
	list, _, err := db.Changes(ctx, results.ChangeFilter{Run: "run2", Limit: 10})
	if err != nil || !slices.ContainsFunc(list, func(c results.Change) bool {
		return c.Kind == results.ChangeWithdrawn &&
			c.Detail == "its owner asked"
	}) {
		t.Errorf("changes %+v, %v; want that it was withdrawn", list, err)
	}
}

// removed leaves a store as if the run had never been read, and takes it again.
func removed(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	before := dumped(t, db)
	trial := trialOf{"extra", results.Passed, says("common word2")} // no task of the dataset
	must.Do(t, write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("common")}, trial))
	run := must.Get(db.FindRun(ctx, "run2"))(t)
	with := dumped(t, db)
	must.Do(t, db.RemoveRun(ctx, "run2"))
	unseen(t, db, run)
	if after := dumped(t, db); after != before {
		t.Errorf("written and removed (-before +after):\n%s", cmp.Diff(lines(before), lines(after)))
	}
	must.Do(t, write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("common")}, trial))
	if again := dumped(t, db); again != with {
		t.Errorf("written again (-first +second):\n%s", cmp.Diff(lines(with), lines(again)))
	}
}
