package web

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// A check that was not evaluated has neither passed nor failed: it is no part of
// the rate at which systems pass the check.
func TestCheckRateWithoutEvaluation(t *testing.T) {
	yes, no := true, false
	d := &taskData{task: results.Task{Kind: results.KindRubric, Checks: []results.CheckSpec{{ID: "a", Weight: 1}, {ID: "b", Weight: 1}}},
		checks: map[int64][]results.Check{
			1: {{ID: "a", Passed: &yes}, {ID: "b"}},
			2: {{ID: "a", Passed: &no}, {ID: "b"}},
			3: {{ID: "a"}}, // its record lacks b
		}}
	var columns []views.TaskColumn
	for id := range int64(3) {
		columns = append(columns, views.TaskColumn{Trial: results.StoredTrial{ID: id + 1}})
	}
	rows := checkRows(d, columns)
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	if p := rows[0].Passed; p.Num != 1 || p.Den != 2 || p.Value == nil || *p.Value != 0.5 {
		t.Errorf("a, evaluated in two of three trials: %d of %d", p.Num, p.Den)
	}
	if p := rows[1].Passed; p.Den != 0 || p.Value != nil {
		t.Errorf("b, evaluated in none: %d of %d, rate %v", p.Num, p.Den, p.Value)
	}
}
