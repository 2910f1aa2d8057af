package published

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"BundledWorld":                    testBundledWorld,
		"ClawArenaRoundsEqualTheirSource": testClawArenaRoundsEqualTheirSource,
		"ClawMarkTasksEqualTheirSource":   testClawMarkTasksEqualTheirSource,
		"RowsStandInTheirSource":          testRowsStandInTheirSource,
	}, "data", "published")
}

// readShared decodes one of the real files that the bundled data were
// transcribed from.
func readShared(t testing.TB, v any, elem ...string) {
	t.Helper()
	data := must.Get(os.ReadFile(resultstest.Shared(t, append([]string{"data"}, elem...)...)))(t)
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("read %v: %v", elem, err)
	}
}

// wantCell compares one cell of a table of statistics.
func wantCell(t testing.TB, g *grid, row, col string, want float64) {
	t.Helper()
	if got := g.at(row, col); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%s, %s, %s = %v, want %v", g.t.ID, row, col, got, want)
	}
}

// grid is a table of statistics, addressed by row label and column key.
type grid struct {
	t    *results.StatTable
	rows map[string]int
	cols map[string]int
}

// at returns a number of the grid; NaN if it was not published.
func (g *grid) at(row, col string) float64 {
	r, okRow := g.rows[row]
	c, okCol := g.cols[col]
	if !okRow || !okCol || g.t.Rows[r].Cells[c].Value == nil {
		return math.NaN()
	}
	return *g.t.Rows[r].Cells[c].Value
}

func gridOf(t testing.TB, b *Bundle, benchmark, id string) *grid {
	t.Helper()
	i := slices.IndexFunc(b.Tables, func(x results.StatTable) bool { return x.Benchmark == benchmark && x.ID == id })
	if i < 0 {
		t.Fatalf("no table %s/%s", benchmark, id)
	}
	g := &grid{t: &b.Tables[i], rows: map[string]int{}, cols: map[string]int{}}
	for r := range g.t.Rows {
		g.rows[g.t.Rows[r].Label] = r
	}
	for c := range g.t.Columns {
		g.cols[g.t.Columns[c].Key] = c
	}
	return g
}
