package storetest

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// runScores keeps NaN and every bit, and takes draws and tests along.
func runScores(t *testing.T, db Store) {
	ctx, nan := t.Context(), math.NaN()
	filled(t, db, 1)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	draws := bytes.Repeat([]byte{1, 2, 3, 4, 5}, 4500)
	s := results.RunScore{
		Run: run.ID, Key: "k1", Complete: true, Counts: results.Counts{Expected: 3, Scored: 3, Passed: 2, Failed: 1}, Clusters: 2,
		Conventions: []results.ConventionScore{{Convention: "x", Values: []float64{0.5, nan}, SE: []float64{0.25, nan},
			DF: []float64{3, nan}, Between: []float64{0.125, nan}, Chance: []float64{0.0625, nan}, Draws: draws}},
		Units: [][]float64{{1, 2, 0}, {0.5, 0, 1. / 3}},
		Sweeps: &results.SweepScores{List: []results.SweepScore{
			{Run: "run0", Values: []float64{0.25}}, {Run: "run1", Attempt: 2, Values: []float64{0.75}}}},
	}
	cut := results.RunScore{
		Run: run.ID, Without: results.WithoutDoubtful, Key: "k2", Clusters: 2, Bounded: true,
		Conventions: []results.ConventionScore{{Values: []float64{nan}, Failed: []float64{0}, Passed: []float64{1}}},
	}
	for _, x := range []*results.RunScore{&cut, &s, &s} { // the second time it is replaced
		must.Do(t, db.SaveRunScore(ctx, x))
	}
	list := must.Get(db.RunScores(ctx, bench))(t)
	read := cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(results.RunScore{}, "Units"),
		cmpopts.IgnoreFields(results.ConventionScore{}, "Draws", "Convention"),
		// What an incomplete run has no intervals of is read as none of each.
		cmp.FilterPath(func(p cmp.Path) bool {
			return slices.Contains([]string{".SE", ".DF", ".Between", ".Chance"}, p.Last().String())
		},
			cmp.Comparer(func(a, b []float64) bool { return slices.Equal(numbersIn(a), numbersIn(b)) }))}
	same(t, "scores (-saved +read)", []results.RunScore{s, cut}, list, read)
	if units := must.Get(db.RunUnits(ctx, run.ID, ""))(t); !cmp.Equal(units, s.Units) {
		t.Errorf("units %v, want %v", units, s.Units)
	}
	var got []byte
	must.Do(t, db.RunDraws(ctx, bench, "", "x", []int64{run.ID}, func(packed [][]byte) { got = append(got, packed[0]...) }))
	if !bytes.Equal(got, draws) {
		t.Errorf("%d bytes of draws, want %d", len(got), len(draws))
	}
	test := results.LeaderTest{Convention: "x", Run: run.ID, Against: "run0 k", P: nan}
	must.Do(t, db.SaveLeaderTests(ctx, bench, []results.LeaderTest{test}, nil))
	if tests := must.Get(db.LeaderTests(ctx, bench))(t); !cmp.Equal(tests, []results.LeaderTest{test}, cmpopts.EquateNaNs()) {
		t.Errorf("tests %+v, want %+v", tests, test)
	}
	must.Do(t, db.DeleteRunScore(ctx, run.ID, ""))
	_, err := db.RunUnits(ctx, run.ID, "")
	notFound(t, "units of a score that was deleted", err)
	if tests := must.Get(db.LeaderTests(ctx, bench))(t); len(tests) > 0 {
		t.Errorf("tests %+v of a score that was deleted", tests)
	}
}

func numbersIn(list []float64) []float64 { return slices.DeleteFunc(slices.Clone(list), math.IsNaN) }

// boards are read as saved, in order, and say whether they are stale.
func boards(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 1)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	for _, rows := range []int{3, 1, 2} {
		want := results.Board{Benchmark: bench, Convention: "c", Keys: []string{}, Doubtful: []results.DoubtfulTask{}}
		for i := range rows {
			rank := rows - i // not the order of the rows
			row := results.BoardRow{System: run.System, Evidence: results.Published,
				Metrics: map[string]results.MetricValue{"crs": {CI: &[2]float64{0, 1}}}, Published: []results.PublishedValue{}, Rank: &rank}
			row.System.Variant = string(rune('a' + i))
			want.Rows = append(want.Rows, row)
		}
		want.Rows[rows-1].Run = &run.Slug
		must.Do(t, db.SaveBoards(ctx, bench, []results.Board{want}, 0))
		got := must.Get(db.FindBoard(ctx, bench, "c", ""))(t)
		same(t, fmt.Sprintf("board of %d rows (-saved +read)", rows), want, got, cmpopts.IgnoreFields(results.BoardRow{}, "Name"))
	}
	_, err := db.FindBoard(ctx, bench, "other", "")
	notFound(t, "a board of another convention", err)
	if list := must.Get(db.StaleBenchmarks(ctx))(t); !cmp.Equal(list, []string{bench}) {
		t.Errorf("stale %v, want the benchmark that has a new run", list)
	}
	must.Do(t, db.MarkCurrent(ctx, bench))
	if list := must.Get(db.StaleBenchmarks(ctx))(t); len(list) > 0 {
		t.Errorf("stale %v, want none", list)
	}
}

func cases(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	list := []results.MinedCase{
		{Slug: "c2", Benchmark: bench, Rule: "r", Scenario: "s1", Task: "q1", Title: "T",
			Trials: []results.CaseRef{{Run: "run1", Scenario: "s1", Task: "q1", Attempt: 1}}, Weight: 2},
		{Slug: "c1", Benchmark: bench, Rule: "r", Scenario: "s1", Title: "whole scenario", Trials: []results.CaseRef{}},
		{Slug: "c0", Benchmark: bench, Rule: "r", Scenario: "s2", Task: "q1", Trials: []results.CaseRef{}},
	}
	if must.Get(db.HasCases(ctx, bench))(t) || must.Get(db.HasCases(ctx, "none"))(t) {
		t.Error("a case where none was saved")
	}
	must.Do(t, db.SaveCases(ctx, bench, list))
	if !must.Get(db.HasCases(ctx, bench))(t) {
		t.Error("no case, want those that were saved")
	}
	same(t, "cases in their order (-saved +read)", list, must.Get(db.Cases(ctx, bench))(t))
	same(t, "cases of a task (-saved +read)", list[:2], must.Get(db.TaskCases(ctx, bench, "s1", "q1"))(t))
	same(t, "case (-saved +read)", list[2], must.Get(db.FindCase(ctx, "c0"))(t))
	must.Do(t, db.SaveCases(ctx, bench, list[:1]))
	_, err := db.FindCase(ctx, "c0")
	notFound(t, "a case that is no longer mined", err)
}
