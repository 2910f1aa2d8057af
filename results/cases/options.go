package cases

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// toldOtherwise finds tasks whose prompt begins with feedback that contradicts the verdict on the
// previous task.
func toldOtherwise(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		var told []*outcome
		all := v.byTask[i]
		for _, o := range all {
			if o.opposite {
				told = append(told, o)
			}
		}
		if len(told) == 0 {
			continue
		}
		n, of := systems(told), systems(all)
		list = append(list, results.MinedCase{
			Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title: v.title(t, "the feedback contradicts the verdict"),
			Finding: fmt.Sprintf("%s read in the prompt the opposite of the verdict on the %s before, or nothing after a failure.",
				ofSystems(n, of), v.benchmark.Words.Task),
			Trials: refs(told, func(o *outcome) string { return "this " + v.benchmark.Words.Task + ": " + words.StatusWord(o.status) }),
		})
	}
	return list
}
