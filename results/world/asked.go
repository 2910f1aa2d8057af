package world

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Asked is a question about a reversed belief, with the answer of one run.
type Asked struct {
	Task     string // slug of the round
	Judged   bool   // set if the round has a verdict
	Answered bool   // set if options were selected, or deliberately none
	Options  []AskedOption
}

// AskedOption is an option of the question that is about the belief.
type AskedOption struct {
	Option string // label of the option
	Stale  bool   // set if the option restates the old belief and is wrong; otherwise it states the new belief and is correct
	Right  bool
}

// Right reports whether all options about the belief were selected or rejected correctly.
func (q *Asked) Right() bool {
	return q.Judged && !slices.ContainsFunc(q.Options, func(o AskedOption) bool { return !o.Right })
}

// Asked returns the questions about a reversal in the order of the dataset. order maps rounds to
// their position.
func (r *Reversal) Asked(order map[results.TaskName]int, answers Answers) []Asked {
	var list []Asked
	add := func(c Choice, stale bool) {
		selected, judged := answers[results.TaskName{Scenario: r.Scenario, Task: c.Task}]
		i := slices.IndexFunc(list, func(q Asked) bool { return q.Task == c.Task })
		if i < 0 {
			i = len(list)
			list = append(list, Asked{Task: c.Task, Judged: judged, Answered: selected != nil})
		}
		list[i].Options = append(list[i].Options, AskedOption{Option: c.Option, Stale: stale, Right: right(selected, c.Option, !stale)})
	}
	for _, c := range r.Stale {
		add(c, true)
	}
	for _, c := range r.New {
		add(c, false)
	}
	slices.SortStableFunc(list, func(a, b Asked) int {
		return cmp.Compare(order[results.TaskName{Scenario: r.Scenario, Task: a.Task}],
			order[results.TaskName{Scenario: r.Scenario, Task: b.Task}])
	})
	return list
}
