package days

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// Head is the heading of a day: its name and a summary of its tasks and changes.
type Head struct {
	ID        string         `json:"id"`        // id of the day, such as the slug of a scenario or "final"
	Label     string         `json:"label"`     // display name
	Kinds     map[string]int `json:"kinds"`     // number of tasks on the day, by kind
	Changed   int            `json:"changed"`   // number of scenarios that have an update before the day
	Announced int            `json:"announced"` // number of changes before the day of which the agent is notified (ClawMark)
	Silent    int            `json:"silent"`    // number of changes before the day of which the agent is not notified
	Apart     bool           `json:"apart"`     // set for the checks after the last day, which are not a day
}

// PhaseHeads returns a day for the phase before the first update and for the phase after each
// update.
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

// ScenarioHeads returns one day per scenario.
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

// StageHeads returns the three working days and, if final is set, an entry for the checks after the
// last day.
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
