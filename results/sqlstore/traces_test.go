package sqlstore_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// traced stores two runs of three tasks. The trace of task b has 100 steps over two days: 1 and 51 are the user's, those
// ending in 7 fail, 61 to 70 are a sub-agent's, and 42 writes a file.
func traced(t *testing.T, db Store) {
	t.Helper()
	ctx := t.Context()
	d := &results.Dataset{Benchmark: results.Benchmark{ID: "bench", Name: "Bench", Scoring: results.ScoringReward, Headline: "avg"},
		Scenarios: []results.Scenario{{Slug: "s", Ordinal: 1}, {Slug: "u", Ordinal: 2}}}
	for i, slug := range []string{"a", "b", "c"} {
		d.Tasks = append(d.Tasks, results.Task{Scenario: "s", Slug: slug, Ordinal: i + 1, Kind: results.KindReward})
	}
	d.Tasks = append(d.Tasks, results.Task{Scenario: "u", Slug: "z", Ordinal: 1, Kind: results.KindReward})
	must.Do(t, db.SaveDataset(ctx, d))
	for n, status := range []results.Status{results.Failed, results.Timeout} {
		run := &results.Run{Slug: fmt.Sprintf("run%d", n+1), Digest: fmt.Sprint(n), Benchmark: "bench",
			System: results.System{Model: "m", Framework: "f"}, ModelName: "m", Evidence: results.Recomputed}
		must.Do(t, saveTraceRun(t, db, run, status))
	}
}

func saveTraceRun(t *testing.T, db Store, run *results.Run, status results.Status) error {
	t.Helper()
	ctx := t.Context()
	tx, err := db.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, x := range []results.Trial{
		{Scenario: "s", Task: "a", Attempt: 1, Status: results.Passed}, {Scenario: "s", Task: "b", Attempt: 1,
			Status: status}, {Scenario: "s", Task: "b", Attempt: 2, Status: results.Passed},
		{Scenario: "s", Task: "c", Attempt: 1, Status: results.NotJudged}, {Scenario: "u", Task: "z", Attempt: 1, Status: results.NoAnswer},
	} {
		if err := tx.SaveTrial(ctx, &x); err != nil {
			return err
		}
		for i := 1; x.Task == "b" && x.Attempt == 1 && i <= 100; i++ {
			if err := tx.SaveStep(ctx, traceStep(i)); err != nil {
				return err
			}
		}
	}
	return tx.Finish(ctx, run, nil)
}

func traceStep(i int) *results.Step {
	at, in := int64(i)*1000, int64(10)
	s := &results.Step{Timestamp: &at, Source: results.SourceAgent, Day: "day1", Message: "thinking",
		Metrics: &results.Metrics{PromptTokens: &in}}
	if i > 50 {
		s.Day = "day2"
	}
	if i > 60 && i <= 70 {
		s.Agent = "sub"
	}
	switch {
	case i == 1 || i == 51:
		s.Source, s.Metrics = results.SourceUser, nil
	case i < 100:
		s.ToolCalls = []results.ToolCall{{ID: "c", Name: "write", Arguments: []byte(`{}`)}}
		s.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Failed: i%10 == 7, Failure: "status"}}}
	}
	if i == 42 {
		s.Message = "writing docs/报告_final.md now"
	}
	return s
}

func findB(t *testing.T, db Store) *results.StoredTrial {
	t.Helper()
	trial := must.Get(db.FindTrial(t.Context(), "run1", "s", "b", 1))(t)
	return &trial
}

func ptr[T any](v T) *T { return &v }

func traceGroups(t *testing.T, db Store) {
	traced(t, db)
	b := findB(t, db)
	want := []results.TraceGroup{
		{Unit: 0, First: 1, Steps: 50, Failed: 5, Day: "day1", TS: ptr(int64(1000)), Calls: 49, Turns: 1, TokensIn: ptr(int64(490))},
		{Unit: 1, First: 51, Steps: 50, Failed: 5, Day: "day2", TS: ptr(int64(51_000)), Calls: 48, Turns: 1, TokensIn: ptr(int64(490))},
	}
	for _, unit := range []results.TraceUnit{results.UnitWindow, results.UnitTurn, results.UnitDay} {
		same(t, string(unit), want, must.Get(db.TraceGroups(t.Context(), b, unit, 0, len(want), 1))(t))
	}
}

func tracePlaces(t *testing.T, db Store) {
	traced(t, db)
	ctx, b := t.Context(), findB(t, db)
	for agent, want := range map[string]int{"sub": 61, "other": 0, "": 0} {
		if got, err := db.FindAgent(ctx, b, agent); got != want || err != nil {
			t.Errorf("the first step of sub-agent %q: %d, %v; want %d", agent, got, err, want)
		}
	}
	for _, tt := range []struct{ from, to, prev, next int }{{1, 50, 0, 57}, {51, 100, 47, 0}, {8, 16, 7, 17}, {7, 7, 0, 17}} {
		prev, next, err := db.FailedBeside(ctx, b, tt.from, tt.to)
		if prev != tt.prev || next != tt.next || err != nil {
			t.Errorf("failed beside %d to %d: %d and %d, %v; want %d and %d", tt.from, tt.to, prev, next, err, tt.prev, tt.next)
		}
	}
	if last, err := db.LastMessage(ctx, b); last != 100 || err != nil {
		t.Errorf("last message %d, %v; want 100", last, err)
	}
}

func matchesInTrace(t *testing.T, db Store) {
	traced(t, db)
	b := findB(t, db)
	for line, want := range map[string][]search.StepMatches{
		"报告": {{StepID: 42, Count: 1}}, "docs final -none": {{StepID: 42, Count: 2}}, "failed": {}, "none.md": {},
	} {
		got, err := db.MatchesInTrace(t.Context(), b, search.Parse(line).Terms)
		if err != nil {
			t.Errorf("%q: %v", line, err)
		}
		same(t, fmt.Sprintf("%q: -want +got", line), want, got)
	}
}

func neighbours(t *testing.T, db Store) {
	traced(t, db)
	ctx := t.Context()
	ref := func(scenario, task string, attempt int, status results.Status) *results.TrialRef {
		return &results.TrialRef{Scenario: scenario, Task: task, Attempt: attempt, Status: status}
	}
	got := must.Get(db.Neighbours(ctx, findB(t, db).ID))(t)
	want := results.Neighbours{Prev: ref("s", "a", 1, results.Passed), Next: ref("s", "c", 1, results.NotJudged),
		NextFailing: ref("u", "z", 1, results.NoAnswer)}
	same(t, "-want +got", want, got)
	first, err := db.FindTrial(ctx, "run1", "s", "a", 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = db.Neighbours(ctx, first.ID); err != nil || got.Prev != nil || got.NextFailing == nil || got.NextFailing.Task != "b" {
		t.Errorf("of the first task: %+v, %v; want none before and b as the next that failed", got, err)
	}
	attempts, err := db.Attempts(ctx, findB(t, db).ID)
	if diff := cmp.Diff([]results.TrialRef{*ref("s", "b", 1, results.Failed), *ref("s", "b", 2, results.Passed)},
		attempts); diff != "" || err != nil {
		t.Errorf("attempts: %s %v", diff, err)
	}
	others, total, err := db.OtherRuns(ctx, findB(t, db).ID, 1)
	if err != nil || total != 2 || len(others) != 1 || others[0].Run != "run2" || others[0].Status != results.Timeout {
		t.Errorf("others %+v of %d, %v; want the first of two of run2", others, total, err)
	}
	if _, err := db.FindTrialRaw(ctx, first.ID, "none"); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("a raw record that is not there: %v, want ErrNotFound", err)
	}
}

func agents(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	cost := 0.25
	calls := []results.Step{
		{Source: results.SourceAgent, Message: "go", ToolCalls: []results.ToolCall{{ID: "c", Name: "task"}},
			Metrics: &results.Metrics{CostUSD: &cost},
			Observation: &results.Observation{Results: []results.Result{{CallID: "c", Subagent: "in", Refs: []results.TraceRef{
				{Session: "in-1", Agent: "in"}, {Trajectory: "far", Session: "s"}, {Session: "old"},
			}}}}},
		{Source: results.SourceAgent, Message: "inside", Agent: "in", Depth: 1, Metrics: &results.Metrics{CostUSD: &cost}},
		{Source: results.SourceAgent, Message: "end", Agent: "in", Depth: 1, Metrics: &results.Metrics{CostUSD: &cost}},
		{Source: results.SourceAgent, Agent: "in", Depth: 1, Metrics: &results.Metrics{CostUSD: &cost}, Copied: true},
	}
	must.Do(t, saveAgent(t, db, named("caller"), results.TraceIDs{Trajectory: "main", Session: "s"}, calls))
	must.Do(t, saveAgent(t, db, named("far"), results.TraceIDs{Trajectory: "far", Session: "s"}, says("far")))
	must.Do(t, saveAgent(t, db, named("old"), results.TraceIDs{Session: "old"}, says("old")))
	caller := must.Get(db.FindTrial(ctx, "caller", "s1", "q1", 1))(t)

	list := must.Get(db.TraceAgents(ctx, caller.ID))(t)
	if len(list) != 2 || list[1].Agent != "in" || list[1].First != 2 || list[1].Caller != 1 || list[1].Result != 1 ||
		list[1].Steps != 3 || *list[1].Usage.CostUSD != 0.5 || list[1].Said != "end" || *list[0].Usage.CostUSD != 0.25 {
		t.Errorf("agents %+v", list)
	}
	refs := must.Get(db.TraceRefs(ctx, []int64{caller.ID}))(t)
	if got := refs[caller.ID]; len(got) != 3 || got[1].Ref.Trajectory != "far" || got[1].Tool != "task" || got[1].Step != 1 ||
		got[1].Result != 1 {
		t.Errorf("references %+v", got)
	}
	ids := must.Get(db.FindTraceIDs(ctx, caller.ID))(t)
	if ids != (results.TraceIDs{Trajectory: "main", Session: "s"}) {
		t.Errorf("ids %+v", ids)
	}
	runs := func() []string {
		found := must.Get(db.NamedTrials(ctx, bench, []string{"far", "old"}))(t)
		var out []string
		for _, x := range found {
			out = append(out, x.Run)
		}
		return out
	}
	same(t, "traces with one of the ids (-want +got)", []string{"far", "old"}, runs())
	from := must.Get(db.RefsTo(ctx, bench, results.TraceIDs{Trajectory: "far", Session: "s"}))(t)
	if len(from) != 1 || from[0].Run != "caller" || from[0].Place.Step != 1 || from[0].IDs.Trajectory != "main" {
		t.Errorf("references to a trace: %+v", from)
	}
	must.Do(t, db.HideRun(ctx, "old", true))
	must.Do(t, db.RemoveRun(ctx, "far"))
	if got := runs(); len(got) != 0 {
		t.Errorf("%v are removed or hidden", got)
	}
}

// saveAgent stores a run of one trial whose trace has the ids.
func saveAgent(t *testing.T, db Store, r *results.Run, ids results.TraceIDs, steps []results.Step) error {
	t.Helper()
	ctx := t.Context()
	tx, err := db.BeginRun(ctx, r)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: 1, Status: results.Passed, TraceIDs: ids}); err != nil {
		return err
	}
	for i := range steps {
		if err := tx.SaveStep(ctx, &steps[i]); err != nil {
			return err
		}
	}
	return tx.Finish(ctx, r, nil)
}
