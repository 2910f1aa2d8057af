// Package reporttest holds small boards and runs for the tests of reports.
package reporttest

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// ToolBench has two runs that a board has, of which both are ranked.
func ToolBench() *report.Bench {
	row := func(slug, model string) results.BoardRow {
		return results.BoardRow{Run: &slug, System: results.System{Model: model}, Complete: true, Rank: new(int), Evidence: results.Recomputed}
	}
	return &report.Bench{Benchmark: results.Benchmark{ID: "b"}, Names: map[string]string{"m": "M", "n": "N"},
		Board: results.Board{Rows: []results.BoardRow{row("r1", "m"), row("r2", "n")}},
		Runs: map[string]results.Run{"r1": {ID: 1, Slug: "r1", System: results.System{Model: "m"}, Complete: true},
			"r2": {ID: 2, Slug: "r2", System: results.System{Model: "n"}, Complete: true}, "r3": {ID: 3, Slug: "r3",
				System: results.System{Model: "n"}}}}
}

// DaysFixture has three complete runs that stand for their systems.
func DaysFixture() (*report.Bench, []results.BoardRow) {
	v := &report.Bench{Benchmark: results.Benchmark{ID: "x", Words: results.Words{Task: "round"}}, Runs: map[string]results.Run{}}
	var rows []results.BoardRow
	for i, slug := range []string{"a", "b", "c"} {
		v.Runs[slug] = results.Run{ID: int64(i + 1), Slug: slug, Complete: true}
		rows = append(rows, results.BoardRow{Run: &slug, Complete: true})
	}
	return v, rows
}

// ComparedRun is a run of a model over tasks a, b and so on of one scenario.
func ComparedRun(model string, passed ...bool) (results.Run, []results.Trial) {
	r := results.Run{Slug: "b-" + model + "-0a1b2c3d", Benchmark: "b", System: results.System{Model: model}, Complete: true,
		Evidence: results.Recomputed}
	var trials []results.Trial
	for i, ok := range passed {
		score, status := 0.0, results.Failed
		if ok {
			score, status = 1, results.Passed
		}
		trials = append(trials, results.Trial{Scenario: "s", Task: string(rune('a' + i)), Attempt: 1, Status: status, Score: &score})
	}
	return r, trials
}

// ComparedTasks are the first n of those tasks.
func ComparedTasks(n int) []results.Task {
	var list []results.Task
	for i := range n {
		list = append(list, results.Task{Scenario: "s", Slug: string(rune('a' + i)), Kind: results.KindReward})
	}
	return list
}
