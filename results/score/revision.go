package score

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Revision objects to a run whose records name other solutions than the
// dataset's tasks: its verdicts are those of another revision. Only trials with
// a verdict and a recorded solution count. Nil means that nothing speaks for
// another revision. It depends on the dataset, so it is asked again whenever
// the dataset changes.
func Revision(tasks []results.Task, trials []results.Trial) *results.Exclusion {
	byTask := index(trials)
	o := &results.Exclusion{Kind: results.ExclusionRevision, Scenarios: map[string]int{}}
	differ, compared := 0, 0
	for i := range tasks {
		t := &tasks[i]
		gold := goldLabels(t)
		if gold == nil {
			continue
		}
		other := 0
		for _, trial := range byTask[t.Name()] {
			if trial.Gold == nil || trial.Score == nil {
				continue
			}
			compared++
			if !slices.Equal(sorted(trial.Gold), gold) {
				other++
			}
		}
		if other > 0 {
			differ += other
			o.Scenarios[t.Scenario] += other
			o.Tasks = append(o.Tasks, t.Scenario+"/"+t.Slug)
		}
	}
	if differ == 0 {
		return nil
	}
	o.Message = fmt.Sprintf("scored against another revision of the dataset: %d of %d recorded solutions differ from the dataset's",
		differ, compared)
	return o
}

// goldLabels lists the labels of a task's correct options, sorted; nil if the
// dataset names none.
func goldLabels(t *results.Task) []string {
	var gold []string
	for _, o := range t.Options {
		if o.Gold {
			gold = append(gold, o.Label)
		}
	}
	slices.Sort(gold)
	return gold
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
