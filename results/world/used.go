package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Used compares the pass rate of checks that name a changed file or chat with that of other checks.
// It measures success in tasks that need the new content, not whether the agent used that content.
type Used struct {
	Named  days.Count `json:"named"`  // passed rounds among the checked rounds that name a changed file or chat
	Others days.Count `json:"others"` // passed rounds among the other checked rounds at or after the first update of their scenario
}

// UsedBy counts the rounds of one run. It ignores rounds without a verdict.
func UsedBy(rounds []days.Round, naming map[results.TaskName][]string) Used {
	var u Used
	for i := range rounds {
		r := &rounds[i]
		if r.Kind != results.KindExecCheck || r.Day == 0 || r.Passed == nil {
			continue
		}
		if len(naming[results.TaskName{Scenario: r.Scenario, Task: r.Task}]) > 0 {
			u.Named.Add(*r.Passed)
		} else {
			u.Others.Add(*r.Passed)
		}
	}
	return u
}

// NamingOf returns, according to the annotation, the checked rounds that name a changed file or
// chat, with these names; empty if a is nil.
func NamingOf(a *Annotation) map[results.TaskName][]string {
	if a == nil {
		return nil
	}
	all := make(map[results.TaskName][]string, len(a.Named))
	for _, n := range a.Named {
		all[n.Round.TaskName] = n.Objects
	}
	return all
}
