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

func writeOutcomes(t *testing.T, db *DB, slug string, trials ...results.Trial) {
	t.Helper()
	ctx := context.Background()
	r := &results.Run{Slug: slug, Benchmark: "bench", ModelName: "Model One", Evidence: results.Records, Digest: slug, System: results.System{Framework: "f"}}
	tx := must.Get(db.BeginRun(ctx, r))(t)
	for i := range trials {
		must.Do(t, tx.SaveTrial(ctx, &trials[i]))
	}
	must.Do(t, tx.Finish(ctx, r, nil))
}

func outcome(scenario, task string, attempt int, score *float64, words string) results.Trial {
	tr := results.Trial{Scenario: scenario, Task: task, Attempt: attempt, Attempts: 1, Score: score, Kind: results.KindExecCheck, Status: results.JudgeError,
		Details: results.TrialDetails{Prompt: task + " " + fmt.Sprint(attempt)}}
	if score != nil {
		ok := *score >= 1
		tr.Status = results.Failed
		if ok {
			tr.Status = results.Passed
		}
		tr.Checks = []results.Check{{ID: "exec", Weight: 1, Passed: &ok, Detail: words}}
	}
	return tr
}

// TestTaskQueries: attempts count with their mean, a task that the dataset
// does not name with nothing, and a trial without a verdict as an error.
func TestTaskQueries(t *testing.T) {
	db, ctx := open(t), context.Background()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	one, half, zero := 1.0, 0.5, 0.0
	writeOutcomes(t, db, "r1", outcome("s1", "q2", 1, &one, ""), outcome("s1", "q2", 2, &zero, "FAILED: x"), outcome("s2", "q1", 1, &half, ""))
	writeOutcomes(t, db, "r2", outcome("s1", "q2", 1, nil, ""), outcome("s2", "q1", 1, &one, ""), outcome("s2", "q9", 1, &one, ""))

	var scores []results.TaskScore
	sums := must.Get(db.ScenarioScores(ctx, "bench", "s2", nil, func(x *results.TaskScore) { scores = append(scores, *x) }))(t)
	same(t, "sums (-want +got)", []results.ScoreSum{{Run: "r1", Scored: 2, Sum: 1}, {Run: "r2", Scored: 1, Sum: 1}}, sums)
	ofScenario := []results.TaskScore{{Run: "r1", Scenario: "s2", Task: "q1", Score: &half, Attempts: 1}, {Run: "r2", Scenario: "s2", Task: "q1", Score: &one, Attempts: 1},
		{Run: "r2", Scenario: "s2", Task: "q9", Score: &one, Attempts: 1}}
	same(t, "scores of s2, also at a task that the dataset does not name (-want +got)", ofScenario, scores)
	scores = nil
	must.Do(t, db.TaskScores(ctx, "bench", "s2", func(x *results.TaskScore) { scores = append(scores, *x) }))
	same(t, "scores of s2 without the sums (-want +got)", ofScenario, scores)
	got := []results.RunOutcomes{}
	if err := db.TaskOutcomes(ctx, "bench", func(o *results.RunOutcomes) {
		x := *o
		x.ID, x.Tasks = 0, slices.Clone(o.Tasks)
		got = append(got, x)
	}); err != nil {
		t.Fatal(err)
	}
	want := []results.RunOutcomes{
		{ScoreSum: sums[0], Tasks: []results.TaskOutcome{
			{Scenario: "s1", Task: "q2", Score: &half, Trials: 2},
			{Scenario: "s2", Task: "q1", Score: &half, Trials: 1},
		}},
		{ScoreSum: sums[1], Tasks: []results.TaskOutcome{
			{Scenario: "s1", Task: "q2", Trials: 1, Errors: 1},
			{Scenario: "s2", Task: "q1", Score: &one, Trials: 1},
		}},
	}
	same(t, "outcomes (-want +got)", want, got)
	runs, _, err := db.Runs(ctx, results.RunFilter{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, r := range runs {
		ids = append(ids, r.ID)
	}
	trials := must.Get(db.ScenarioTrials(ctx, "bench", "s1", ids))(t)
	verdicts := ""
	for _, x := range trials {
		verdicts += fmt.Sprintf("%s %s/%s %d of %d %s %t, ", x.Run, x.Scenario, x.Task, x.Attempt, x.Attempts, x.Status, x.Score != nil)
	}
	if want := "r1 s1/q2 1 of 1 passed true, r1 s1/q2 2 of 1 failed true, r2 s1/q2 1 of 1 judge_error false, "; verdicts != want {
		t.Errorf("trials of s1 are %q, want %q", verdicts, want)
	}
}

// TestManyOutcomes reads the outcomes of more runs than are read at a time: they come
// in the order of slugs, whatever was stored first, also those that are not packed.
func TestManyOutcomes(t *testing.T) {
	db, ctx := open(t), t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	one := 1.0
	var want, got []string
	for i := range 70 {
		slug := fmt.Sprintf("r%02d", 69-i)
		var trials []results.Trial
		if i%10 != 3 { // some have no trial
			trials = append(trials, outcome("s1", "q2", 1, &one, ""))
			want = append(want, slug)
		}
		writeOutcomes(t, db, slug, trials...)
	}
	slices.Sort(want)
	must.Get(db.w.ExecContext(ctx, "DELETE FROM run_outcomes WHERE run_id % 7 = 2"))(t)
	err := db.TaskOutcomes(ctx, "bench", func(o *results.RunOutcomes) {
		if got = append(got, o.Run); len(o.Tasks) != 1 || o.Sum != 1 {
			t.Errorf("outcomes of %s: %+v", o.Run, o)
		}
	})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("runs, %v (-want +got):\n%s", err, diff)
	}
}

// TestOutcomesFollowTrials: a run without packed outcomes is read from its
// trials, trials that change or go take what was packed of them along, and the
// next writer packs what is missing.
func TestOutcomesFollowTrials(t *testing.T) {
	db, ctx := open(t), t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset()))
	one, zero := 1.0, 0.0
	writeOutcomes(t, db, "r1", outcome("s1", "q2", 1, &one, ""), outcome("s2", "q1", 1, &zero, "FAILED: x"))
	writeOutcomes(t, db, "r2", outcome("s1", "q2", 1, &one, ""))
	packed := func() (n int) {
		t.Helper()
		must.Do(t, db.w.GetContext(ctx, &n, "SELECT count(*) FROM run_outcomes"))
		return n
	}
	sum := func() float64 {
		t.Helper()
		sums, err := db.ScenarioScores(ctx, "bench", "", nil, func(*results.TaskScore) {})
		if err != nil || len(sums) == 0 || sums[0].Run != "r1" {
			t.Fatalf("sums %+v, %v", sums, err)
		}
		return sums[0].Sum
	}
	if packed() != 2 || sum() != 1 {
		t.Fatalf("%d packed runs, sum %v", packed(), sum())
	}
	must.Get(db.w.ExecContext(ctx, "UPDATE trials SET score = 1, status = 'passed' WHERE score = 0"))(t)
	if packed() != 1 || sum() != 2 {
		t.Errorf("after a change %d packed runs, sum %v, want 1 and 2", packed(), sum())
	}
}
