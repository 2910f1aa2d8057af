package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/views"
)

// TestLean: a column in which no row has anything is left out and named; one with a
// zero, a link or a note stays.
func TestLean(t *testing.T) {
	zero := 0.0
	g := views.Grid{Note: "As printed.", Cols: []views.Col{{Label: "System"}, {Label: "Rank"}, {Label: "Cost"}, {Label: "Run"},
		{Label: "Passed"}},
		Rows: []views.GridRow{{Cells: []views.Cell{views.Words(""), views.Words(""), views.Number(&zero, 1), views.Words("").Link("/x"),
			views.Words("")}}, {Cells: []views.Cell{views.Words(""), views.Words(""), views.Number(nil, 1), views.Words(""), views.Words("")}}}}
	lean := g.Lean()
	var labels []string
	for _, c := range lean.Cols {
		labels = append(labels, c.Label)
	}
	if got := strings.Join(labels, " "); got != "System Cost Run" || len(lean.Rows[0].Cells) != 3 || len(lean.Rows[1].Cells) != 3 {
		t.Errorf("columns %q with %d cells", got, len(lean.Rows[0].Cells))
	}
	if want := "As printed. Left out, because no row has it: Rank and Passed."; lean.Note != want {
		t.Errorf("note %q, want %q", lean.Note, want)
	}
	if len(g.Cols) != 5 || len(g.Rows[0].Cells) != 5 {
		t.Error("the grid itself has lost columns")
	}
}
