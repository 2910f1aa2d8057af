package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Used sets the checks that name an object which has changed beside the others.
// It says how the work fares that needs what is new, and not whether it was used.
type Used struct {
	Named  days.Count `json:"named"`  // checked rounds at or after an update that name one of its objects and were passed
	Others days.Count `json:"others"` // the other checked rounds at or after the first update of their scenario that were passed
}

// UsedBy counts the rounds of one run. Rounds without a verdict are on no side.
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

// NamingOf lists the checked rounds that name an object which has changed, with the names,
// as the annotation knows them; none without one.
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
