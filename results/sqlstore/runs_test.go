package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

func runRoundTrip(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	started, value := int64(500), 0.25
	r := named("run1")
	r.StartedAt, r.Label, r.Format, r.Fingerprint, r.Formula = &started, "dir", "fmt", "print", 3
	r.Reported = []results.Reported{{File: "report.json", Metric: "crs", Value: &value, Digits: 4}}
	r.Redactions, r.Facts = map[string]int{"key": 2}, map[string]string{"snapshot": "x"}
	r.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame, Message: "m"}}
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
	r.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame, Message: "m"}}
	must.Do(t, db.SaveExclusions(ctx, &r))
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

// revisions move with what they are of, and with nothing else. What is stored already moves none.
func revisions(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	must.Do(t, db.SaveDataset(ctx, dataset("other")))
	value := 0.5
	changed := dataset(bench)
	changed.Tasks[0].Title = "another title"
	run := func() *results.Run {
		r := must.Get(db.FindRun(ctx, "run1"))(t)
		return &r
	}
	excluded, dated := run(), run()
	excluded.Exclusions = []results.Exclusion{{Kind: results.ExclusionSame, Message: "m"}}
	named2 := results.Model{ID: run().System.Model, Name: "Another Name", Vendor: "v"}
	aliased := named2
	aliased.Aliases = []string{"again"}
	for _, c := range []struct {
		what   string
		shared bool // any page may show it
		write  func() error
	}{
		{"a dataset", false, func() error { return db.SaveDataset(ctx, changed) }},
		{"a run", false, func() error {
			err := write(ctx, db, named("run2"), trialOf{"q1", results.Passed, says("x")})
			if errors.Is(err, results.ErrUnchanged) {
				return nil
			}
			return err
		}},
		{"results of a new model", false, func() error {
			return db.SaveFigures(ctx, results.FigureSource{ID: "s", Benchmark: bench, Title: "S"},
				[]results.Figure{{Model: "Never Seen", Metric: "score", Value: &value}})
		}},
		{"tables", false, func() error { return db.SaveTables(ctx, []results.StatTable{{Benchmark: bench, ID: "t"}}) }},
		{"boards", false, func() error { return db.SaveBoards(ctx, bench, []results.Board{{Convention: "paper"}}, 0) }},
		{"cases", false, func() error { return db.SaveCases(ctx, bench, []results.MinedCase{{Slug: "c"}}) }},
		{"the mark of stale boards", false, func() error {
			_, err := db.StaleBenchmarks(ctx)
			return errors.Join(err, db.MarkCurrent(ctx, bench))
		}},
		{"exclusions", false, func() error { return db.SaveExclusions(ctx, excluded) }},
		{"a reading", false, func() error {
			dated.Facts = map[string]string{"snapshot": "2026-01-01"}
			return db.SaveReading(ctx, dated)
		}},
		{"what a run replaces", false, func() error { return db.SaveReplaces(ctx, "run1", "run0") }},
		{"the name of a model", true, func() error { return db.SaveModels(ctx, []results.Model{named2}) }},
		{"an alias of a model", true, func() error { return db.SaveModels(ctx, []results.Model{aliased}) }},
		{"hiding", true, func() error { return db.HideRun(ctx, "run2", true) }},
	} {
		before := must.Get(db.Revisions(ctx))(t)
		must.Do(t, c.write())
		after := must.Get(db.Revisions(ctx))(t)
		if after.ID != before.ID || after.ID == "" || after.All == before.All || !c.shared && after.Of(bench) == before.Of(bench) ||
			after.Of("unknown") != after.All {
			t.Errorf("%s: before %+v, after %+v; want the same id and other stamps", c.what, before, after)
		}
		if moved := after.Of("other") != before.Of("other"); moved != c.shared {
			t.Errorf("%s: the stamp of the other benchmark has moved: %v, want %v", c.what, moved, c.shared)
		}
		must.Do(t, c.write())
		if again := must.Get(db.Revisions(ctx))(t); again.All != after.All {
			t.Errorf("%s: the same again moves the stamp", c.what)
		}
	}
}

// readersDuringLoad reads while runs are written: each appears atomically with its text.
func readersDuringLoad(t *testing.T, db Store) {
	filled(t, db, 1)
	ctx, done := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := wholeOrAbsent(t.Context(), db); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 6 {
		r := named(fmt.Sprintf("loaded%d", i))
		texts := make([]string, 200)
		for k := range texts {
			texts[k] = fmt.Sprintf("loaded text %d", k)
		}
		if err := write(t.Context(), db, r, trialOf{"q1", results.Passed, says(texts...)}); err != nil {
			t.Error(err)
		}
	}
	done()
	wg.Wait()
}

// wholeOrAbsent looks whether the newest run has all of its 200 steps.
func wholeOrAbsent(ctx context.Context, db Store) error {
	list, _, err := db.Runs(ctx, results.RunFilter{Benchmark: bench, Limit: 1})
	if err != nil || len(list) == 0 || list[0].Slug == "run1" {
		return err
	}
	slug := list[0].Slug
	trial, err := db.FindTrial(ctx, slug, "s1", "q1", 1)
	if err != nil {
		return fmt.Errorf("run %s is there without its trial: %w", slug, err)
	}
	rows, err := db.StepRows(ctx, &trial, 1, 1000)
	if err != nil || len(rows) != 200 {
		return fmt.Errorf("run %s has %d of 200 steps: %w", slug, len(rows), err)
	}
	if _, err := db.Steps(ctx, &trial, rows[190:]); err != nil {
		return fmt.Errorf("run %s: %w", slug, err)
	}
	res, err := db.Search(ctx, search.Query{Terms: search.Parse("loaded").Terms, Filters: []search.Filter{{Name: "run", Value: slug}},
		Limit: 1})
	if err != nil || res.Total != 200 {
		return fmt.Errorf("run %s: %d of 200 steps are found: %w", slug, res.Total, err)
	}
	return nil
}

// failures are kept by run with their key, counted by cause, and go with the run.
func failures(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, says("a", "b")}, trialOf{"q2", results.Failed, says("c")}))
	must.Do(t, write(ctx, db, named("run2"), trialOf{"q1", results.Passed, nil}))
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	trials := must.Get(db.RunTrials(ctx, run.ID, ""))(t)
	call := func(trial, step int, cause string) results.FailedCall {
		return results.FailedCall{Trial: trials[trial].ID, Step: step, Call: 1, Tool: "exec", Family: "shell", Failure: "status",
			Cause: cause, Asked: "ls 二", Quote: "no"}
	}
	saved := []results.FailedCall{call(0, 1, "x"), call(0, 2, "x"), call(0, 2, "y"), call(1, 1, "x")}
	before := must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveFailedCalls(ctx, bench, run.ID, "old", saved[:1]))
	if must.Get(db.Revisions(ctx))(t).Of(bench) == before.Of(bench) {
		t.Error("failed calls are no new revision")
	}
	must.Do(t, db.SaveFailedCalls(ctx, bench, run.ID, "k1", saved))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, must.Get(db.FailureKeys(ctx, bench))(t))
	want := []results.RunFailures{{Run: run.ID, Causes: []results.CauseCount{
		{Family: "shell", Cause: "x", Calls: 3, Trials: 2}, {Family: "shell", Cause: "y", Calls: 1, Trials: 1}}}}
	same(t, "counts (-want +read)", want, must.Get(db.Failures(ctx, bench))(t))
	for i := range saved {
		x := &saved[i]
		x.Scenario, x.Task, x.Attempt, x.Status = "s1", "q1", 1, results.Passed
	}
	saved[3].Task, saved[3].Status = "q2", results.Failed
	list := []results.FailedCall{saved[0], saved[1], saved[3]}
	same(t, "calls with a cause (-saved +read)", list, must.Get(db.FailedCalls(ctx, run.ID, "", "shell", "x"))(t))
	same(t, "calls of a tool (-saved +read)", saved, must.Get(db.FailedCalls(ctx, run.ID, saved[0].Tool, "", ""))(t))
	must.Do(t, db.HideRun(ctx, "run1", true))
	if n := len(must.Get(db.Failures(ctx, bench))(t)) + len(must.Get(db.FailedCalls(ctx, run.ID, "", "", ""))(t)); n > 0 {
		t.Errorf("%d failures of a hidden run", n)
	}
	must.Do(t, db.HideRun(ctx, "run1", false))
	must.Do(t, db.RemoveRun(ctx, "run1"))
	if got := must.Get(db.FailureKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}

// whys are kept by trial with their key and go with the run or a changed verdict.
func whys(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 0)
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Failed, says("no")}, trialOf{"q2", results.Failed, says("neither")}))
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	trials := must.Get(db.RunTrials(ctx, run.ID, ""))(t)
	want := &results.Explanation{More: 2, Reason: &results.Reason{Sentence: "It says 9.", Kind: results.ReasonValue, Rule: "checker"},
		Failed: []results.FailedCheck{
			{Text: "n expected 7 二", File: "a.json", Field: "n", Expected: "7", Got: "9", Wrote: &results.StepRef{Task: "q1", Attempt: 1,
				Step: 3, Call: 1, CallID: "c|1", File: "a.json", Quote: `"n": 9`, Rule: results.RuleNamed}},
			{Text: "x", Option: "B", Fault: "omitted", Unread: true},
		}}
	if got := must.Get(db.Explanations(ctx, []int64{trials[0].ID}))(t)[trials[0].ID]; got != nil {
		t.Errorf("what led to the verdict of a run of which nothing is known: %+v", got)
	}
	if got := must.Get(db.RunReasons(ctx, run.ID))(t); got.Looked || len(got.Trials) > 0 {
		t.Errorf("reasons of a run of which nothing is known: %+v", got)
	}
	must.Do(t, db.SaveExplanations(ctx, bench, run.ID, "old", []results.TrialExplanation{{Trial: trials[1].ID, Why: want}}))
	must.Do(t, db.SaveExplanations(ctx, bench, run.ID, "k1", []results.TrialExplanation{{Trial: trials[0].ID, Why: want}}))
	same(t, "what led to a verdict (-saved +read)", want, must.Get(db.Explanations(ctx, []int64{trials[0].ID}))(t)[trials[0].ID])
	if got := must.Get(db.Explanations(ctx, []int64{trials[1].ID}))(t)[trials[1].ID]; got != nil {
		t.Errorf("the earlier one is still there: %+v", got)
	}
	same(t, "reasons (-saved +read)", results.RunReasons{Looked: true, Trials: []results.TrialReason{{Trial: trials[0].ID,
		Kind: results.ReasonValue, Sentence: "It says 9."}}}, must.Get(db.RunReasons(ctx, run.ID))(t))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, must.Get(db.ExplanationKeys(ctx, bench))(t))
	must.Do(t, db.RemoveRun(ctx, "run1"))
	if got := must.Get(db.ExplanationKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}
