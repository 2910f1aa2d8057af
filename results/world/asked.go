package world

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Asked is one question about a reversed belief with a run's answer.
type Asked struct {
	Task     string // slug of the round
	Judged   bool   // there is a verdict on it
	Answered bool   // options were chosen, or none of them on purpose
	Options  []AskedOption
}

// AskedOption is an option of a question that is about the belief.
type AskedOption struct {
	Option string // label
	Stale  bool   // it restates the old belief and must be rejected; else it states the new one and must be chosen
	Right  bool
}

// Right reports whether all its options about the belief were answered right.
func (q *Asked) Right() bool {
	return q.Judged && !slices.ContainsFunc(q.Options, func(o AskedOption) bool { return !o.Right })
}

// Asked lists the questions about a reversal in the order of the dataset, in which
// order has the place of each round.
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
