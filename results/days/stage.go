package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// Stages is how many working days the tasks of ThreeDays have.
const Stages = 3

// Final is the place of the checks after the last day, which are no day: the
// paper does not say on which one it counts them.
const Final = Stages

// StageIDs names the working days and what is checked after them.
var StageIDs = [Stages + 1]string{"1", "2", "3", "final"}

// ThreeDays are the tasks of the convention score.ThreeDays, those that last
// exactly three working days (ClawMark paper, Figure 4).
func ThreeDays(tasks []results.Task) []results.Task {
	var list []results.Task
	for _, t := range tasks {
		if len(t.Facts.Stages) == Stages {
			list = append(list, t)
		}
	}
	return list
}

// StageVerdicts are the scores of a run on the working days of tasks and, at
// Final, after them: of each task with checks on a day the passed share of that
// day's weight.
func StageVerdicts(tasks []results.Task, trials []results.Trial) []Verdict {
	byTask := map[results.TaskName][]results.Trial{}
	for _, t := range trials {
		name := t.TaskName()
		byTask[name] = append(byTask[name], t)
	}
	var list []Verdict
	for i := range tasks {
		t := &tasks[i]
		for _, m := range score.ClawMark(tasks[i:i+1], byTask[t.Name()]) {
			day, ok := results.ScopeDay.Cut(m.Scope)
			if !ok || m.Convention != score.ThreeDays || m.Value == nil {
				continue
			}
			if at := slices.Index(StageIDs[:], day); at >= 0 {
				list = append(list, Verdict{Scenario: t.Scenario, Task: t.Slug, Day: at, Score: *m.Value})
			}
		}
	}
	return list
}

// Size is how many tasks have a day, and of how many scenarios.
type Size struct{ Tasks, Scenarios int }

// StageTasks counts the tasks with checks on each day and, at Final, after the
// last one. Where no check of a dataset is known each day has all its tasks.
func StageTasks(tasks []results.Task) [Stages + 1]Size {
	var sizes [Stages + 1]Size
	var seen [Stages + 1]map[string]bool
	known := slices.ContainsFunc(tasks, func(t results.Task) bool { return len(t.Checks) > 0 })
	for i := range tasks {
		has := [Stages + 1]bool{!known, !known, !known, false}
		if known {
			has = checkedOn(&tasks[i])
		}
		for k, h := range has {
			if !h {
				continue
			}
			if seen[k] == nil {
				seen[k] = map[string]bool{}
			}
			seen[k][tasks[i].Scenario] = true
			sizes[k].Tasks++
			sizes[k].Scenarios = len(seen[k])
		}
	}
	return sizes
}

// checkedOn says on which days a task has checks that weigh something.
func checkedOn(t *results.Task) (has [Stages + 1]bool) {
	for _, c := range t.Checks {
		if c.Weight <= 0 {
			continue
		}
		if c.Day == "final" {
			has[Final] = true
		}
		for k, s := range t.Facts.Stages {
			if s.ID == c.Day && k < Stages {
				has[k] = true
			}
		}
	}
	return has
}

// PrintedLine is one line of a published figure.
type PrintedLine struct {
	System results.System
	Source string
	Values map[string]*float64 // by day; 0..1
}

// Printed gathers the figures with a scope day:N of the headline metric.
func Printed(figures []results.Figure, metric string) []PrintedLine {
	type line struct{ group, model, framework, variant string }
	var list []PrintedLine
	at := map[line]int{}
	for _, f := range figures {
		day, ok := results.ScopeDay.Cut(f.Scope)
		if !ok || f.Metric != metric {
			continue
		}
		k := line{f.Group, f.Model, f.Framework, f.Variant}
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			list = append(list, PrintedLine{System: results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant},
				Source: f.Table, Values: map[string]*float64{}})
		}
		list[i].Values[day] = f.Value
	}
	return list
}
