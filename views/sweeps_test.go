package views

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// The means of a system with two runs are over the attempts of both, under the run that
// stands for it; those of others are as they are.
func TestPoolMeans(t *testing.T) {
	half, one, zero := .5, 1.0, 0.0
	slug := func(s string) *string { return &s }
	rows := []results.BoardRow{
		{Run: slug("new"), Sweeps: &results.Sweeps{N: 3, Values: []results.SweepValue{{Run: "old", Attempt: 1}, {Run: "old", Attempt: 2}, {Run: "new"}}}},
		{Run: slug("other")},
	}
	b := &Bench{Runs: map[string]results.Run{"old": {ID: 1, Slug: "old"}, "new": {ID: 2, Slug: "new"}, "other": {ID: 3, Slug: "other"}}}
	mean := func(run int64, task string, n int, x *float64) results.TaskMean {
		return results.TaskMean{Run: run, Task: task, Attempts: n, Mean: x}
	}
	got := b.PoolMeans(rows, []results.TaskMean{mean(1, "a", 2, &half), mean(1, "b", 2, &one), mean(2, "a", 1, &zero), mean(2, "b", 0, nil),
		mean(3, "a", 1, &one)})
	third := 1.0 / 3
	want := []results.TaskMean{mean(2, "a", 3, &third), mean(2, "b", 2, &one), mean(3, "a", 1, &one)}
	must.Same(t, want, got, "what was got")
	parts := map[string]SweepPart{"old": {"new", 2}, "new": {"new", 1}, "other": {"other", 1}}
	must.Same(t, parts, SweepParts(&results.Board{Rows: rows}), "parts")
}
