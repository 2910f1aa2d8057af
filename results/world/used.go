package world

import (
	"path"
	"strings"

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

// NamingOf lists the checked rounds that name an object which has changed, with
// the names. The annotation knows them all, also from the checkers. Without one
// they are found in what the tasks say, which a dataset of facts alone does not:
// then there are none.
func NamingOf(a *Annotation, tasks []results.Task) map[results.TaskName][]string {
	if a != nil {
		all := make(map[results.TaskName][]string, len(a.Named))
		for _, n := range a.Named {
			all[n.Round.TaskName] = n.Objects
		}
		return all
	}
	all := map[results.TaskName][]string{}
	changed := map[string][]string{} // names by scenario
	for i := range tasks {
		t := &tasks[i]
		changed[t.Scenario] = append(changed[t.Scenario], changedBy(t)...)
		if t.Kind != results.KindExecCheck {
			continue
		}
		text := t.Facts.Prompt + "\n" + t.Facts.FeedbackCorrect + "\n" + t.Facts.FeedbackIncorrect + "\n" + t.Facts.Command
		if names := NamesIn(text, changed[t.Scenario]); len(names) > 0 {
			all[t.Name()] = names
		}
	}
	return all
}

// changedBy are the names of the objects that the updates before a task change.
func changedBy(t *results.Task) []string {
	var names []string
	for _, u := range t.Updates {
		kind := File
		if u.Kind == "session" {
			kind = Chat
		}
		for _, f := range u.Files {
			names = append(names, ObjectID{Kind: kind, Path: f.Name}.Name())
		}
	}
	return names
}

// leastStem is how many bytes a name without its ending must have to be taken for
// the name of the object: report and data are words of any text.
const leastStem = 10

// NamesIn are those of the names that stand in a text, each once. Long ones are
// found without their ending too, because checks speak of sunwei-1on1-notes.
func NamesIn(text string, names []string) []string {
	var found []string
	seen := map[string]bool{}
	for _, n := range names {
		sought := n
		if stem := strings.TrimSuffix(n, path.Ext(n)); len(stem) >= leastStem {
			sought = stem
		}
		if !seen[n] && sought != "" && strings.Contains(text, sought) {
			found = append(found, n)
		}
		seen[n] = true
	}
	return found
}
