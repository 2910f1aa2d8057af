package cases

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// oneScenario is one scenario: no rule looks beyond it, so that the outcomes of one
// scenario at a time are in memory.
type oneScenario struct {
	benchmark results.Benchmark

	Tasks  []*results.Task // of the scenario, in the dataset's order
	runs   []*contender
	byTask [][]*outcome // by index in Tasks, in the order of runs
	byRun  [][]*outcome // by index in runs, in the order of Tasks

	room []outcome // of the scenarios before, to be used again
}

// open begins with another scenario. With many runs its outcomes take megabytes,
// which are made once.
func (v *oneScenario) open(tasks []*results.Task) {
	v.Tasks, v.room = tasks, v.room[:0]
	v.byTask = emptied(v.byTask, len(tasks))
	v.byRun = emptied(v.byRun, len(v.runs))
}

// emptied makes n empty lists of those that are there.
func emptied(lists [][]*outcome, n int) [][]*outcome {
	lists = slices.Grow(lists[:0], n)[:n]
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	return lists
}

// outcome makes room for one more. Those before keep their place when there is
// no more room: they stay where they are and the next ones begin elsewhere.
func (v *oneScenario) outcome() *outcome {
	if len(v.room) == cap(v.room) {
		v.room = make([]outcome, 0, max(256, 2*cap(v.room)))
	}
	v.room = v.room[:len(v.room)+1]
	return &v.room[len(v.room)-1]
}

// contender is a run that stands for a system.
type contender struct {
	slug   string
	System results.System
	at     int // index in runs
	system int // number of the system, whatever its provider
	census *census
}

// census counts distinct systems: it marks those that it has met with the number
// of the count.
type census struct {
	met   []int // by number of the system
	count int
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

func refs(list []*outcome, what func(*outcome) string) []results.CaseRef {
	out := make([]results.CaseRef, len(list))
	for i, o := range list {
		out[i] = o.ref(what(o))
	}
	return out
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
		list[i] = &contender{slug: runs[i].Slug, System: runs[i].System, at: i, system: n, census: all}
	}
	all.met = make([]int, len(numbers))
	return list
}
