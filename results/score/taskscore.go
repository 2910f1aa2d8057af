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
	spec := SpecOf(s, Conventions(s)[0].ID)
	byTask := make(map[key][]results.Trial, len(tasks))
	for i := range trials {
		k := key{trials[i].Scenario, trials[i].Task}
		byTask[k] = append(byTask[k], trials[i])
	}
	list := make([]float64, len(tasks))
	for i := range tasks {
		list[i] = math.NaN()
		if own := byTask[key{tasks[i].Scenario, tasks[i].Slug}]; len(own) > 0 {
			list[i] = spec.Value(MeanKey(s), Units(s, tasks[i:i+1], own))
		}
	}
	return list
}
