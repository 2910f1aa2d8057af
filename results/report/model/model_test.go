package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// TestPlacements: only complete systems with records that nothing speaks against are
// counted and ranked; printed figures, incomplete runs and runs with objections
// stand at their value. Groups are counted apart.
func TestPlacements(t *testing.T) {
	one, two := 1, 2
	row := func(model, group string, rank *int, run, complete bool, objections ...results.Objection) results.BoardRow {
		r := results.BoardRow{System: results.System{Model: model}, Group: group, Rank: rank, RankInterval: &[2]int{1, 2},
			Complete: complete, Objections: objections}
		if run {
			r.Run = &model
		}
		return r
	}
	board := results.Board{Headline: "crs", Rows: []results.BoardRow{
		row("a", "x", &one, true, true), row("printed", "x", &two, false, true), row("b", "x", &two, true, true),
		row("cut", "x", nil, true, false), row("odd", "x", nil, true, true, results.Objection{Kind: results.ObjectionLabel}),
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

// strengthsFixture has three runs: a and b are complete and comparable, c
// belongs to another group.
func strengthsFixture() (*report.Bench, []results.BoardRow) {
	v := &report.Bench{Benchmark: results.Benchmark{ID: "x", Words: results.Words{Task: "round"}}, Runs: map[string]results.Run{}}
	v.Board.Headline = "crs"
	var rows []results.BoardRow
	for i, slug := range []string{"a", "b", "c"} {
		v.Runs[slug] = results.Run{ID: int64(i + 1), Slug: slug}
		group := "g"
		if slug == "c" {
			group = "other"
		}
		rows = append(rows, results.BoardRow{Run: &slug, Group: group, Complete: true})
	}
	return v, rows
}

// TestNotSolved puts the task first that others solved, and leaves out what the
// run solved.
func TestNotSolved(t *testing.T) {
	v, rows := strengthsFixture()
	rows[2].Group = "g"
	mean := func(run int64, task string, x *float64) results.TaskMean {
		return results.TaskMean{Run: run, Scenario: "s", Task: task, Mean: x, Status: results.Failed}
	}
	means := []results.TaskMean{
		mean(1, "q1", new(0.0)), mean(1, "q2", new(.5)), mean(1, "q3", new(1.0)), mean(1, "q4", nil),
		mean(2, "q1", new(0.0)), mean(2, "q2", new(1.0)), mean(2, "q3", new(1.0)), mean(2, "q4", new(1.0)),
		mean(3, "q1", new(0.0)), mean(3, "q2", new(1.0)), mean(3, "q3", new(0.0)), mean(3, "q4", nil),
	}
	got := notSolvedBy(v, rows[0], rows, means)
	var tasks []string
	for _, w := range got.Tasks {
		tasks = append(tasks, w.Task)
	}
	if diff := cmp.Diff([]string{"q2", "q4", "q1"}, tasks); diff != "" || got.NotSolved != 3 {
		t.Errorf("%d not solved: %s", got.NotSolved, diff)
	}
	if w := got.Tasks[0]; w.SolvedBy != 2 || w.Of != 2 || got.Tasks[1].Of != 1 {
		t.Errorf("solved by %d of %d; q4 tried by %d others", w.SolvedBy, w.Of, got.Tasks[1].Of)
	}
}
