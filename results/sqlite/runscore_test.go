package sqlite

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
)

// What a run was given when it was scored is read as it was saved, NaN and all,
// goes when it is saved anew or removed, and takes draws and tests with it.
func TestRunScores(t *testing.T) {
	db := open(t)
	ctx := t.Context()
	must(t, db.SaveDataset(ctx, dataset()))
	must(t, writeRun(t, db, "r1", "d", 1, "text"))
	run := found(db.FindRun(ctx, "r1"))(t)
	draws := bytes.Repeat([]byte{1, 2, 3, 4, 5}, 4500)
	nan := math.NaN()
	whole := results.RunScore{
		Run: run.ID, Key: "k1", Complete: true, Counts: results.Counts{Expected: 3, Scored: 3, Passed: 2, Failed: 1}, Clusters: 2,
		Conventions: []results.ConventionScore{
			{Convention: "x", Values: []float64{0.5, nan}, Lo: []float64{0.25, nan}, Hi: []float64{0.75, nan}, Draws: draws},
			{Convention: "y", Values: []float64{1, 0}, Lo: []float64{1, 0}, Hi: []float64{1, 0}},
		},
		Units: [][]float64{{1, 2, 0}, {0.5, 0, 1. / 3}},
	}
	cut := results.RunScore{
		Run: run.ID, Without: results.WithoutDoubtful, Key: "k2", Clusters: 2, Bounded: true,
		Conventions: []results.ConventionScore{{Values: []float64{nan}, Failed: []float64{0}, Passed: []float64{1}}},
	}
	for _, s := range []*results.RunScore{&cut, &whole, &whole} {
		must(t, db.SaveRunScore(ctx, s))
	}
	list := found(db.RunScores(ctx, run.Benchmark))(t)
	read := cmp.Options{
		cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(results.RunScore{}, "Units"),
		cmpopts.IgnoreFields(results.ConventionScore{}, "Draws", "Convention"),
		// What an incomplete run has no intervals of is read as none of each.
		cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Lo" || p.Last().String() == ".Hi" },
			cmp.Comparer(func(a, b []float64) bool { return cmp.Equal(numbersIn(a), numbersIn(b)) })),
	}
	same(t, "scores (-saved +read)", []results.RunScore{whole, cut}, list, read)
	units, err := db.RunUnits(ctx, run.ID, "")
	if err != nil || !cmp.Equal(units, whole.Units) {
		t.Errorf("units %v, %v; want %v", units, err, whole.Units)
	}
	var got []byte
	if err := db.RunDraws(ctx, run.Benchmark, "", "x", []int64{run.ID}, func(packed [][]byte) { got = append(got, packed[0]...) }); err != nil || !bytes.Equal(got, draws) {
		t.Errorf("%d bytes of draws, %v; want %d", len(got), err, len(draws))
	}
	if err := db.RunDraws(ctx, run.Benchmark, "", "y", []int64{run.ID}, func([][]byte) {}); err == nil {
		t.Error("draws that are not there were read")
	}
	test := results.LeaderTest{Convention: "x", Run: run.ID, Against: "r0 k", P: nan}
	must(t, db.SaveLeaderTests(ctx, run.Benchmark, []results.LeaderTest{test}, nil))
	if tests, err := db.LeaderTests(ctx, run.Benchmark); err != nil || !cmp.Equal(tests, []results.LeaderTest{test}, cmpopts.EquateNaNs()) {
		t.Errorf("tests %+v, %v; want %+v", tests, err, test)
	}
	must(t, db.DeleteRunScore(ctx, run.ID, ""))
	for _, table := range []string{"run_draws", "run_tests"} {
		var n int
		if err := db.r.GetContext(ctx, &n, "SELECT count(*) FROM "+table); err != nil || n > 0 {
			t.Errorf("%d rows left in %s, %v", n, table, err)
		}
	}
	if _, err := db.RunUnits(ctx, run.ID, ""); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("units of a removed score: %v", err)
	}
}

func numbersIn(list []float64) []float64 {
	var out []float64
	for _, x := range list {
		if !math.IsNaN(x) {
			out = append(out, x)
		}
	}
	return out
}
