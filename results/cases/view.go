package cases

import (
	"github.com/clawatlas/clawatlas/results"
)

// view is one scenario: no rule looks beyond it, so that the outcomes of one
// scenario at a time are in memory.
type view struct {
	Tasks  []*results.Task // of the scenario, in the dataset's order
	runs   []*contender
	byTask [][]*outcome // by index in Tasks, in the order of runs
	byRun  [][]*outcome // by index in runs, in the order of Tasks
}

// contender is a run that stands for a system.
type contender struct {
	slug   string
	System results.System
	at     int // index in runs
	system int // number of the system, whatever its provider
	of     int // systems in all
}

// outcome is what one run did with one task.
type outcome struct {
	run  *contender
	task *results.Task
	evidence
}

func (o *outcome) passed() bool { return o.scored && o.score >= 1 }

func (o *outcome) ref(what string) results.CaseRef {
	return results.CaseRef{Run: o.run.slug, Scenario: o.task.Scenario, Task: o.task.Slug, Attempt: max(o.attempt, 1), What: what}
}

// systems counts the distinct systems among outcomes.
func systems(list []*outcome) int {
	if len(list) == 0 {
		return 0
	}
	n, seen := 0, make([]bool, list[0].run.of)
	for _, o := range list {
		if !seen[o.run.system] {
			seen[o.run.system] = true
			n++
		}
	}
	return n
}

func refs(list []*outcome, what func(*outcome) string) []results.CaseRef {
	out := make([]results.CaseRef, len(list))
	for i, o := range list {
		out[i] = o.ref(what(o))
	}
	return out
}

func contenders(runs []results.Run) []*contender {
	list := make([]*contender, len(runs))
	numbers := map[results.System]int{}
	for i := range runs {
		s := runs[i].System
		s.Provider = ""
		n, known := numbers[s]
		if !known {
			n = len(numbers)
			numbers[s] = n
		}
		list[i] = &contender{slug: runs[i].Slug, System: runs[i].System, at: i, system: n}
	}
	for _, c := range list {
		c.of = len(numbers)
	}
	return list
}
