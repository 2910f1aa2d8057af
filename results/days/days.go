// Package days computes a rate for each day of a benchmark with its interval, and the
// effect of an update.
//
// Every rate is over one kind of task. In ClawArena nearly every round after an update is
// multiple choice and nearly every round before one is checked by a script, so that a
// rate over both would follow the format of the rounds.
package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// What the days of a benchmark are.
const (
	NoDays       = "none"
	Phases       = "phases"    // the rounds of a scenario between two updates (ClawArena)
	WorkDays     = "stages"    // working days inside a task (ClawMark)
	ScenarioDays = "scenarios" // each scenario is a day (MetaClaw-Bench)
)

// OrderOf says what the days of a benchmark are.
func OrderOf(b results.Benchmark, tasks []results.Task) string {
	switch {
	case b.Scoring == results.ScoringClawMark:
		return WorkDays
	case b.Words.Scenario == "day":
		return ScenarioDays
	case slices.ContainsFunc(tasks, func(t results.Task) bool { return t.Day > 0 }):
		return Phases
	}
	return NoDays
}

// Verdict is one score on one day.
type Verdict struct {
	Scenario string
	Day      int     // its index, from 0
	Score    float64 // 0..1; a round that was passed or not has 1 or 0
}

// Round is one task of a dataset with the verdict of one run on it.
type Round struct {
	Scenario string
	Task     string
	Kind     string
	Day      int  // updates of its scenario before it
	Update   bool // something changes right before it
	Passed   *bool
}

// Means are the outcomes of one run by task.
type Means map[results.TaskName]results.TaskMean

// MeansByRun groups outcomes by the keys of their runs.
func MeansByRun(list []results.TaskMean) map[int64]Means {
	by := map[int64]Means{}
	for _, m := range list {
		if by[m.Run] == nil {
			by[m.Run] = Means{}
		}
		by[m.Run][results.TaskName{Scenario: m.Scenario, Task: m.Task}] = m
	}
	return by
}

// RoundsOf pairs the tasks, in the dataset's order, with the outcomes of one run.
func RoundsOf(tasks []results.Task, means Means) []Round {
	list := make([]Round, len(tasks))
	for i := range tasks {
		t := &tasks[i]
		list[i] = Round{Scenario: t.Scenario, Task: t.Slug, Kind: t.Kind, Day: t.Day, Update: len(t.Updates) > 0}
		if m := means[t.Name()]; m.Mean != nil {
			passed := m.Solved()
			list[i].Passed = &passed
		}
	}
	return list
}

// KindsOf lists the kinds of the tasks in the order in which they first occur.
func KindsOf(tasks []results.Task) []string {
	var list []string
	for i := range tasks {
		if !slices.Contains(list, tasks[i].Kind) {
			list = append(list, tasks[i].Kind)
		}
	}
	return list
}

// Verdicts are the scores of the judged rounds of one kind; day gives the index of a
// round's day.
func Verdicts(rounds []Round, kind string, day func(Round) int) []Verdict {
	var list []Verdict
	for _, r := range rounds {
		if r.Kind != kind || r.Passed == nil {
			continue
		}
		v := Verdict{Scenario: r.Scenario, Day: day(r)}
		if *r.Passed {
			v.Score = 1
		}
		list = append(list, v)
	}
	return list
}

// Count is k of n.
type Count struct {
	K int `json:"k"` // rounds passed
	N int `json:"n"` // rounds with a verdict
}

// Add counts one round.
func (c *Count) Add(passed bool) {
	c.N++
	if passed {
		c.K++
	}
}

// Rate is k/n, nil without a denominator.
func (c Count) Rate() *float64 {
	if c.N == 0 {
		return nil
	}
	x := float64(c.K) / float64(c.N)
	return &x
}
