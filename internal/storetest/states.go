package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// day is noon of the nth day of 2026, in Unix milliseconds.
func day(n int) int64 { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC).UnixMilli() }

// boardOf is a board with the runs in the order of their ranks.
func boardOf(without string, value float64, runs ...results.Run) results.Board {
	b := results.Board{Benchmark: bench, Convention: "c", Without: without, Headline: "crs", Keys: []string{"crs"},
		Doubtful: []results.DoubtfulTask{}}
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

	wantDays("nothing was left out", results.WithoutDoubtful, "2026-01-03", "2026-01-01")
	save(day(5), boardOf("", .7, one), boardOf(results.WithoutDoubtful, .8, one))
	wantDays("tasks are left out", results.WithoutDoubtful, "2026-01-05")
	save(day(6), boardOf("", .7, one))
	wantDays("no task is left out any more", results.WithoutDoubtful, "2026-01-06", "2026-01-05")
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
