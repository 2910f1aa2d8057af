package storetest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

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
	want := []results.RunFailures{{Run: run.ID, Judged: 2, Passed: 1, Causes: []results.CauseCount{
		{Family: "shell", Cause: "x", Calls: 3, Trials: 2, Judged: 2, Passed: 1}, {Family: "shell", Cause: "y", Calls: 1, Trials: 1,
			Judged: 1, Passed: 1}}}}
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
