package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// TestPlacements: only complete systems with records that nothing speaks against are
// counted and ranked; printed figures, incomplete runs and runs with exclusions
// stand at their value. Groups are counted apart.
func TestPlacements(t *testing.T) {
	one, two := 1, 2
	row := func(model, group string, rank *int, run, complete bool, exclusions ...results.Exclusion) results.BoardRow {
		r := results.BoardRow{System: results.System{Model: model}, Group: group, Rank: rank, RankInterval: &[2]int{1, 2},
			Complete: complete, Exclusions: exclusions}
		if run {
			r.Run = &model
		}
		return r
	}
	board := results.Board{Headline: "crs", Rows: []results.BoardRow{
		row("a", "x", &one, true, true), row("printed", "x", &two, false, true), row("b", "x", &two, true, true),
		row("cut", "x", nil, true, false), row("odd", "x", nil, true, true, results.Exclusion{Kind: results.ExclusionLabel}),
		row("d", "y", &one, true, true),
	}}
	type got struct {
		Model    string
		Of       int
		Ranked   bool
		Interval bool
	}
	var list []got
	for _, p := range placementsOf(results.Benchmark{ID: "b", Name: "B"}, board) {
		list = append(list, got{Model: p.System.Model, Of: p.Of, Ranked: p.Ranked(), Interval: p.RankInterval != nil})
	}
	want := []got{{Model: "a", Of: 2, Ranked: true, Interval: true}, {Model: "printed", Of: 2, Ranked: false, Interval: false},
		{Model: "b", Of: 2, Ranked: true, Interval: true}, {Model: "cut", Of: 2, Ranked: false, Interval: false},
		{Model: "odd", Of: 2, Ranked: false, Interval: false}, {Model: "d", Of: 1, Ranked: true, Interval: true}}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}

// TestRankText: a system has its rank among the ranked ones of its group, or the
// reason why it has none.
func TestRankText(t *testing.T) {
	run, two := "r", 2
	for want, r := range map[string]results.BoardRow{
		"2 of 3": {Run: &run, Complete: true, Rank: &two}, "reported": {Rank: &two},
		"incomplete": {Run: &run}, "not ranked": {Run: &run, Complete: true},
	} {
		if got := rankText(Placement{Of: 3, BoardRow: r}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
