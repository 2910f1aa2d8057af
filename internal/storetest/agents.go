package storetest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// agents keeps sub-agents and references of traces.
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
