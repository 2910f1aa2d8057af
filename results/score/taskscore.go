package score

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// MeanKey is the metric of a scoring family that is the plain mean of its tasks'
// scores. It is the headline but for ClawArena, whose CRS weighs streaks too.
func MeanKey(s results.Scoring) string {
	switch s {
	case results.ScoringClawArena:
		return "tcr"
	case results.ScoringClawMark:
		return "score"
	}
	return "avg"
}

// TaskScores is what each task adds to the mean that MeanKey names, from 0 to 1
// in the order of tasks; NaN for a task without a verdict.
func TaskScores(s results.Scoring, tasks []results.Task, trials []results.Trial) []float64 {
	list := make([]float64, len(tasks))
	for i := range list {
		list[i] = math.NaN()
	}
	switch s {
	case results.ScoringClawArena:
		byTask := index(trials)
		for i := range tasks {
			if x, ok := meanScore(byTask[key{tasks[i].Scenario, tasks[i].Slug}]); ok {
				list[i] = x
			}
		}
	case results.ScoringClawMark:
		clawMarkTaskScores(tasks, trials, list)
	default:
		for i, t := range rewardTasks(tasks, trials) {
			if t.n > 0 {
				list[i] = t.mean()
			}
		}
	}
	return list
}

// clawMarkTaskScores sets the scores of the tasks that have a trial.
func clawMarkTaskScores(tasks []results.Task, trials []results.Trial, list []float64) {
	byTask := make(map[key][]results.Trial, len(tasks))
	for i := range trials {
		k := key{trials[i].Scenario, trials[i].Task}
		byTask[k] = append(byTask[k], trials[i])
	}
	spec := clawMarkSpec()
	for i := range tasks {
		if own := byTask[key{tasks[i].Scenario, tasks[i].Slug}]; len(own) > 0 {
			list[i] = spec.Value(MeanKey(results.ScoringClawMark), clawMarkUnits(tasks[i:i+1], own))
		}
	}
}
