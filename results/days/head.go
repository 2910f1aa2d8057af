package days

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// Head is one day.
type Head struct {
	ID        string         `json:"id"`        // of the day, as the points name it
	Label     string         `json:"label"`     // for people
	Kinds     map[string]int `json:"kinds"`     // tasks that have the day, by kind
	Changed   int            `json:"changed"`   // scenarios that are updated before the day
	Announced int            `json:"announced"` // changes before the day that the agent is told of (ClawMark)
	Silent    int            `json:"silent"`    // changes before the day that it is not told of
	Apart     bool           `json:"apart"`     // no day, but the checks after the last one
}

// PhaseHeads are the phases of scenarios: before the first update and after each.
func PhaseHeads(tasks []results.Task) []Head {
	var list []Head
	for i := range tasks {
		t := &tasks[i]
		for n := len(list); n <= t.Day; n++ {
			label := "before updates"
			if n > 0 {
				label = fmt.Sprintf("after update %d", n)
			}
			list = append(list, Head{ID: strconv.Itoa(n), Label: label, Kinds: map[string]int{}})
		}
		list[t.Day].Kinds[t.Kind]++
		if len(t.Updates) > 0 {
			list[t.Day].Changed++
		}
	}
	return list
}

// ScenarioHeads are the scenarios of a dataset each of which is a day.
func ScenarioHeads(scenarios []results.Scenario, tasks []results.Task) []Head {
	kinds := map[string]map[string]int{}
	var list []Head
	for _, s := range scenarios {
		kinds[s.Slug] = map[string]int{}
		list = append(list, Head{ID: s.Slug, Label: s.Slug, Kinds: kinds[s.Slug]})
	}
	for i := range tasks {
		kinds[tasks[i].Scenario][tasks[i].Kind]++
	}
	return list
}

// StageHeads are the working days of tasks that have three of them and, where some run
// was checked after the last one (final), these checks.
func StageHeads(tasks []results.Task, final bool) []Head {
	var list []Head
	for i, n := range StageTasks(tasks) {
		h := Head{ID: StageIDs[i], Label: fmt.Sprintf("Day %d", i+1), Kinds: map[string]int{results.KindRubric: n}}
		switch {
		case i < Final:
			for k := range tasks {
				h.Silent += tasks[k].Facts.Stages[i].Silent
				h.Announced += tasks[k].Facts.Stages[i].Loud
			}
		case final:
			h.Label, h.Apart = "after the last day", true
		default:
			return list
		}
		list = append(list, h)
	}
	return list
}
