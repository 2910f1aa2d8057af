package score

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Completions returns the trials of an incomplete run twice over: with every
// attempt that has no verdict failed, and passed. A task without any trial gets
// as many attempts as the task with the most. missing is the number of attempts
// that were filled in; with 0 there is nothing to bound.
//
// What a metric of the benchmarks gives for these two is the least and the most
// that it can be: each grows with every task that passes, or, like ClawMark's
// red-line failure, shrinks with it. SC of ClawArena counts neighbours that both
// pass and FD those that both fail, so a failure more never raises either.
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

// mostAttempts is how many trials the task with the most has, and of how many
// attempts a trial is the mean where a source has only means.
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

// filled is a trial that came out one way, with every check of the task's rubric, and with
// points if the verdicts of the run are drawn from some.
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

// aboutRecords lists the metrics that say what a run's records hold. They have a
// value whatever is missing.
func aboutRecords(key string) bool {
	return key == "short_tasks" || key == "untried_tasks" || key == "avg_judged"
}

// bound puts bounds in the place of every value on which what is missing has a
// bearing: own are the metrics over the tasks that have a verdict, failed and
// passed those of the two completions. Num and Den stay those of own.
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
	case *failed.Value == *passed.Value: // nothing that is missing bears on it
		m = failed
	default:
		lo, hi := math.Min(*failed.Value, *passed.Value), math.Max(*failed.Value, *passed.Value)
		m.Lo, m.Hi = &lo, &hi
	}
	return m
}
