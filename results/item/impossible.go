package item

import (
	"github.com/clawatlas/clawatlas/results"
)

// Impossible returns the tasks that no answer can pass, each with the reason, in the given order.
// It uses only the dataset, so no run record can change the result.
func Impossible(tasks []results.Task) []results.ImpossibleTask {
	var list []results.ImpossibleTask
	for i := range tasks {
		if reason := ImpossibleTask(&tasks[i]); reason != "" {
			list = append(list, results.ImpossibleTask{Scenario: tasks[i].Scenario, Task: tasks[i].Slug, Reason: reason})
		}
	}
	return list
}

// ImpossibleTask returns the reason why no answer can pass a task, or "". A script check is
// impossible if its own command cannot run (see Broken). A multiple-choice task is impossible if
// the dataset marks no option as correct, because then no selection is correct.
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
