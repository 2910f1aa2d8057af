package score

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Completions returns two complete versions of an incomplete run. Attempts without a verdict have
// failed in the first version and passed in the second. A task without trials gets as many attempts
// as the task with the most. missing is the number of attempts that were filled in.
//
// The two versions bound every benchmark metric, because each metric is monotonic in the outcome of
// every single task: if one more task passes, ClawMark's red-line failure rate never rises, and all
// others never fall. ClawArena's SC counts adjacent passes and its FD adjacent failures, so an
// additional failure never increases either.
func Completions(scoring results.Scoring, tasks []results.Task, trials []results.Trial) (failed, passed []results.Trial, missing int) {
	if scoring == results.ScoringNone {
		return nil, nil, 0
	}
	byTask := index(trials)
	attempts, mean := mostAttempts(tasks, byTask)
	pointed := slices.ContainsFunc(trials, func(t results.Trial) bool { return t.Points != nil })
	add := func(t *results.Task, like results.Trial) {
		missing++
		failed = append(failed, filled(t, like, false, pointed))
		passed = append(passed, filled(t, like, true, pointed))
	}
	for i := range tasks {
		t := &tasks[i]
		list := byTask[t.Name()]
		for _, tr := range list {
			if tr.Score == nil {
				add(t, *tr)
				continue
			}
			failed, passed = append(failed, *tr), append(passed, *tr)
		}
		if len(list) == 0 {
			for n := range attempts {
				add(t, results.Trial{Scenario: t.Scenario, Task: t.Slug, Kind: t.Kind, Attempt: n + 1, Attempts: mean})
			}
		}
	}
	return failed, passed, missing
}

// mostAttempts returns the largest number of trials of any task, and the largest number of attempts
// that a single trial averages.
func mostAttempts(tasks []results.Task, byTask map[results.TaskName][]*results.Trial) (trials, mean int) {
	trials, mean = 1, 1
	for i := range tasks {
		list := byTask[tasks[i].Name()]
		trials = max(trials, len(list))
		for _, t := range list {
			mean = max(mean, t.Attempts)
		}
	}
	return trials, mean
}

// filled returns a passed or failed trial that has all checks of the task's rubric. It has points
// if the verdicts of the run are derived from points.
func filled(t *results.Task, like results.Trial, pass, pointed bool) results.Trial {
	x := 0.0
	like.Status = results.Failed
	if pass {
		x, like.Status = 1, results.Passed
	}
	if like.Score, like.Checks = &x, nil; pointed {
		like.Points = &x
	}
	for _, c := range t.Checks {
		like.Checks = append(like.Checks, results.Check{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine, Passed: &pass})
	}
	return like
}

// aboutRecords reports whether a metric describes the records of a run. Such a metric has a value
// even if verdicts are missing.
func aboutRecords(key string) bool {
	return key == "short_tasks" || key == "untried_tasks" || key == "avg_judged"
}

// bound replaces the values that missing verdicts could change with their bounds. own holds the
// metrics over tasks with a verdict; failed and passed hold the metrics of the two versions from
// Completions. Num and Den stay as in own.
func bound(own, failed, passed []results.Metric) []results.Metric {
	type id struct{ scope, convention, key string }
	of := func(m *results.Metric) id { return id{m.Scope, m.Convention, m.Key} }
	have, high := map[id]results.Metric{}, map[id]results.Metric{}
	for _, m := range own {
		have[of(&m)] = m
	}
	for _, m := range passed {
		high[of(&m)] = m
	}
	list := make([]results.Metric, 0, len(failed))
	for _, f := range failed {
		k := of(&f)
		m, known := have[k]
		delete(have, k)
		if aboutRecords(f.Key) {
			if known {
				list = append(list, m)
			}
			continue
		}
		m.Scope, m.Convention, m.Key = k.scope, k.convention, k.key
		list = append(list, between(m, f, high[k]))
	}
	for _, m := range own {
		if _, left := have[of(&m)]; left && aboutRecords(m.Key) {
			list = append(list, m)
		}
	}
	return list
}

func between(m, failed, passed results.Metric) results.Metric {
	m.Value = nil
	switch {
	case failed.Value == nil || passed.Value == nil:
	case *failed.Value == *passed.Value: // missing verdicts do not change the value
		m = failed
	default:
		lo, hi := math.Min(*failed.Value, *passed.Value), math.Max(*failed.Value, *passed.Value)
		m.Lo, m.Hi = &lo, &hi
	}
	return m
}
