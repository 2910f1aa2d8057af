package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// Stages is the number of working days of the tasks selected by ThreeDays.
const Stages = 3

// Final is the index of the checks after the last day. The paper does not state to which day it
// assigns them.
const Final = Stages

// StageIDs are the ids of the working days and of the checks after them.
var StageIDs = [Stages + 1]string{"1", "2", "3", "final"}

// ThreeDays returns the tasks with exactly three working days (ClawMark paper, Figure 4; convention
// score.ThreeDays).
func ThreeDays(tasks []results.Task) []results.Task {
	var list []results.Task
	for _, t := range tasks {
		if len(t.Facts.Stages) == Stages {
			list = append(list, t)
		}
	}
	return list
}

// StageVerdicts returns a run's scores on each working day of the tasks and, at index Final, after
// the last day. A score is the weight of the passed checks of a task and day, divided by the weight
// of all of them.
func StageVerdicts(tasks []results.Task, trials []results.Trial) []Verdict {
	byTask := map[results.TaskName][]results.Trial{}
	for _, t := range trials {
		byTask[t.TaskName()] = append(byTask[t.TaskName()], t)
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
				list = append(list, Verdict{Scenario: t.Scenario, Day: at, Score: *m.Value})
			}
		}
	}
	return list
}

// StageTasks returns the number of tasks with checks on each day and, at index Final, after the
// last one. If the dataset's checks are not known, it counts all tasks on each day.
func StageTasks(tasks []results.Task) (n [Stages + 1]int) {
	known := slices.ContainsFunc(tasks, func(t results.Task) bool { return len(t.Checks) > 0 })
	for i := range tasks {
		has := [Stages + 1]bool{true, true, true, false}
		if known {
			has = checkedOn(&tasks[i])
		}
		for k, h := range has {
			if h {
				n[k]++
			}
		}
	}
	return n
}

// checkedOn reports for each day whether the task has checks with a positive weight.
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

// ReportedLine holds the reported results of one system by day.
type ReportedLine struct {
	System results.System
	Source string              // table of the source, such as "Table 3"
	Values map[string]*float64 // values by id of the day, 0 to 1
}

// Reported groups the reported results of a metric that have a day scope by system.
func Reported(figures []results.Figure, metric string) []ReportedLine {
	type line struct{ group, model, framework, variant string }
	var list []ReportedLine
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
			list = append(list, ReportedLine{System: results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant},
				Source: f.Table, Values: map[string]*float64{}})
		}
		list[i].Values[day] = f.Value
	}
	return list
}
