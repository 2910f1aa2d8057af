package board_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// synthetic makes a benchmark of g scenarios with n rounds each, and one run
// for every pass rate.
func synthetic(g, n int, rates ...float64) board.Input {
	in := board.Input{Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringClawArena, Headline: "crs"}}
	for s := range g {
		for q := range n {
			kind := results.KindMultiChoice
			if q%3 > 0 {
				kind = results.KindExecCheck
			}
			in.Tasks = append(in.Tasks, results.Task{Scenario: fmt.Sprintf("s%02d", s), Slug: fmt.Sprintf("q%d", q+1), Ordinal: q + 1, Kind: kind})
		}
	}
	for i, rate := range rates {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		r := results.ScoredRun{Run: results.Run{Slug: fmt.Sprintf("run-%d", i), Benchmark: "b",
			System: results.System{Model: fmt.Sprintf("m%d", i), Framework: "f"}, Evidence: results.Recomputed, Complete: true}}
		for _, t := range in.Tasks {
			x, status := 0.0, results.Failed
			if rng.Float64() < rate {
				x, status = 1, results.Passed
			}
			r.Trials = append(r.Trials, results.Trial{Scenario: t.Scenario, Task: t.Slug, Status: status, Score: &x, Kind: t.Kind})
		}
		in.Runs = append(in.Runs, r)
	}
	return in
}

func row(t *testing.T, b results.Board, model string) results.BoardRow {
	t.Helper()
	for _, r := range b.Rows {
		if r.System.Model == model {
			return r
		}
	}
	t.Fatalf("no row of %s", model)
	return results.BoardRow{}
}

func TestBoard(t *testing.T) {
	in := synthetic(12, 28, 0.75, 0.74, 0.20)
	incomplete := synthetic(12, 28, 0, 0, 0, 0.99).Runs[3]
	incomplete.Complete = false
	in.Runs = append(in.Runs, incomplete)
	v := 0.80
	in.Figures = []results.Figure{
		{Model: "paper-only", Framework: "f", Metric: "crs", Value: &v, Digits: 2, Unit: "percent", Board: true, Table: "Table 3"},
		{Model: "m0", Framework: "f", Metric: "tcr", Value: &v, Digits: 2, Unit: "percent", Board: true, Table: "Table 3"},
	}
	boards := makeBoards(in)
	if len(boards) != 6 {
		t.Fatalf("%d boards, want one for each convention, whole and without doubtful tasks", len(boards))
	}
	b := boards[0]
	if b.Statistics.Clusters != 12 || b.Statistics.Draws == 0 {
		t.Errorf("statistics = %+v", b.Statistics)
	}
	top, tied, low := row(t, b, "m0"), row(t, b, "m1"), row(t, b, "m2")
	for _, r := range []results.BoardRow{top, tied, low} {
		for k, m := range r.Metrics {
			if m.Value == nil || m.CI == nil || m.CI[0] > *m.Value || m.CI[1] < *m.Value {
				t.Errorf("%s %s = %v in %v, want the value inside its interval", r.System.Model, k, m.Value, m.CI)
			}
		}
	}
	if *top.TieClass != 1 || *tied.TieClass != 1 || *low.TieClass != 2 {
		t.Errorf("classes = %d %d %d, want 1 1 2", *top.TieClass, *tied.TieClass, *low.TieClass)
	}
	if low.RankInterval == nil || *low.RankInterval != [2]int{3, 3} {
		t.Errorf("rank interval of the last = %v, want 3 to 3 among the rows with records", low.RankInterval)
	}
	if p := row(t, b, "paper-only"); p.Rank != nil || p.RankInterval != nil || p.TieClass != nil ||
		p.Metrics["crs"].CI != nil || p.Evidence != results.Published || b.Rows[0].System.Model != "paper-only" {
		t.Errorf("published row = %+v, want it first by its value, without rank, class and interval", p)
	}
	for i := 1; i <= 3; i++ {
		if place(b.Rows[i]) != fmt.Sprint(i) {
			t.Errorf("row %d has rank %s, want %d: the printed figure takes none", i, place(b.Rows[i]), i)
		}
	}
	if r := row(t, b, "m3"); r.Rank != nil || r.TieClass != nil || b.Rows[len(b.Rows)-1].System.Model != "m3" {
		t.Errorf("incomplete row = %+v, want it last and unranked", r)
	}
	if p := top.Published; len(p) != 1 || p[0].Verdict != results.VerdictDiffers ||
		!resultstest.Near(*p[0].Difference, v-*p[0].Recomputed, 1e-12) {
		t.Errorf("published value = %+v, want a difference", p)
	}
}

// A printed number stands in a column only where its source follows the board's
// convention, or where all conventions give the same. It has no rank under any,
// and moves nobody else's.
func TestPrintedKeepToTheirConvention(t *testing.T) {
	in := synthetic(3, 6, 0.5)
	v := 0.99
	for _, key := range []string{"crs", "tcr", "sc"} {
		in.Figures = append(in.Figures, results.Figure{Model: "paper-only", Framework: "f", Metric: key,
			Value: &v, Digits: 2, Unit: "percent", Board: true, Table: "Table 3"})
	}
	for i := range 3 {
		b := makeBoards(in)[i]
		p, r := row(t, b, "paper-only"), row(t, b, "m0")
		if place(p) != "none" || place(r) != "1" {
			t.Errorf("%s: the printed row has rank %s, the recomputed %s, want none and 1", b.Convention, place(p), place(r))
		}
		for key, stands := range map[string]bool{"crs": i == 0, "tcr": i == 0, "sc": true} {
			must.Equal(t, stands, p.Metrics[key].Value != nil, "%s: printed %s stands in its column", b.Convention, key)
		}
		if len(p.Published) != 3 || p.Published[0].Value == nil {
			t.Errorf("%s: published values = %+v, want all three", b.Convention, p.Published)
		}
	}
}

func place(r results.BoardRow) string {
	if r.Rank == nil {
		return "none"
	}
	return fmt.Sprint(*r.Rank)
}

// Of rewards only the difficulty labels have two readings, and the printed
// board's is the second.
func TestPrintedDifficultyLabels(t *testing.T) {
	in := board.Input{Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringReward, Headline: "avg"}}
	in.Tasks = []results.Task{{Scenario: "s", Slug: "t", Ordinal: 1}}
	v := 0.5
	for _, key := range []string{"avg", "easy"} {
		in.Figures = append(in.Figures, results.Figure{Model: "m", Metric: key, Value: &v, Digits: 1, Unit: "percent", Board: true})
	}
	boards := makeBoards(in)
	for i, want := range []bool{false, true} {
		r := row(t, boards[i], "m")
		if want := []string{"avg", "best", "pass_rate", "easy"}; !slices.Equal(boards[i].Keys, want) {
			t.Errorf("%q: columns = %q, want %q: the others are of no task and not printed", boards[i].Convention, boards[i].Keys, want)
		}
		if place(r) != "none" || r.Metrics["avg"].Value == nil {
			t.Errorf("%q: row = %+v, want its average without a rank", boards[i].Convention, r)
		}
		must.Equal(t, want, r.Metrics["easy"].Value != nil, "%q: printed easy stands in its column", boards[i].Convention)
	}
}

// TestNoRankOfOneScenario: drawing one scenario anew says nothing of ranks.
func TestNoRankOfOneScenario(t *testing.T) {
	for _, r := range makeBoards(synthetic(1, 28, 0.9, 0.5))[0].Rows {
		if r.Rank == nil || r.RankInterval != nil {
			t.Errorf("%s has rank %v with interval %v, want a rank alone", r.System.Model, r.Rank, r.RankInterval)
		}
	}
}
