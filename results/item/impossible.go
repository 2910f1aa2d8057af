package item

import (
	"github.com/clawatlas/clawatlas/results"
)

// Impossible lists the tasks that no answer can pass, in the order of tasks,
// each with the reason. verdicts are those of the scored trials of the tasks that
// no trial has passed; a task without any is not judged, because nobody has
// reached it.
//
// A script check is impossible if in every trial whose checker left words the
// checker's own code could not run: it raised an error of syntax at a line that
// stands in the dataset's command. Whatever the agent does cannot change that
// line. A multiple choice is impossible if the dataset calls none of its options
// right, because no selection is then the solution.
func Impossible(tasks []results.Task, verdicts []results.TrialVerdict) []results.DoubtfulTask {
	byTask := map[[2]string][]*results.CheckerVerdict{}
	for i := range verdicts {
		v := &verdicts[i]
		k := [2]string{v.Scenario, v.Task}
		byTask[k] = append(byTask[k], v.Verdict)
	}
	var list []results.DoubtfulTask
	for i := range tasks {
		t := &tasks[i]
		tried := byTask[[2]string{t.Scenario, t.Slug}]
		if len(tried) == 0 {
			continue
		}
		if reason := impossible(t, tried); reason != "" {
			list = append(list, results.DoubtfulTask{Scenario: t.Scenario, Task: t.Slug, Reason: reason})
		}
	}
	return list
}

// impossible is why no answer can pass the task; empty if nothing shows that.
func impossible(t *results.Task, tried []*results.CheckerVerdict) string {
	switch t.Kind {
	case results.KindExecCheck:
		return brokenBy(t, tried)
	case results.KindMultiChoice:
		for _, o := range t.Options {
			if o.Gold {
				return ""
			}
		}
		if len(t.Options) > 0 {
			return "the dataset calls none of its options right, so no selection is the solution"
		}
	}
	return ""
}

// brokenBy is the error by which the task's own checker stops in every trial.
func brokenBy(t *results.Task, tried []*results.CheckerVerdict) string {
	text := ""
	for _, v := range tried {
		if v == nil {
			continue
		}
		found := ""
		for _, f := range Findings(v, t.Facts.Command) {
			if f.Cause == BrokenCheck {
				found = f.Text
			}
		}
		if found == "" {
			return ""
		}
		text = found
	}
	if text == "" {
		return ""
	}
	return "its checker cannot run: " + text
}
