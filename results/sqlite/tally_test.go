package sqlite

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

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
