package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// The board without impossible tasks counts, ranks and tests over the others:
// the streaks of a scenario run over the rounds that are left, a run that lacks
// nothing else is complete, and printed figures, which are over all tasks, have
// no place on it.
func TestWithoutImpossible(t *testing.T) {
	in := synthetic(1, 5)
	for i, passed := range [][]float64{{1, 1, 0, 1, 1}, {1, 0, 0, 1, 1}} {
		r := results.ScoredRun{Run: results.Run{Slug: string(rune('a' + i)), System: results.System{Model: string(rune('a' + i)),
			Framework: "f"}, Evidence: results.Recomputed, Complete: true, Counts: results.Counts{Expected: 5, Scored: 5}}}
		for q, x := range passed {
			status := results.Failed
			if x == 1 {
				status = results.Passed
			}
			r.Trials = append(r.Trials, results.Trial{Scenario: "s00", Task: in.Tasks[q].Slug, Status: status, Score: &x, Kind: in.Tasks[q].Kind})
		}
		in.Runs = append(in.Runs, r)
	}
	lacks := &in.Runs[1]
	lacks.Complete = false
	lacks.Trials = append(lacks.Trials[:2:2], lacks.Trials[3:]...)
	v := 0.9
	in.Figures = []results.Figure{
		{Model: "paper-only", Framework: "f", Metric: "crs", Value: &v, Digits: 2, Unit: "percent", Board: true},
		{Model: "a", Framework: "f", Metric: "crs", Value: &v, Digits: 2, Unit: "percent", Board: true},
	}
	in.Impossible = []results.ImpossibleTask{{Scenario: "s00", Task: "q3", Reason: "its checker cannot run"}}
	boards := makeBoards(in)
	full, without := boards[0], boards[3]
	if full.Without != "" || without.Without != results.WithoutImpossible || without.Convention != full.Convention {
		t.Fatalf("boards %q %q and %q %q", full.Convention, full.Without, without.Convention, without.Without)
	}
	must.Same(t, in.Impossible, full.Impossible, "doubtful tasks of the full board")
	a := row(t, without, "a")
	if a.Metrics["tcr"].Value == nil || *a.Metrics["tcr"].Value != 1 || *a.Metrics["sc"].Value != 1 ||
		a.Counts.Expected != 4 || a.Counts.Passed != 4 || without.Statistics.Tasks != 4 {
		t.Errorf("without the doubtful round: %+v of %d tasks, want 4 of 4 passed in one streak", a, without.Statistics.Tasks)
	}
	if sc := row(t, full, "a").Metrics["sc"].Value; *sc != 0.5 {
		t.Errorf("SC of the full board = %v, want 0.5: two streaks", *sc)
	}
	if b := row(t, full, "b"); b.Complete || b.Metrics["tcr"].Value != nil || b.Rank != nil {
		t.Errorf("full board: %+v, want an incomplete run", b)
	}
	if b := row(t, without, "b"); !b.Complete || b.Metrics["tcr"].Value == nil || *b.Rank != 2 {
		t.Errorf("without the round that it lacks: %+v, want rank 2", b)
	}
	if p := row(t, without, "paper-only"); p.Metrics["crs"].Value != nil || len(p.Published) != 0 {
		t.Errorf("printed row = %+v, want no value: its figures are over all rounds", p)
	}
	if len(a.Published) != 0 || len(row(t, full, "a").Published) != 1 {
		t.Errorf("published beside a run: %+v without, want them on the full board alone", a.Published)
	}
}
