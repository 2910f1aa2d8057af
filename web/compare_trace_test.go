package web

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
)

// An equal call that was answered in another way says so, is counted in its
// fold, and is opened once nothing is folded; one that was answered alike is not.
func TestOtherOutputIsShown(t *testing.T) {
	p := &trialPair{Alignment: align.Alignment{Rows: []align.Row{{A: 0, B: 0, Kind: align.Same}, {A: 1, B: 1, Kind: align.Same, OtherOutput: true}}, First: -1}}
	for i := range p.sides {
		p.sides[i].trial = &results.StoredTrial{}
		p.sides[i].items = []align.Item{{Step: 1, Name: "read"}, {Step: 2, Name: "exec"}}
	}
	for i, want := range []bool{false, true} {
		if got := p.row(i, [2]map[int]*results.Step{}).Output; got != want {
			t.Errorf("row %d is shown with another output: %v, want %v", i+1, got, want)
		}
		p.open = true
		if got := p.wanted(p.Rows[i]); got != want {
			t.Errorf("row %d is opened in the unfolded view: %v, want %v", i+1, got, want)
		}
		if p.open = false; p.wanted(p.Rows[i]) {
			t.Errorf("row %d is opened in the folded view", i+1)
		}
	}
	if list := align.Stretches(p.Rows, 1); len(list) != 1 || list[0].Outputs != 1 {
		t.Errorf("stretches %+v, want one with one other output", list)
	}
}
