package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// overviews are kept by trial; of their cycles those are read that have one of the
// steps that are asked for. They go with the run.
func overviews(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 0)
	must(t, write(ctx, db, named("run1"), trialOf{"q1", results.Failed, says("no")}, trialOf{"q2", results.Failed, says("neither")}))
	run := found(db.FindRun(ctx, "run1"))(t)
	trials := found(db.RunTrials(ctx, run.ID, ""))(t)
	id := trials[0].ID
	if _, err := db.FindOverview(ctx, id, 1, 10); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("of a trace of which nothing is kept: %v", err)
	}
	a, b, c := results.OverviewCycle{From: 3, To: 9, Data: []byte(`{"n":"二"}`)}, results.OverviewCycle{From: 490, To: 700,
		Data: []byte(`{}`)}, results.OverviewCycle{From: 702, To: 704, Data: []byte(`[]`)}
	must(t, db.SaveOverviews(ctx, bench, run.ID, []results.Overview{{Trial: trials[1].ID, Map: []byte(`{}`)}}))
	must(t, db.SaveOverviews(ctx, bench, run.ID,
		[]results.Overview{{Trial: id, Map: []byte(`{"m":1}`), Cycles: []results.OverviewCycle{a, b, c}}}))
	for _, x := range []struct {
		from, to int
		want     []results.OverviewCycle
	}{
		{1, 500, []results.OverviewCycle{a, b}}, {501, 1000, []results.OverviewCycle{b, c}}, {501, 600, []results.OverviewCycle{b}}, {701,
			701, []results.OverviewCycle{}},
		{1, 2, []results.OverviewCycle{}}, {705, 900, []results.OverviewCycle{}}, {9, 9, []results.OverviewCycle{a}}, {10, 489,
			[]results.OverviewCycle{}},
	} {
		want := &results.Overview{Trial: id, Map: []byte(`{"m":1}`), Cycles: x.want}
		same(t, fmt.Sprintf("of the steps %d to %d (-saved +read)", x.from, x.to), want, found(db.FindOverview(ctx, id, x.from, x.to))(t))
	}
	if _, err := db.FindOverview(ctx, trials[1].ID, 1, 10); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("the earlier one is still there: %v", err)
	}
	must(t, db.RemoveRun(ctx, "run1"))
	if _, err := db.FindOverview(ctx, id, 1, 10); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("of a run that is gone: %v", err)
	}
}
