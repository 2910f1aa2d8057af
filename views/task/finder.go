package task

import (
	"github.com/clawatlas/clawatlas/results"
)

// TaskFinder gives the places of tasks in a list. Runs have the same tasks in the
// same order, so what was found in the run before is tried first.
type TaskFinder struct {
	at    map[results.TaskName]int
	found []foundTask
	next  int    // of found
	Run   string `json:"-"`
}

type foundTask struct {
	Scenario, Task string `json:"-"`
	at             int
	known          bool
}

// NewTaskFinder finds the places of these tasks.
func NewTaskFinder(tasks []results.Task) *TaskFinder {
	f := &TaskFinder{at: make(map[results.TaskName]int, len(tasks))}
	for i := range tasks {
		f.at[results.TaskName{Scenario: tasks[i].Scenario, Task: tasks[i].Slug}] = i
	}
	return f
}

// Find is the place of a task that a run has.
func (f *TaskFinder) Find(run, scenario, task string) (at int, ok bool) {
	if run != f.Run {
		f.Run, f.next = run, 0
	}
	if f.next < len(f.found) {
		if x := &f.found[f.next]; x.Task == task && x.Scenario == scenario {
			f.next++
			return x.at, x.known
		}
	}
	at, ok = f.at[results.TaskName{Scenario: scenario, Task: task}]
	f.found = append(f.found[:f.next], foundTask{scenario, task, at, ok})
	f.next++
	return at, ok
}
