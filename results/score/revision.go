package score

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Revision returns an exclusion if a run's records contain different solutions than the dataset's
// tasks, because the run was then judged with another revision of the dataset. It considers only
// trials with a verdict and a recorded solution. It returns nil if all solutions agree. The result
// depends on the dataset, so callers repeat the check whenever the dataset changes.
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

// goldLabels returns the sorted labels of a task's correct options; nil if the dataset does not
// contain them.
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
