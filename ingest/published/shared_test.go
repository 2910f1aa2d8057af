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
		"BundledWorld":                           testBundledWorld,
		"BenchmarksBesideClawArena":              testBenchmarksBesideClawArena,
		"ClawArenaDiscrepanciesEqualTheirSource": testClawArenaDiscrepanciesEqualTheirSource,
		"ClawArenaEqualsItsSource":               testClawArenaEqualsItsSource,
		"ClawArenaRoundsEqualTheirSource":        testClawArenaRoundsEqualTheirSource,
		"ClawArenaTablesEqualTheirSource":        testClawArenaTablesEqualTheirSource,
		"ClawMarkEqualsItsSource":                testClawMarkEqualsItsSource,
		"ClawMarkTablesEqualTheirSource":         testClawMarkTablesEqualTheirSource,
		"ClawMarkTasksEqualTheirSource":          testClawMarkTasksEqualTheirSource,
		"ClawMarkTextEqualsItsSource":            testClawMarkTextEqualsItsSource,
		"DomainSlugs":                            testDomainSlugs,
		"LeaderboardsEqualTheirSource":           testLeaderboardsEqualTheirSource,
		"LiveClawBenchPaperEqualsItsSource":      testLiveClawBenchPaperEqualsItsSource,
		"LiveClawBenchTasksEqualTheirSource":     testLiveClawBenchTasksEqualTheirSource,
		"PairsEqualTheirSource":                  testPairsEqualTheirSource,
		"SameRecordEitherWay":                    testSameRecordEitherWay,
		"SiteDataMeetsTheBundle":                 testSiteDataMeetsTheBundle,
		"SignsOfStageClaw":                       testSignsOfStageClaw,
		"SnapshotsEqualTheirSource":              testSnapshotsEqualTheirSource,
		"StageClawEqualsItsSource":               testStageClawEqualsItsSource,
		"StageClawTablesEqualTheirSource":        testStageClawTablesEqualTheirSource,
		"TablesStandInTheirPapers":               testTablesStandInTheirPapers,
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

// printedFigures returns the figures in printed units. It empties as a test
// compares, so that what is left over was never in the source.
func printedFigures(t testing.TB, b *Bundle, benchmark string) map[figureKey]*float64 {
	t.Helper()
	out := map[figureKey]*float64{}
	for _, f := range b.Figures {
		if f.Benchmark != benchmark {
			continue
		}
		k := figureKey{f.Group, f.Model, f.Framework, f.Variant, f.Metric, f.Scope}
		if _, twice := out[k]; twice {
			t.Errorf("%v is printed twice", k)
		}
		var v *float64
		if f.Value != nil {
			x := *f.Value
			if f.Unit == unitPercent {
				x *= 100
			}
			v = &x
		}
		out[k] = v
	}
	return out
}

// take compares one number and removes it.
func take(t testing.TB, from map[figureKey]*float64, k figureKey, want *float64) {
	t.Helper()
	got, ok := from[k]
	delete(from, k)
	switch {
	case !ok:
		t.Errorf("%v is missing", k)
	case (got == nil) != (want == nil):
		t.Errorf("%v: got %v, want %v", k, deref(got), deref(want))
	case got != nil && !(math.Abs(*got-*want) <= 1e-9):
		t.Errorf("%v = %v, want %v", k, *got, *want)
	}
}

func deref(v *float64) any {
	if v == nil {
		return "not published"
	}
	return *v
}

func nothingLeft(t testing.TB, from map[figureKey]*float64) {
	t.Helper()
	for k := range from {
		t.Errorf("%v is not in the source", k)
	}
}

// wantCell compares one cell of a table of statistics.
func wantCell(t testing.TB, g *grid, row, col string, want float64) {
	t.Helper()
	if got := g.at(row, col); !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%s, %s, %s = %v, want %v", g.t.ID, row, col, got, want)
	}
}

// wantText compares one cell of words.
func wantText(t testing.TB, g *grid, row, col, want string) {
	t.Helper()
	r, okRow := g.rows[row]
	c, okCol := g.cols[col]
	if !okRow || !okCol {
		t.Errorf("%s: no cell %s, %s", g.t.ID, row, col)
		return
	}
	must.Equal(t, want, g.t.Rows[r].Cells[c].Text, "%s, %s, %s", g.t.ID, row, col)
}

func gridOf(t testing.TB, b *Bundle, benchmark, id string) *grid {
	t.Helper()
	g := (&audit{b: b, benchmark: benchmark}).grid(id)
	if g.t.ID == "" {
		t.Fatalf("no table %s/%s", benchmark, id)
	}
	return g
}
