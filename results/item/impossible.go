package item

import (
	"github.com/clawatlas/clawatlas/results"
)

// Verdicts reads the recorded verdicts on the scored trials of a task until each
// returns false; nil where nothing of one was recorded.
type Verdicts func(name results.TaskName, each func(*results.CheckerVerdict) bool) error

// Impossible lists the tasks that no answer can pass, in the order of tasks,
// each with the reason. unpassed are those that some trial has a score at and no
// trial has passed; of another nobody knows, because nobody has reached it.
//
// A script check is impossible if in every trial whose checker left words the
// checker's own code could not run: it raised an error of syntax at a line that
// stands in the dataset's command. Whatever the agent does cannot change that
// line. A multiple choice is impossible if the dataset calls none of its options
// right, because no selection is then the solution.
func Impossible(tasks []results.Task, unpassed []results.TaskName, verdicts Verdicts) ([]results.DoubtfulTask, error) {
	tried := map[results.TaskName]bool{}
	for _, name := range unpassed {
		tried[name] = true
	}
	var list []results.DoubtfulTask
	for i := range tasks {
		t := &tasks[i]
		name := results.TaskName{Scenario: t.Scenario, Task: t.Slug}
		if !tried[name] {
			continue
		}
		reason, err := impossible(t, name, verdicts)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			list = append(list, results.DoubtfulTask{Scenario: t.Scenario, Task: t.Slug, Reason: reason})
		}
	}
	return list, nil
}

// impossible is why no answer can pass the task; empty if nothing shows that.
func impossible(t *results.Task, name results.TaskName, verdicts Verdicts) (string, error) {
	switch t.Kind {
	case results.KindExecCheck:
		return brokenBy(t, name, verdicts)
	case results.KindMultiChoice:
		for _, o := range t.Options {
			if o.Gold {
				return "", nil
			}
		}
		if len(t.Options) > 0 {
			return "the dataset calls none of its options right, so no selection is the solution", nil
		}
	}
	return "", nil
}

// brokenBy is the error by which the task's own checker stops in every trial. The
// first trial in which it does not decides: of a task that is merely hard one
// verdict is read.
func brokenBy(t *results.Task, name results.TaskName, verdicts Verdicts) (string, error) {
	text := ""
	err := verdicts(name, func(v *results.CheckerVerdict) bool {
		if v == nil {
			return true
		}
		found := ""
		for _, f := range Findings(v, t.Facts.Command) {
			if f.Cause == BrokenCheck {
				found = f.Text
			}
		}
		text = found
		return found != ""
	})
	if err != nil || text == "" {
		return "", err
	}
	return "its checker cannot run: " + text, nil
}
