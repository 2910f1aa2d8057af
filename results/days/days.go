// Package days computes a benchmark's scores by day, with confidence intervals, and the effect of
// updates.
//
// Every score covers only one kind of task. In ClawArena nearly every round after an update is
// multiple choice and nearly every round before one is checked by a script, so a score over both
// kinds would reflect the format of the rounds.
package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Meanings of "day" in the benchmarks.
const (
	NoDays       = "none"
	Phases       = "phases"    // the rounds of a scenario between two updates (ClawArena)
	WorkDays     = "stages"    // working days within a task (ClawMark)
	ScenarioDays = "scenarios" // a scenario (MetaClaw-Bench)
)

// OrderOf returns the meaning of a day in the benchmark: Phases, WorkDays or ScenarioDays.
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

// Verdict is one score, assigned to a day.
type Verdict struct {
	Scenario string
	Day      int     // index of the day, from 0
	Score    float64 // score, 0 to 1; 0 or 1 if a round can only pass or fail
}

// Round is a task with the verdict of one run.
type Round struct {
	Scenario string
	Task     string
	Kind     string
	Day      int  // number of updates of the scenario before the round
	Update   bool // set if an update immediately precedes the round
	Passed   *bool
}

// Means holds one run's results by task.
type Means map[results.TaskName]results.TaskMean

// MeansByRun groups results by run id.
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

// RoundsOf pairs the tasks, in the order of the dataset, with the results of one run.
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

// KindsOf returns the kinds of the tasks in order of first occurrence.
func KindsOf(tasks []results.Task) []string {
	var list []string
	for i := range tasks {
		if !slices.Contains(list, tasks[i].Kind) {
			list = append(list, tasks[i].Kind)
		}
	}
	return list
}

// Verdicts returns the scores of the judged rounds of one kind; day returns the index of a round's
// day.
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

// Count is a number of passed rounds and the number of rounds with a verdict.
type Count struct {
	K int `json:"k"` // number of passed rounds
	N int `json:"n"` // number of rounds with a verdict
}

func (c *Count) Add(passed bool) {
	c.N++
	if passed {
		c.K++
	}
}

// Rate returns K/N, or nil if N is 0.
func (c Count) Rate() *float64 {
	if c.N == 0 {
		return nil
	}
	x := float64(c.K) / float64(c.N)
	return &x
}
