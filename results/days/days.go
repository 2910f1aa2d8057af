// Package days tells how systems fare as the days of a benchmark go by and as
// its world changes under them: a rate for each day with its interval, the
// steps from day to day, and the effect of an update.
//
// Nothing here sets one kind of task against another. In ClawArena nearly every
// round that follows an update is multiple choice and nearly every round before
// one is checked by a script, so that a rate over both kinds moves with the
// format of the rounds. Callers hand in the verdicts of one kind, or get one
// answer for each kind.
package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// LeastScenarios is how many scenarios must have both days before a step
// between them gets an interval and can be called a drop. With fewer not even
// the same sign in all of them is rarer than 0.05 under chance (2/2^5 = 0.06).
const LeastScenarios = 6

// What a benchmark orders its time in.
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
	Task     string
	Day      int     // place of the day, from 0
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

// RoundsOf pairs the tasks, in the dataset's order, with the outcomes of one
// run by scenario and task. A task without an outcome has no verdict.
func RoundsOf(tasks []results.Task, means map[[2]string]results.TaskMean) []Round {
	list := make([]Round, len(tasks))
	for i := range tasks {
		t := &tasks[i]
		list[i] = Round{Scenario: t.Scenario, Task: t.Slug, Kind: t.Kind, Day: t.Day, Update: len(t.Updates) > 0}
		if m := means[[2]string{t.Scenario, t.Slug}]; m.Mean != nil {
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

// Verdicts are the scores of the rounds of one kind. day gives a round its
// place among the days; a round with a negative place is left out.
func Verdicts(rounds []Round, kind string, day func(Round) int) []Verdict {
	var list []Verdict
	for _, r := range rounds {
		at := day(r)
		if r.Kind != kind || r.Passed == nil || at < 0 {
			continue
		}
		v := Verdict{Scenario: r.Scenario, Task: r.Task, Day: at}
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

func (c *Count) add(passed bool) {
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
