package published

import (
	"encoding/json"
	"math"
	"os"
	"testing"

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

// figureKey names one printed number.
type figureKey struct{ Group, Model, Framework, Variant, Metric, Scope string }

// wantCell compares one cell of a table of statistics.
func wantCell(t testing.TB, g *grid, row, col string, want float64) {
	t.Helper()
	if got := g.at(row, col); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%s, %s, %s = %v, want %v", g.t.ID, row, col, got, want)
	}
}

func gridOf(t testing.TB, b *Bundle, benchmark, id string) *grid {
	t.Helper()
	g := (&audit{b: b, benchmark: benchmark}).grid(id)
	if g.t.ID == "" {
		t.Fatalf("no table %s/%s", benchmark, id)
	}
	return g
}
