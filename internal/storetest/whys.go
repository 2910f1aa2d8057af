package storetest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// whys are kept by trial with their key and go with the run or a changed verdict.
func whys(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 0)
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Failed, says("no")}, trialOf{"q2", results.Failed, says("neither")}))
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	trials := must.Get(db.RunTrials(ctx, run.ID, ""))(t)
	want := &results.Why{More: 2, Reason: &results.Reason{Sentence: "It says 9.", Kind: results.ReasonValue, Rule: "checker"},
		Complaints: []results.Complaint{
			{Text: "n expected 7 二", File: "a.json", Field: "n", Expected: "7", Got: "9", Wrote: &results.Cause{Task: "q1", Attempt: 1,
				Step: 3, Call: 1, CallID: "c|1", File: "a.json", Quote: `"n": 9`, Rule: results.RuleNamed}},
			{Text: "x", Option: "B", Fault: "omitted", Unread: true},
		}}
	if got := must.Get(db.FindWhy(ctx, trials[0].ID))(t); got != nil {
		t.Errorf("what led to the verdict of a run of which nothing is known: %+v", got)
	}
	if got := must.Get(db.RunReasons(ctx, run.ID))(t); got.Looked || len(got.Trials) > 0 {
		t.Errorf("reasons of a run of which nothing is known: %+v", got)
	}
	must.Do(t, db.SaveWhys(ctx, bench, run.ID, "old", []results.TrialWhy{{Trial: trials[1].ID, Why: want}}))
	must.Do(t, db.SaveWhys(ctx, bench, run.ID, "k1", []results.TrialWhy{{Trial: trials[0].ID, Why: want}}))
	same(t, "what led to a verdict (-saved +read)", want, must.Get(db.FindWhy(ctx, trials[0].ID))(t))
	if got := must.Get(db.FindWhy(ctx, trials[1].ID))(t); got != nil {
		t.Errorf("the earlier one is still there: %+v", got)
	}
	same(t, "reasons (-saved +read)", results.RunReasons{Looked: true, Trials: []results.TrialReason{{Trial: trials[0].ID,
		Kind: results.ReasonValue, Sentence: "It says 9."}}}, must.Get(db.RunReasons(ctx, run.ID))(t))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, must.Get(db.WhyKeys(ctx, bench))(t))
	must.Do(t, db.RemoveRun(ctx, "run1"))
	if got := must.Get(db.WhyKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}
