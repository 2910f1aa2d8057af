package item

import (
	"github.com/clawatlas/clawatlas/results"
)

// Impossible lists the tasks that no answer can pass, in the order of tasks, each
// with the reason. The dataset alone decides: no record of a run can make a task
// impossible, or take it away from those that are.
func Impossible(tasks []results.Task) []results.ImpossibleTask {
	var list []results.ImpossibleTask
	for i := range tasks {
		if reason := ImpossibleTask(&tasks[i]); reason != "" {
			list = append(list, results.ImpossibleTask{Scenario: tasks[i].Scenario, Task: tasks[i].Slug, Reason: reason})
		}
	}
	return list
}

// ImpossibleTask is why no answer can pass a task; empty if nothing shows that. A
// script check is impossible if its own command cannot run (Broken). A multiple
// choice is if the dataset calls none of its options right, because no selection is
// then the solution.
func ImpossibleTask(t *results.Task) string {
	if t == nil {
		return ""
	}
	switch t.Kind {
	case results.KindExecCheck:
		if text := Broken(t); text != "" {
			return "its checker cannot run: " + text
		}
	case results.KindMultiChoice:
		for _, o := range t.Options {
			if o.Gold {
				return ""
			}
		}
		if len(t.Options) > 0 {
			return "the dataset calls none of its options right, so no selection is the solution"
		}
	}
	return ""
}
