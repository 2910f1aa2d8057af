package cases

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// noLook finds tasks that a system answered without reading what had changed. It counts only
// systems whose traces are conclusive.
func noLook(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		var hit, watched []*outcome
		var trials []results.CaseRef
		for _, o := range v.byTask[i] {
			if !o.watched {
				continue
			}
			if watched = append(watched, o); o.noLook == nil {
				continue
			}
			hit = append(hit, o)
			changed := 0
			for _, p := range o.noLook {
				if p.What == world.ProofChanged {
					changed++
				}
			}
			ref := o.ref(fmt.Sprintf("%s, none opened: %s", words.Counted(changed, "changed object"), words.StatusWord(o.status)))
			ref.Proof = o.noLook
			trials = append(trials, ref)
		}
		if len(hit) == 0 {
			continue
		}
		n, of := systems(hit), systems(watched)
		list = append(list, results.MinedCase{Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title: v.title(t, "answered without a look at what changed"), Trials: trials,
			Finding: strings.ReplaceAll(ofSystems(n, of)+" answered although no call of the {task} opened, showed or ran a script over any of the objects that had changed before it.",
				"{task}", v.benchmark.Words.Task)})
	}
	return list
}
