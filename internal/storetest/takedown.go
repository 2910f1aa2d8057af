package storetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
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
	if n := len(found(db.TaskTrials(ctx, bench, "s1", "q1", nil))(t)); n != 1 {
		t.Errorf("%d trials at its task, want the other run's", n)
	}
	if n := len(found(db.RunTrials(ctx, run.ID, ""))(t)); n != 0 {
		t.Errorf("%d of its trials", n)
	}
	if r := asked(t, db, "common", search.Query{}); r.Total != 1 || r.Hits[0].Run != "run1" {
		t.Errorf("%d hits, want the other run's", r.Total)
	}
	if r := asked(t, db, "common", search.Query{Run: run.Slug}); r.Total != 0 {
		t.Errorf("%d hits in it", r.Total)
	}
	if size := found(db.BenchmarkSize(ctx, bench))(t); size.Runs != 1 {
		t.Errorf("the benchmark counts %d runs", size.Runs)
	}
}

func hidden(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	before := dumped(t, db)
	run := found(db.FindRun(ctx, "run2"))(t)
	must(t, db.HideRun(ctx, "run2", true))
	must(t, db.HideRun(ctx, "run2", true)) // it is
	unseen(t, db, run)
	_, err := db.FindWithdrawal(ctx, "run2")
	notFound(t, "why it is not seen", err)
	must(t, db.HideRun(ctx, "run2", false))
	if r := asked(t, db, "word2", search.Query{}); r.Total != 1 {
		t.Errorf("%d hits after it is shown again, want 1", r.Total)
	}
	if after := dumped(t, db); after != before {
		t.Errorf("hidden and shown (-before +after):\n%s", cmp.Diff(lines(before), lines(after)))
	}
}

func lines(s string) []string { return strings.Split(s, "\n") }

// withdrawn keeps that a run was withdrawn, and why, and does not take its
// records again.
func withdrawn(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	run := found(db.FindRun(ctx, "run2"))(t)
	meanwhile := found(db.BeginRun(ctx, named("run2")))(t)
	defer meanwhile.Rollback()
	must(t, meanwhile.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	must(t, db.WithdrawRun(ctx, "run2", "its owner asked", 5000))
	if err := meanwhile.Finish(ctx, named("run2"), nil); !errors.Is(err, results.ErrConflict) {
		t.Errorf("a run that was withdrawn while its records were read: %v, want ErrConflict", err)
	}
	unseen(t, db, run)
	want := results.Withdrawal{Run: "run2", Benchmark: bench, Reason: "its owner asked", At: 5000}
	if got := found(db.FindWithdrawal(ctx, "run2"))(t); got != want {
		t.Errorf("withdrawal %+v, want %+v", got, want)
	}
	tx := found(db.BeginRun(ctx, named("run2")))(t)
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

// dropped is about benchmarks that go: those that nobody vouches for, and that have
// neither runs nor figures.
func dropped(t *testing.T, db Store) {
	ctx := t.Context()
	for _, slug := range []string{"official", "figures", "tables", bench} {
		d := dataset(slug)
		d.Benchmark.Official = slug == "official"
		must(t, db.SaveDataset(ctx, d))
	}
	must(t, db.SaveFigures(ctx, results.FigureSource{ID: "src", Benchmark: "figures"},
		[]results.Figure{{Benchmark: "figures", Source: "src", Model: "m"}}))
	must(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, nil}))
	for _, c := range []struct {
		slug string
		runs int
		kept bool
	}{{"official", 0, true}, {"figures", 0, true}, {bench, 1, true}, {"tables", 0, false}, {"none", 0, false}} {
		if runs := found(db.DropBenchmark(ctx, c.slug))(t); runs != c.runs {
			t.Errorf("%s: %d runs, want %d", c.slug, runs, c.runs)
		}
		if _, err := db.FindBenchmark(ctx, c.slug); (err == nil) != c.kept {
			t.Errorf("%s: %v, want it kept: %v", c.slug, err, c.kept)
		}
	}
	if list := found(db.Figures(ctx, "figures"))(t); len(list) != 1 {
		t.Errorf("figures of a benchmark that was to be dropped: %+v", list)
	}
	must(t, db.HideRun(ctx, "run1", true))
	if runs := found(db.DropBenchmark(ctx, bench))(t); runs != 1 {
		t.Errorf("%d runs, want the hidden one", runs)
	}
}

// removed leaves a store as if the run had never been read, and takes it again.
func removed(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	before := dumped(t, db)
	trial := trialOf{"extra", results.Passed, says("common word2")} // no task of the dataset
	must(t, write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("common")}, trial))
	run := found(db.FindRun(ctx, "run2"))(t)
	with := dumped(t, db)
	must(t, db.RemoveRun(ctx, "run2"))
	unseen(t, db, run)
	if after := dumped(t, db); after != before {
		t.Errorf("written and removed (-before +after):\n%s", cmp.Diff(lines(before), lines(after)))
	}
	must(t, write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("common")}, trial))
	if again := dumped(t, db); again != with {
		t.Errorf("written again (-first +second):\n%s", cmp.Diff(lines(with), lines(again)))
	}
}

// retired is about the runs of a source that it has no more: all go at once, with the
// reason, and may return unless an operator says otherwise.
func retired(t *testing.T, db Store) {
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset(bench)))
	at := results.Place{Source: "s", Dir: "runs/a"}
	add := func(slug string, facts map[string]string) {
		t.Helper()
		r := named(slug)
		r.Facts, r.Digest = facts, "digest of "+slug
		tx := found(db.BeginRun(ctx, r))(t)
		defer tx.Rollback()
		keep(t, tx, "report.json", nil)
		must(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
		must(t, tx.Finish(ctx, r, nil))
	}
	add("run1", results.SetProvenance(nil, results.Provenance{}, at))
	add("run2", results.SetProvenance(nil, results.Provenance{}, at))
	add("run3", nil)
	list := found(db.SyncedRuns(ctx, "s"))(t)
	if len(list) != 2 || list[0].Run != "run1" || list[0].Place != at.Dir || list[0].System.Model != "model-one" ||
		len(list[0].Records) != 1 || list[0].Records[0] != "report.json" {
		t.Errorf("runs of the source: %+v", list)
	}
	must(t, db.Retire(ctx, []results.GoneRun{{Run: "run1", Reason: "no longer there"},
		{Run: "run2", Other: "run3", Reason: "other records"}, {Run: "none"}}, 7))
	if left := found(db.SyncedRuns(ctx, "s"))(t); len(left) != 0 {
		t.Errorf("left: %+v", left)
	}
	if w := found(db.FindWithdrawal(ctx, "run2"))(t); w.Reason != "replaced by run3: other records" || w.At != 7 || w.Benchmark != bench {
		t.Errorf("what stays: %+v", w)
	}
	log, _, err := db.Changes(ctx, results.ChangeFilter{Limit: 2})
	want := []results.Change{
		{At: 7, Kind: results.ChangeReplaced, Benchmark: bench, Run: "run2", Other: "run3", Detail: "other records"},
		{At: 7, Kind: results.ChangeWithdrawn, Benchmark: bench, Run: "run1", Detail: "no longer there"},
	}
	if d := cmp.Diff(want, log); d != "" || err != nil {
		t.Errorf("log, %v:\n%s", err, d)
	}
	must(t, db.WithdrawRun(ctx, "run2", "for good", 8))
	for slug, stays := range map[string]bool{"run1": false, "run2": true} {
		tx := found(db.BeginRun(ctx, named(slug)))(t)
		reason, err := tx.Withdrawn(ctx, "digest of "+slug)
		tx.Rollback()
		if err != nil || (reason != "") != stays {
			t.Errorf("%s read again: %q, %v", slug, reason, err)
		}
	}
	add("run1", nil)
	_, err = db.FindWithdrawal(ctx, "run1")
	notFound(t, "a run that has returned, as withdrawn", err)
}

// openSyncs is about sources that are not in step: one that is begun again keeps the
// time at which it began, and no stamp moves, since no page shows it.
func openSyncs(t *testing.T, db Store) {
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset(bench)))
	before := found(db.Revisions(ctx))(t)
	a, b := results.OpenSync{Source: "a", Name: "runs", At: 9}, results.OpenSync{Source: "https://github.com/o/r", Name: "r", At: 10}
	must(t, db.BeginSync(ctx, b))
	must(t, db.BeginSync(ctx, a))
	again := a
	again.At = 11
	must(t, db.BeginSync(ctx, again))
	same(t, "not in step", []results.OpenSync{a, b}, found(db.OpenSyncs(ctx))(t))
	must(t, db.EndSync(ctx, "a"))
	must(t, db.EndSync(ctx, "unknown"))
	same(t, "after one is", []results.OpenSync{b}, found(db.OpenSyncs(ctx))(t))
	same(t, "stamps moved", before, found(db.Revisions(ctx))(t))
}
