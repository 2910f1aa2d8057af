package views

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func TestTaskRate(t *testing.T) {
	d := ScoredRuns{Ranked: map[string]bool{"a": true, "b": true}}
	scores := []item.SystemScore{{Run: "a", Score: 1}, {Run: "b", Score: 0.5}}
	if pass, mean := d.TaskRate(scores, false); pass.Num != 1 || pass.Den != 2 || pass.Value == nil || mean == nil || !resultstest.Near(*mean, 0.75, 1e-12) {
		t.Errorf("both ranked systems: %+v, mean %v", pass, mean)
	}
	if pass, mean := d.TaskRate(scores[:1], false); pass.Num != 1 || pass.Den != 1 || pass.Value != nil || mean != nil {
		t.Errorf("one of two ranked systems has a rate: %+v, mean %v", pass, mean)
	}
	if pass, mean := d.TaskRate(scores[:1], true); pass.Value == nil || mean == nil {
		t.Errorf("over all runs there is no rate: %+v", pass)
	}
	none := ScoredRuns{Ranked: map[string]bool{}}
	if pass, mean := none.TaskRate(scores, false); pass.Num != 1 || pass.Den != 2 || pass.Value != nil || mean != nil || !none.Counts("x", false) {
		t.Errorf("without a ranked system: %+v, mean %v", pass, mean)
	}
}

// TestAddRuns: the runs of a ranked system are one score, weighted by attempts; another run is its own.
func TestAddRuns(t *testing.T) {
	d := ScoredRuns{Ranked: map[string]bool{"new": true, "b": true}, Parts: map[string]SweepPart{"old": {"new", 1}, "new": {"new", 3}, "b": {"b", 1}}}
	var scores []item.SystemScore
	for _, s := range []item.SystemScore{{Run: "new", Score: 1, Rest: new(0.5)}, {Run: "b", Score: 1}, {Run: "old", Score: 0, Rest: new(0.1)}} {
		scores = d.Add(scores, s, map[string]int{"new": 3, "old": 1, "b": 1}[s.Run], false)
	}
	if len(scores) != 2 || scores[0].Run != "new" || scores[0].Score != 0.75 || !resultstest.Near(*scores[0].Rest, 0.4, 1e-12) {
		t.Errorf("scores of the systems: %+v", scores)
	}
	if pass, mean := d.TaskRate(scores, false); pass.Num != 1 || pass.Den != 2 || *mean != 0.875 {
		t.Errorf("one of two systems passes every time: %+v, mean %v", pass, mean)
	}
	if !d.Counts("old", false) || d.Counts("other", false) {
		t.Error("a further run of a ranked system does not count, or another run does")
	}
	if all := d.Add(scores[:1], item.SystemScore{Run: "old"}, 1, true); len(all) != 2 {
		t.Errorf("over all runs: %+v", all)
	}
}
