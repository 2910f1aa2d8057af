package table

import (
	"context"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestBlankCell: a text that does not apply is no value that the records lack.
func TestBlankCell(t *testing.T) {
	g := Table{Cols: []Col{{Key: "a", Label: "A"}, {Key: "p", Label: "p"}, {Key: "n", Label: "N"}}, Rows: []Row{
		{Cells: []Cell{Words("x"), RightWords("").Link("/y"), Percent(nil)}}}}
	var b strings.Builder
	must.Do(t, HTML(g).Render(context.Background(), &b))
	if n := strings.Count(b.String(), "not recorded"); n != 2 || strings.Contains(b.String(), "/y") { // once as title, once for screen readers
		t.Errorf("%d times not recorded: %s", n, b.String())
	}
	if g = g.Lean(); len(g.Cols) != 1 {
		t.Errorf("columns without a value stay: %+v", g.Cols)
	}
}
