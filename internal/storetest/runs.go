package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func runRoundTrip(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	started, value := int64(500), 0.25
	r := named("run1")
	r.StartedAt, r.Label, r.Format, r.Fingerprint, r.Formula = &started, "dir", "fmt", "print", 3
	r.Reported = []results.Reported{{File: "report.json", Metric: "crs", Value: &value, Digits: 4}}
	r.Redactions, r.Facts = map[string]int{"key": 2}, map[string]string{"snapshot": "x"}
	r.Objections = []results.Objection{{Kind: results.ObjectionSame, Message: "m"}}
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	call := results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte(`{}`)}}}
	call.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Failed: true, Failure: "status"}}}
	must.Do(t, tx.SaveStep(ctx, &call))
	warning := results.Warning{File: "f.json", Line: 3, Message: "odd"}
	must.Do(t, tx.SaveWarning(ctx, warning))
	metrics := []results.Metric{{Key: "crs", Convention: "paper", Value: &value},
		{Scope: "scenario:s1", Key: "tcr", Lo: new(float64), Hi: &value},
		{Scope: "scenario:s1", Key: "fd", Convention: "report", Value: &value}, {Scope: "scenario:s2", Key: "crs",
			Value: &value}, {Scope: "scenario:s2", Key: "crs", Convention: "report", Value: &value}}
	must.Do(t, tx.Finish(ctx, r, metrics))

	got := must.Get(db.FindRun(ctx, "run1"))(t)
	want := *r
	want.System.Model, want.Mean = "model-one", &value
	same(t, "run (-saved +read)", want, got, cmpopts.EquateEmpty())
	byScope := cmpopts.SortSlices(func(a, b results.Metric) bool { return a.Scope+a.Convention+a.Key < b.Scope+b.Convention+b.Key })
	same(t, "metrics (-saved +read)", metrics, must.Get(db.RunMetrics(ctx, got.ID))(t), byScope)
	for convention, want := range map[string]map[int64]*float64{"paper": {got.ID: &value}, "report": {}} {
		same(t, fmt.Sprintf("values under %s (-want +got)", convention), want, must.Get(db.RunValues(ctx, bench, convention, "crs"))(t))
	}
	if list := must.Get(db.ScenarioKeys(ctx, bench, []string{"tcr", "fd", "crs"}))(t); !slices.Equal(list, []string{"fd", "crs"}) {
		t.Errorf("metrics by scenario %v, want fd and crs", list)
	}
	for run, n := range map[int64]int{0: 1, got.ID: 1, got.ID + 1: 0} {
		if list := must.Get(db.ScenarioMetric(ctx, bench, "crs", run))(t); len(list) != n || n > 0 && (list[0].Run != got.ID ||
			*list[0].Value != value) {
			t.Errorf("metric of run %d: %+v, want %d", run, list, n)
		}
	}
	if !must.Get(db.HasTools(ctx, bench))(t) || must.Get(db.HasTools(ctx, "none"))(t) {
		t.Error("a run has called a tool, and none of a benchmark that is not there")
	}
	same(t, "tools (-want +got)",
		[]results.ToolCount{{Run: got.ID, Tool: "exec", Failure: "status", Calls: 1}}, must.Get(db.RunTools(ctx, got.ID))(t))
	same(t, "warnings (-want +got)", []results.Warning{warning}, must.Get(db.Warnings(ctx, got.ID))(t))
	if list, total, err := db.Changes(ctx, results.ChangeFilter{Run: "run1", Limit: 10}); err != nil || total != 1 ||
		list[0].Kind != results.ChangeAdded {
		t.Errorf("changes %+v of %d, %v; want that the run was added", list, total, err)
	}
}

// runsInPages joins pages of one run each to the whole list, the newest first.
func runsInPages(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 5)
	var slugs []string
	for offset := range 6 {
		list, total, err := db.Runs(ctx, results.RunFilter{Benchmark: bench, Limit: 1, Offset: offset})
		if err != nil || total != 5 || len(list) > 1 {
			t.Fatalf("page %d: %d runs of %d, %v", offset, len(list), total, err)
		}
		for _, r := range list {
			slugs = append(slugs, r.Slug)
		}
	}
	if want := []string{"run5", "run4", "run3", "run2", "run1"}; !cmp.Equal(slugs, want) {
		t.Errorf("pages %v, want %v", slugs, want)
	}
	for _, f := range []results.RunFilter{{Benchmark: "none", Limit: 9}, {Model: "none", Limit: 9}} {
		if list, total, err := db.Runs(ctx, f); err != nil || len(list)+total > 0 {
			t.Errorf("%+v: %d of %d runs, %v; want none", f, len(list), total, err)
		}
	}
	if _, total, err := db.Runs(ctx, results.RunFilter{Model: "model-one", Scored: true, Limit: 1}); err != nil || total != 5 {
		t.Errorf("%d runs of the model, %v; want 5", total, err)
	}
}

// The same digest changes nothing, and a rolled back run leaves nothing.
func unchanged(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	before, dump := must.Get(db.Revisions(ctx))(t), dumped(t, db)
	if err := write(ctx, db, named("run1"), trialOf{"q1", results.Passed, says("common word1")}); !errors.Is(err, results.ErrUnchanged) {
		t.Errorf("the same again gives %v, want ErrUnchanged", err)
	}
	tx := must.Get(db.BeginRun(ctx, named("run2")))(t)
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "new", Status: results.Failed}))
	must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: "lost"}))
	must.Do(t, tx.SaveWarning(ctx, results.Warning{Message: "lost"}))
	keep(t, tx, "lost.json", []byte("{}"))
	tx.Rollback()
	if after := must.Get(db.Revisions(ctx))(t); !cmp.Equal(before, after) {
		t.Errorf("revision went from %v to %v, want no change", before, after)
	}
	if after := dumped(t, db); after != dump {
		t.Errorf("what is stored changed: %s", cmp.Diff(dump, after))
	}
}

func rescored(t *testing.T, db Store) {
	ctx, value := t.Context(), 0.75
	filled(t, db, 1)
	r := must.Get(db.FindRun(ctx, "run1"))(t)
	r.Counts, r.Complete, r.Formula, r.ScoreKey = results.Counts{Expected: 1, Scored: 1, Passed: 1}, true, 9, "key"
	must.Do(t, db.Rescore(ctx, &r, []results.Metric{{Key: "crs", Value: &value}}))
	r.Objections = []results.Objection{{Kind: results.ObjectionSame, Message: "m"}}
	must.Do(t, db.SaveObjections(ctx, &r))
	must.Do(t, db.SaveReplaces(ctx, "run1", "run0"))
	r.Replaces, r.Mean = "run0", &value
	got := must.Get(db.FindRun(ctx, "run1"))(t)
	same(t, "run (-saved +read)", r, got, cmpopts.EquateEmpty())
	if list := must.Get(db.RunMetrics(ctx, r.ID))(t); len(list) != 1 || *list[0].Value != value {
		t.Errorf("metrics %+v", list)
	}
	if list := must.Get(db.RunValues(ctx, bench, "paper", "crs"))(t); len(list) != 1 || *list[r.ID] != value {
		t.Errorf("values of a run without conventions %v", list)
	}
	r.Facts = map[string]string{"snapshot": "y"}
	must.Do(t, db.SaveReading(ctx, &r))
	if got := must.Get(db.FindRun(ctx, "run1"))(t); got.Facts["snapshot"] != "y" {
		t.Errorf("facts %v", got.Facts)
	}
	before := must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveReading(ctx, &r))
	same(t, "stamps after the same reading", before, must.Get(db.Revisions(ctx))(t))
	if _, n, err := db.Changes(ctx, results.ChangeFilter{Kind: results.ChangeRescored, Limit: 1}); err != nil || n != 1 {
		t.Errorf("%d lines of the log, %v; want that the formulas are others", n, err)
	}
}

// rescoredLog tests that a run's first score is no change and another one is.
func rescoredLog(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	r := must.Get(db.FindRun(ctx, "run1"))(t)
	for want, key := range []string{"first", "second"} {
		value := 0.5 + float64(want)/4
		r.ScoreKey = key
		must.Do(t, db.Rescore(ctx, &r, []results.Metric{{Key: "crs", Value: &value}}))
		if _, n, err := db.Changes(ctx, results.ChangeFilter{Kind: results.ChangeRescored, Limit: 1}); err != nil || n != want {
			t.Errorf("%s score: %d lines of the log, %v; want %d", key, n, err, want)
		}
	}
}
