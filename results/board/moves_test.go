package board

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func stateRow(model, run string, value float64, rank, class int) results.BoardRow {
	r := results.BoardRow{System: results.System{Model: model}, Evidence: results.Recomputed, Complete: true,
		Metrics: map[string]results.MetricValue{"m": {Value: &value, CI: &[2]float64{value - .1, value + .1}}}}
	if run != "" {
		r.Run = &run
	} else {
		r.Evidence = results.Published
	}
	if rank > 0 {
		r.Rank, r.TieClass = &rank, &class
	}
	return r
}

func stateWith(rows ...results.BoardRow) *results.BoardState {
	return &results.BoardState{Board: results.Board{Headline: "m", Rows: rows}}
}

// TestMoves has each kind of change once, and says nothing of a system that stays
// as it was, also if it is computed anew.
func TestMoves(t *testing.T) {
	wider := stateRow("wider", "w1", .3, 4, 2)
	wider.Metrics["m"] = results.MetricValue{Value: wider.Metrics["m"].Value, CI: &[2]float64{0, 1}}
	objected := stateRow("objected", "o1", .2, 0, 0)
	objected.Objections = []results.Objection{{Kind: results.ObjectionLabel}}
	before := stateWith(stateRow("stays", "s1", .9, 1, 1), stateRow("rescored", "r1", .8, 2, 1),
		stateRow("printed", "", .7, 0, 0), stateRow("wider", "w1", .3, 4, 2),
		stateRow("objected", "o1", .2, 5, 2), stateRow("left", "l1", .1, 6, 2), stateRow("again", "a1", .5, 7, 2),
		stateRow("falls", "f1", .4, 3, 1), stateRow("bare", "b1", .3, 8, 2))
	after := stateWith(stateRow("stays", "s1", .9+1e-12, 1, 1), stateRow("rescored", "r1", .81, 2, 1),
		stateRow("printed", "p1", .7, 3, 1), stateRow("new", "n1", .6, 5, 2), wider,
		objected, stateRow("again", "a2", .5, 7, 2), stateRow("falls", "f1", .4, 6, 2), stateRow("bare", "", .3, 0, 0))
	var got []string
	for _, m := range Moves(before, after) {
		got = append(got, fmt.Sprint(m.System.Model, m.What))
	}
	want := []string{"rescored[value]", "printed[records ranked]", "new[came]", "wider[numbers]",
		"objected[unranked]", "again[run]", "falls[rank tie]", "bare[figures]", "left[went]"}
	if !slices.Equal(got, want) {
		t.Errorf("moves %v\nwant %v", got, want)
	}
	if m := Moves(after, after); len(m) > 0 {
		t.Errorf("a board differs from itself: %+v", m)
	}
	if m := Moves(before, after)[0]; *m.Before.Value != .8 || *m.After.Value != .81 || *m.Before.Run != "r1" {
		t.Errorf("rescored: %+v to %+v", m.Before, m.After)
	}
}

// TestMovesOfOneSystem: another provider is no other system, and the figures of a
// system stay its figures when a run of it comes that cannot stand for it.
func TestMovesOfOneSystem(t *testing.T) {
	printed, run := stateRow("m", "", .5, 0, 0), stateRow("m", "r1", .4, 0, 0)
	run.System.Provider, run.Complete = "another", false
	moves := Moves(stateWith(printed), stateWith(run, printed))
	if len(moves) != 1 || moves[0].What[0] != MoveCame || *moves[0].After.Run != "r1" {
		t.Errorf("an incomplete run beside the figures: %+v", moves)
	}
	run.Complete = true
	if moves = Moves(stateWith(printed), stateWith(run)); len(moves) != 1 || moves[0].What[0] != MoveRecords {
		t.Errorf("records in the place of figures: %+v", moves)
	}
}
