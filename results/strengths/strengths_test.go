package strengths_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/strengths"
)

// fixture has n tasks in each scenario, factor A1 on the first of them all.
func fixture(scenarios, n int) []results.Task {
	var tasks []results.Task
	for s := range scenarios {
		for i := range n {
			t := results.Task{Scenario: fmt.Sprintf("s%d", s), Slug: fmt.Sprintf("t%d", i)}
			if i == 0 {
				t.Facts.Factors = []string{"A1"}
			}
			tasks = append(tasks, t)
		}
	}
	return tasks
}

func fill(n int, x func(int) float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = x(i)
	}
	return list
}

func find(t *testing.T, list []strengths.Scope, scope string) strengths.Scope {
	t.Helper()
	for _, s := range list {
		if s.Scope == scope {
			return s
		}
	}
	t.Fatalf("no scope %s", scope)
	return strengths.Scope{}
}

func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || !resultstest.Near(*got, want, 1e-12) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// The system is compared with the others and not with a mean that it is part of:
// 1 against 0 and 0.5 is a lead of 0.75, not of 0.5.
func TestAgainstTheOthers(t *testing.T) {
	tasks := fixture(2, 8)
	n := len(tasks)
	in := strengths.Input{Tasks: tasks,
		Own:    fill(n, func(i int) float64 { return map[bool]float64{true: 1, false: 0.25}[i < 8] }),
		Others: [][]float64{fill(n, func(int) float64 { return 0 }), fill(n, func(int) float64 { return 0.5 })},
	}
	list := strengths.Scopes(in)
	if len(list) != 3 || list[0].Scope != "scenario:s0" || list[2].Scope != "factor:A1" {
		t.Fatalf("scopes %+v, want the scenarios, the stronger first, then the factor", list)
	}
	s := find(t, list, "scenario:s0")
	near(t, "value", s.Value, 1)
	near(t, "mean of the others", s.Mean, 0.25)
	near(t, "difference", s.Difference, 0.75)
	near(t, "p: one of the 2^7 choices of signs", s.P, 1.0/128)
	near(t, "Holm over three scopes", s.Holm, 3.0/128)
	if s.Others != 2 || s.Tasks != 8 || s.Units != 8 || !s.Holds() {
		t.Errorf("%d others on %d tasks, %d units, holds %v", s.Others, s.Tasks, s.Units, s.Holds())
	}
	if s := find(t, list, "scenario:s1"); *s.Difference != 0 || *s.P != 1 || s.Holds() {
		t.Errorf("no difference: %v, p %v, holds %v", *s.Difference, *s.P, s.Holds())
	}
	if s := find(t, list, "factor:A1"); s.Holds() || *s.P != 1 { // the second of its two tasks shows none
		t.Errorf("two tasks: p %v, holds %v", *s.P, s.Holds())
	}
}

// A difference that would hold alone does not in a family of many scopes.
func TestFamilyOfScopes(t *testing.T) {
	for _, test := range []struct {
		scenarios int
		holds     bool
	}{{1, true}, {7, false}} {
		tasks := fixture(test.scenarios, 8)
		in := strengths.Input{Tasks: tasks, Own: fill(len(tasks), func(i int) float64 { return map[bool]float64{true: 1}[i < 8] }),
			Others: [][]float64{fill(len(tasks), func(int) float64 { return 0 })}}
		if s := find(t, strengths.Scopes(in), "scenario:s0"); s.Holds() != test.holds || *s.P >= 0.05 {
			t.Errorf("%d scenarios: p %v, Holm %v, holds %v", test.scenarios, *s.P, *s.Holm, s.Holds())
		}
	}
}

// Only tasks that the system and all the others have are compared, and only
// those are counted.
func TestCellsThatAllHave(t *testing.T) {
	tasks := fixture(1, 4)
	in := strengths.Input{Tasks: tasks, Own: []float64{1, 1, math.NaN(), 0},
		Others: [][]float64{{0, math.NaN(), 1, 0}, {1, 1, 1, 1}}}
	s := find(t, strengths.Scopes(in), "scenario:s0")
	near(t, "value", s.Value, 0.5)
	near(t, "mean", s.Mean, 0.5)
	if s.Tasks != 2 {
		t.Errorf("%d tasks, want the two that all have", s.Tasks)
	}
	alone := find(t, strengths.Scopes(strengths.Input{Tasks: tasks, Own: in.Own}), "scenario:s0")
	if alone.Mean != nil || alone.Difference != nil || alone.P != nil || alone.Holds() || alone.Tasks != 3 {
		t.Errorf("without others: %+v", alone)
	}
}

// Where scenarios are the unit, a factor's tasks of one scenario are flipped
// together: 6 scenarios of 4 tasks each give 2/2^6, not 2/2^24.
func TestClustered(t *testing.T) {
	tasks := fixture(6, 4)
	for i := range tasks {
		tasks[i].Facts.Factors = []string{"A1"}
	}
	in := strengths.Input{Tasks: tasks, Own: fill(len(tasks), func(int) float64 { return 1 }),
		Others: [][]float64{fill(len(tasks), func(int) float64 { return 0 })}, Clustered: true}
	s := find(t, strengths.Scopes(in), "factor:A1")
	near(t, "p", s.P, 1.0/32)
	if s.Units != 6 || s.Tasks != 24 {
		t.Errorf("%d units of %d tasks", s.Units, s.Tasks)
	}
	if s := find(t, strengths.Scopes(in), "scenario:s0"); s.Units != 4 {
		t.Errorf("within one scenario %d units, want its 4 tasks", s.Units)
	}
	in.Clustered = false
	if s := find(t, strengths.Scopes(in), "factor:A1"); s.Units != 24 {
		t.Errorf("unclustered: %d units", s.Units)
	}
}
