package score

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// TaskScores is what each task adds to the metric that is the plain mean of the tasks, from
// 0 to 1 in their order; NaN for a task without a verdict. The metric is the headline but
// for ClawArena, whose CRS weighs streaks too.
func TaskScores(s results.Scoring, tasks []results.Task, trials []results.Trial) []float64 {
	list := make([]float64, len(tasks))
	for i := range list {
		list[i] = math.NaN()
	}
	switch s {
	case results.ScoringClawArena:
		byTask := index(trials)
		for i := range tasks {
			if x, ok := meanScore(byTask[tasks[i].Name()]); ok {
				list[i] = x
			}
		}
	case results.ScoringClawMark:
		byTask := clawMarkAttempts(trials)
		for i := range tasks {
			if v, ok := clawMarkMean(&tasks[i], byTask[tasks[i].Name()]); ok {
				list[i] = v.score
			}
		}
	default:
		for i, t := range rewardTasks(tasks, trials) {
			if t.n > 0 {
				list[i] = t.mean()
			}
		}
	}
	return list
}
