package compare

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/must"
)

// An equal call that was answered in another way says so, is counted in its
// fold, and is opened once nothing is folded; one that was answered alike is not.
func TestOtherOutputIsShown(t *testing.T) {
	c := &TrialComparison{Alignment: align.Alignment{Rows: []align.Row{{A: 0, B: 0, Kind: align.Same},
		{A: 1, B: 1, Kind: align.Same, OtherOutput: true}, {A: 2, B: 2, Kind: align.Same}}, First: -1}}
	for _, side := range c.Sides() {
		side.Items = []align.Item{{Step: 1, Name: "read"}, {Step: 2, Name: "exec"}, {Step: 3, Name: "read"}}
	}
	folded := c.Page()
	c.Query.Open = true
	open := c.Page()
	for i, want := range []bool{false, true, false} {
		must.Equal(t, want, c.Row(i).OtherOutput, "row %d is shown with another output", i+1)
		must.Equal(t, want, open.InFull(i), "row %d is opened in the unfolded view", i+1)
		if folded.InFull(i) {
			t.Errorf("row %d is opened in the folded view", i+1)
		}
	}
	if len(folded.Units) != 1 || !folded.Units[0].Fold || folded.Units[0].Outputs != 1 || len(folded.Wanted(c, 0)) != 0 {
		t.Errorf("folded units %+v, want one with one other output and no step in full", folded.Units)
	}
	if got := open.Wanted(c, 1); len(open.Units) != 3 || !slices.Equal(got, []int{2}) {
		t.Errorf("%d open units that want the steps %v, want 3 and step 2", len(open.Units), got)
	}
}

// A row's page is found among pages of 40 units, and each page ends where the
// next begins.
func TestAlignedPages(t *testing.T) {
	c := &TrialComparison{Query: TrialsQuery{From: 85}}
	for i := range 100 {
		c.Alignment.Rows = append(c.Alignment.Rows, align.Row{A: i, B: -1, Kind: align.OnlyA})
		c.A.Items = append(c.A.Items, align.Item{Step: i + 1})
	}
	p := c.Page()
	if shown := p.Shown(); p.Number != 2 || p.Last() != 2 || shown[0].From != 80 || shown[len(shown)-1].To != 100 {
		t.Errorf("page %d of %d has %+v, want the last 20 rows", p.Number, p.Last(), p.Shown())
	}
	if got := p.Wanted(c, 0); len(got) != 21 || got[0] != 1 || got[1] != 81 {
		t.Errorf("steps %v are wanted, want that of the first difference and 81 to 100", got)
	}
	if p.PageOf(39) != 0 || p.PageOf(40) != 1 || p.First(1) != 40 {
		t.Errorf("rows 39 and 40 are on the pages %d and %d", p.PageOf(39), p.PageOf(40))
	}
}
