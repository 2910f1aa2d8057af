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
