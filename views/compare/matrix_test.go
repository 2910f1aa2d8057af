package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/views"
)

// A difference is coloured where both systems have records and it separates.
func TestEffectsColouredWhereSeparable(t *testing.T) {
	of := func(difference float64, holm *float64) comparereport.Addition {
		return comparereport.Addition{Metrics: []comparereport.AdditionEffect{{Key: "avg", Difference: &difference, PHolm: holm}}}
	}
	first, second, third := 3*2.0/512, 2*2.0/64, 2.0/32
	d := &comparereport.Matrix{Additions: []comparereport.Addition{of(.75, &first), of(.5, &second), of(.9, nil), of(.4, &third)}}
	g := matrixView{Matrix: d}.effectsTable()
	var html strings.Builder
	must.Do(t, views.GridTable(g).Render(t.Context(), &html))
	if n := strings.Count(html.String(), `class="num d`); n != 1 {
		t.Errorf("%d cells are coloured, want the first alone", n)
	}
	if !strings.Contains(g.Note, "for the 3 tests of this table") {
		t.Errorf("note %q", g.Note)
	}
}
