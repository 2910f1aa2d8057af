package sqlstore_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

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
		Run: run.ID, Without: results.WithoutImpossible, Key: "k2", Clusters: 2, Bounded: true,
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
	if got := must.Get(db.RunDraws(ctx, "", "x", []int64{run.ID}))(t); !bytes.Equal(got[0], draws) {
		t.Errorf("%d bytes of draws, want %d", len(got[0]), len(draws))
	}
	if _, err := db.RunDraws(ctx, "", "x", []int64{run.ID, run.ID + 1}); err == nil {
		t.Error("draws of a run that has none are no error")
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
		want := results.Board{Benchmark: bench, Convention: "c", Keys: []string{}, Impossible: []results.ImpossibleTask{}}
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
		if runs := must.Get(db.FindBoardRuns(ctx, bench, "c", ""))(t); len(runs.Rows) != 1 || *runs.Rows[0].Run != run.Slug {
			t.Errorf("rows with runs %+v", runs.Rows)
		}
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
		{Slug: "c1", Benchmark: bench, Rule: "r", Scenario: "s1", Task: "q2", Trials: []results.CaseRef{}},
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
	same(t, "cases of a task (-saved +read)", list[:1], must.Get(db.TaskCases(ctx, bench, "s1", "q1"))(t))
	same(t, "case (-saved +read)", list[2], must.Get(db.FindCase(ctx, "c0"))(t))
	must.Do(t, db.SaveCases(ctx, bench, list[:1]))
	_, err := db.FindCase(ctx, "c0")
	notFound(t, "a case that is no longer mined", err)
}

// day is noon of the nth day of 2026, in Unix milliseconds.
func day(n int) int64 { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC).UnixMilli() }

// boardOf is a board with the runs in the order of their ranks.
func boardOf(without string, value float64, runs ...results.Run) results.Board {
	b := results.Board{Benchmark: bench, Convention: "c", Without: without, Headline: "crs", Keys: []string{"crs"},
		Impossible: []results.ImpossibleTask{}}
	for i, r := range runs {
		rank, v, slug := i+1, value-float64(i)/10, r.Slug
		b.Rows = append(b.Rows, results.BoardRow{Rank: &rank, RankInterval: &[2]int{1, 2}, TieClass: &rank, PFirst: &v, Run: &slug,
			System:   r.System,
			Complete: true, OtherRuns: []string{"run0"}, Metrics: map[string]results.MetricValue{"crs": {Value: &v}}})
	}
	return b
}

// stateDays lists the days of the states of a board.
func stateDays(t *testing.T, db Store, without string) []string {
	t.Helper()
	days := must.Get(db.StateDays(t.Context(), bench, "c", without))(t)
	return days
}

// states are kept of each day on which a board changed, and of no other.
func states(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 2)
	one, two := must.Get(db.FindRun(ctx, "run1"))(t), must.Get(db.FindRun(ctx, "run2"))(t)
	save := func(at int64, boards ...results.Board) { t.Helper(); must.Do(t, db.SaveBoards(ctx, bench, boards, at)) }
	wantDays := func(what, without string, want ...string) {
		t.Helper()
		same(t, fmt.Sprintf("%s: days (-want +got)", what), want, stateDays(t, db, without))
	}
	_, err := db.FindBoardState(ctx, bench, "c", "", "2026-01-01")
	notFound(t, "a state of a board that there never was", err)
	save(day(1), boardOf("", .5, one))
	reworded := boardOf("", .5, one)
	reworded.Statistics.Excludes, reworded.Rows[0].Published = "other words", []results.PublishedValue{{Source: "paper"}}
	save(day(2), reworded)
	wantDays("the same board on another day", "", "2026-01-01")
	save(day(3), boardOf("", .5, two, one))
	save(day(3)+1, boardOf("", .6, one, two))
	wantDays("two states of one day", "", "2026-01-03", "2026-01-01")
	got := must.Get(db.FindBoardState(ctx, bench, "c", "", "2026-01-20"))(t)
	if got.Day != "2026-01-03" || len(got.Rows) != 2 || *got.Rows[0].Run != "run1" || *got.Rows[0].Metrics["crs"].Value != .6 ||
		*got.Rows[1].Rank != 2 || got.Altered || got.Rows[0].OtherRuns != nil {
		t.Errorf("the last state is %+v", got)
	}
	now := results.StateOf(boardOf("", .6, one, two), "")
	if a, b := must.Get(now.Digest())(t), must.Get(got.Digest())(t); a != b {
		t.Errorf("digest %s of what was read, %s of what was saved", b, a)
	}
	_, err = db.FindBoardState(ctx, bench, "c", "", "2025-12-31")
	notFound(t, "a state before the first", err)
	save(day(4), boardOf("", .5, one))
	save(day(4)+1, boardOf("", .6, one, two))
	wantDays("a day that ended as it began", "", "2026-01-03", "2026-01-01")
	save(day(2), boardOf("", .7, one))
	wantDays("a clock that went back", "", "2026-01-03", "2026-01-01")

	wantDays("nothing was left out", results.WithoutImpossible, "2026-01-03", "2026-01-01")
	save(day(5), boardOf("", .7, one), boardOf(results.WithoutImpossible, .8, one))
	wantDays("tasks are left out", results.WithoutImpossible, "2026-01-05")
	save(day(6), boardOf("", .7, one))
	wantDays("no task is left out any more", results.WithoutImpossible, "2026-01-06", "2026-01-05")
	wantDays("the whole board", "", "2026-01-03", "2026-01-01")
}

// stateTakedowns tests that a removed run is in no snapshot, nor numbers that rested on it.
func stateTakedowns(t *testing.T, db Store) {
	ctx := t.Context()
	filled(t, db, 4)
	var runs []results.Run
	for _, slug := range []string{"run1", "run2", "run3", "run4"} {
		runs = append(runs, must.Get(db.FindRun(ctx, slug))(t))
	}
	must.Do(t, db.SaveBoards(ctx, bench, []results.Board{boardOf("", .5, runs[0])}, day(1)))
	must.Do(t, db.SaveBoards(ctx, bench, []results.Board{boardOf("", .9, runs...)}, day(2)))
	read := func(day string) results.BoardState {
		t.Helper()
		return must.Get(db.FindBoardState(ctx, bench, "c", "", day))(t)
	}
	before := read("2026-01-02")
	wantRows := func(what string, withdrawn int, want ...string) {
		t.Helper()
		s := read("2026-01-02")
		var got []string
		for _, r := range s.Rows {
			got = append(got, *r.Run)
			if r.Rank != nil || r.RankInterval != nil || r.PFirst != nil || r.TieClass != nil {
				t.Errorf("%s: %s still has a place among others", what, *r.Run)
			}
		}
		if d := cmp.Diff(want, got); d != "" || !s.Altered || len(s.Withdrawn) != withdrawn {
			t.Errorf("%s: altered %t, withdrawn %+v, rows (-want +got):\n%s", what, s.Altered, s.Withdrawn, d)
		}
	}
	must.Do(t, db.HideRun(ctx, "run2", true))
	wantRows("one is hidden", 0, "run1", "run3", "run4")
	must.Do(t, db.HideRun(ctx, "run2", false))
	same(t, "hidden and shown (-before +after)", before, read("2026-01-02"))
	must.Do(t, db.WithdrawRun(ctx, "run3", "its owner asked", 5000))
	wantRows("one is withdrawn", 1, "run1", "run2", "run4")
	if w := read("2026-01-02").Withdrawn[0]; w.Run != "run3" || w.Reason != "its owner asked" {
		t.Errorf("withdrawn %+v", w)
	}
	must.Do(t, db.RemoveRun(ctx, "run4"))
	wantRows("one is removed", 1, "run1", "run2")
	must.Do(t, db.RemoveRun(ctx, "run3"))
	wantRows("the withdrawn one is removed", 0, "run1", "run2")
	if s := read("2026-01-01"); s.Altered || len(s.Rows) != 1 || s.Rows[0].Rank == nil {
		t.Errorf("a state without the runs has changed: %+v", s)
	}
	must.Do(t, db.SaveBoards(ctx, bench, []results.Board{boardOf("", .9, runs[:2]...)}, day(3)))
	if s := read("2026-01-03"); s.Day != "2026-01-03" || s.Altered {
		t.Errorf("the board after it is %+v", s)
	}
}

// lookedOf is what a run looked at in the scenarios of the fixture's dataset.
func lookedOf() results.Looked {
	return results.Looked{Looks: []results.Look{
		{Scenario: "s1", Round: "q2", Kind: "file", Path: "docs/a.md", Level: "content", At: "q2", Step: 3, Rounds: 1},
		{Scenario: "s1", Round: "q2", Kind: "chat", Path: "boss_1.jsonl", Level: "never"},
		{Scenario: "s2", Round: "q1", Kind: "file", Path: "x", Level: "untraced"},
	}, Signs: []results.LookSign{
		{Rule: "no-look", Scenario: "s1", Round: "q2", Proof: []results.CaseProof{{What: "changed", Object: "docs/a.md", Change: 1},
			{What: "ran", Step: 3, Call: 2, Quote: "cat 二"}}},
		{Rule: "no-look", Scenario: "s2", Round: "q1", Proof: []results.CaseProof{{What: "opened", Step: 1}}},
	}}
}

// looks are kept by run with the key that they were found by, and go with the run.
func looks(t *testing.T, db Store) {
	ctx, want := t.Context(), lookedOf()
	filled(t, db, 1)
	run := must.Get(db.FindRun(ctx, "run1"))(t)
	if got := must.Get(db.Looked(ctx, run.ID, ""))(t); len(got.Looks)+len(got.Signs) > 0 {
		t.Errorf("looks of a run that has none: %+v", got)
	}
	before := must.Get(db.Revisions(ctx))(t)
	must.Do(t, db.SaveLooked(ctx, bench, run.ID, "old", &results.Looked{Looks: want.Looks[:1]}))
	if must.Get(db.Revisions(ctx))(t).Of(bench) == before.Of(bench) {
		t.Error("looks are no new revision")
	}
	must.Do(t, db.SaveLooked(ctx, bench, run.ID, "k1", &want))
	same(t, "looks (-saved +read)", want, must.Get(db.Looked(ctx, run.ID, ""))(t))
	one := results.Looked{Looks: want.Looks[2:], Signs: want.Signs[1:]}
	same(t, "looks of a scenario (-saved +read)", one, must.Get(db.Looked(ctx, run.ID, "s2"))(t))
	same(t, "keys (-saved +read)", map[int64]string{run.ID: "k1"}, must.Get(db.LookKeys(ctx, bench))(t))
	must.Do(t, db.RemoveRun(ctx, "run1"))
	if got := must.Get(db.LookKeys(ctx, bench))(t); len(got) > 0 {
		t.Errorf("keys of a run that is gone: %v", got)
	}
}

// scenes are kept of worlds with texts as long as these are what they were.
func scenes(t *testing.T, db Store) {
	ctx, d, w := t.Context(), worldDataset(), worldOf()
	d.Worlds = []results.World{factsOf(w)}
	must.Do(t, db.SaveDataset(ctx, d))
	if list := must.Get(db.WorldScenes(ctx, bench))(t); len(list) > 0 {
		t.Errorf("scenes of worlds of which only facts are known: %+v", list)
	}
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "scenes before one is made (-want +read)", []results.WorldScene{{Scenario: "s1"}}, must.Get(db.WorldScenes(ctx, bench))(t))
	_, err := db.WorldScene(ctx, bench, "s1")
	notFound(t, "a scene that is not made", err)
	digest := must.Get(db.SaveWorldScene(ctx, bench, "s1", "k1", []byte("scene")))(t)
	kept := []results.WorldScene{{Scenario: "s1", Key: "k1", Digest: digest}}
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	if diff := cmp.Diff(kept, must.Get(db.WorldScenes(ctx, bench))(t)); diff != "" || digest == "" {
		t.Errorf("scenes after the same world was saved again (-saved +read):\n%s", diff)
	}
	if got := must.Get(db.WorldScene(ctx, bench, "s1"))(t); string(got) != "scene" {
		t.Errorf("scene %q", got)
	}
	w.Changes[0].After = []byte("three\n")
	must.Do(t, db.SaveWorlds(ctx, bench, []results.World{w}))
	same(t, "the scene of another world is still there (-want +read)",
		[]results.WorldScene{{Scenario: "s1"}}, must.Get(db.WorldScenes(ctx, bench))(t))
}
