package task

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestTaskList: what has no verdict comes last in either direction, and the table stays as
// it was for other readers.
func TestTaskList(t *testing.T) {
	table := &TaskTable{Benchmark: results.Benchmark{ID: "b", Words: results.Words{Scenario: "case"}}, Rows: []TaskRow{
		{Scenario: "s", ID: "unknown", Kind: "x"},
		{Scenario: "s", ID: "half", Kind: "x", Scored: 2, Passed: 1},
		{Scenario: "r", ID: "none", Kind: "y", Scored: 2, Signals: []item.Signal{{Code: item.Reversed}}},
	}}
	for _, c := range []struct {
		q    TaskListQuery
		want string
	}{
		{TaskListQuery{}, "none half unknown"},
		{TaskListQuery{Order: "task"}, "unknown half none"},
		{TaskListQuery{Show: "nobody"}, "none"},
		{TaskListQuery{Scenario: "s", Show: "some"}, "half"},
		{TaskListQuery{Check: "suspected"}, "none"},
	} {
		must.Equal(t, c.want, namesOf(must.Get(NewTaskList(table, c.q))(t).Tasks), "%+v", c.q)
		must.Equal(t, "unknown half none", namesOf(table.Rows), "the table after %+v", c.q)
	}
	if _, err := NewTaskList(table, TaskListQuery{Scenario: "q"}); err == nil || !strings.Contains(err.Error(), "scenario=q is not a case") {
		t.Errorf("unknown scenario: %v", err)
	}
}

func namesOf(rows []TaskRow) string {
	var list []string
	for _, r := range rows {
		list = append(list, r.ID)
	}
	return strings.Join(list, " ")
}

// TestTaskTable: runs that newer records replace count nowhere, an attempt without a score
// is no verdict, and a recorded solution differs by its labels in whatever order.
func TestTaskTable(t *testing.T) {
	one, none := 1.0, 0.0
	gold := []results.Option{{Label: "A", Gold: true}, {Label: "B"}, {Label: "C", Gold: true}}
	tasks := []results.Task{{Scenario: "s", Slug: "a"}, {Scenario: "s", Slug: "b", Kind: results.KindMultiChoice, Options: gold}, {Scenario: "s", Slug: "c"}}
	runs := views.ScoredRuns{Runs: []results.Run{{Slug: "old", Exclusions: []results.Exclusion{{Kind: results.ExclusionSnapshot}}}, {Slug: "r1"}, {Slug: "r2"}}}
	table := must.Get(NewTaskTable(results.Benchmark{ID: "b"}, tasks, runs, false, func(add func(*results.RunOutcomes)) error {
		for _, run := range []string{"old", "r1", "r2"} {
			recorded := `["C","A"]`
			x := results.RunOutcomes{ScoreSum: results.ScoreSum{Run: run, Scored: 2, Sum: 1}, Tasks: []results.TaskOutcome{{Scenario: "s", Task: "a", Score: &none}}}
			if run == "r2" {
				x.Tasks, recorded = append(x.Tasks, results.TaskOutcome{Scenario: "s", Task: "c"}), `["A"]`
			}
			x.Tasks = append(x.Tasks, results.TaskOutcome{Scenario: "s", Task: "b", Score: &one, Gold: recorded}, results.TaskOutcome{Scenario: "s", Task: "other", Score: &one})
			add(&x)
		}
		return nil
	}))(t)
	for i, want := range []string{"0 of 2", "2 of 2", "–"} {
		must.Equal(t, want, views.PassedOf(table.Rows[i].Passed, table.Rows[i].Scored), "%s", tasks[i].Slug)
	}
	if d := table.Rows[1].Signals; table.Runs != 2 || len(d) != 1 || d[0].Code != item.GoldConflict || !strings.HasPrefix(d[0].Text, "1 run ") {
		t.Errorf("%d runs, faulty %+v", table.Runs, d)
	}
}
