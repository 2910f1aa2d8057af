package cases

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// oneScenario holds the outcomes of one scenario. Each rule needs only one scenario, so only one is
// in memory at a time.
type oneScenario struct {
	benchmark results.Benchmark

	Tasks  []*results.Task // tasks in the order of the dataset
	byTask [][]*outcome    // outcomes by index of the task, in the order of runs

	room []outcome // memory for outcomes, reused for each scenario
}

// open resets the outcomes for a new scenario and keeps their memory.
func (v *oneScenario) open(tasks []*results.Task) {
	v.Tasks, v.room = tasks, v.room[:0]
	v.byTask = slices.Grow(v.byTask[:0], len(tasks))[:len(tasks)]
	for i := range v.byTask {
		v.byTask[i] = v.byTask[i][:0]
	}
}

// outcome allocates an outcome. Earlier outcomes keep their addresses: when the memory is full, it
// allocates a new block.
func (v *oneScenario) outcome() *outcome {
	if len(v.room) == cap(v.room) {
		v.room = make([]outcome, 0, max(256, 2*cap(v.room)))
	}
	v.room = v.room[:len(v.room)+1]
	return &v.room[len(v.room)-1]
}

// contender is a run that represents a system.
type contender struct {
	slug   string
	system int // number of the system; runs that differ only in provider have the same number
	census *census
}

// census counts distinct systems. For each system it stores the number of the count in which the
// system last occurred.
type census struct {
	met   []int // number of the last count, by system
	count int
}

type outcome struct {
	run  *contender
	task *results.Task
	evidence
}

func (o *outcome) ref(what string) results.CaseRef {
	return results.CaseRef{Run: o.run.slug, Scenario: o.task.Scenario, Task: o.task.Slug, Attempt: max(o.attempt, 1), What: what}
}

func systems(list []*outcome) int {
	if len(list) == 0 {
		return 0
	}
	c := list[0].run.census
	c.count++
	n := 0
	for _, o := range list {
		if c.met[o.run.system] != c.count {
			c.met[o.run.system] = c.count
			n++
		}
	}
	return n
}

func contenders(runs []results.Run) []*contender {
	list := make([]*contender, len(runs))
	numbers, all := map[results.System]int{}, &census{}
	for i := range runs {
		s := runs[i].System
		s.Provider = ""
		n, known := numbers[s]
		if !known {
			n = len(numbers)
			numbers[s] = n
		}
		list[i] = &contender{slug: runs[i].Slug, system: n, census: all}
	}
	all.met = make([]int, len(numbers))
	return list
}
