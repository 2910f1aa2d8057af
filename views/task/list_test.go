package task

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
)

// TestTaskList: what is not known comes last in either direction, counts by tab
// are over the other filters, and the table stays as it was for other readers.
func TestTaskList(t *testing.T) {
	half, none := 0.5, 0.0
	table := &TaskTable{Benchmark: results.Benchmark{ID: "b", Words: results.Words{Scenario: "case"}}, Rows: []TaskRow{
		{Scenario: "s", ID: "unknown", Kind: "x"},
		{Scenario: "s", ID: "half", Kind: "x", Scored: 2, Passed: 1, Pass: views.Rate{Value: &half}},
		{Scenario: "r", ID: "none", Kind: "y", Scored: 2, Pass: views.Rate{Value: &none}, Doubts: []item.Reason{{Code: item.Reversed}}},
	}}
	for _, c := range []struct {
		q    TaskListQuery
		want string
	}{
		{TaskListQuery{}, "unknown half none"},
		{TaskListQuery{Dir: "desc"}, "none half unknown"},
		{TaskListQuery{Sort: "rate"}, "none half unknown"},
		{TaskListQuery{Sort: "rate", Dir: "desc"}, "half none unknown"},
		{TaskListQuery{Show: "nobody"}, "none"},
		{TaskListQuery{Scenario: "s", Show: "some"}, "half"},
		{TaskListQuery{Reason: item.Reversed}, "none"},
		{TaskListQuery{OnPage: true}, "none half unknown"},
		{TaskListQuery{OnPage: true, Order: "-passed"}, "half none unknown"},
		{TaskListQuery{OnPage: true, Order: "task"}, "unknown half none"},
	} {
		l := must.Get(NewTaskList(table, c.q))(t)
		must.Equal(t, c.want, namesOf(l.Tasks), "%+v", c.q)
		if got := namesOf(table.Rows); got != "unknown half none" {
			t.Errorf("%+v changes the table: %q", c.q, got)
		}
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
