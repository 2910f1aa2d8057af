package score

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Board is the reward convention that uses the difficulty labels of a published leaderboard instead
// of the dataset's labels.
const Board = "board"

// Components of a reward unit vector. A unit is one task, and each metric is a quotient of two
// components.
const (
	rwSum = iota // mean reward of the task's attempts
	rwN          // 1 if the task was scored
	rwBest
	rwSingle // 1 if the reward of every attempt is known individually
	rwPassed // number of attempts that passed
	rwAttempts
	rwPoints // mean points of the attempts that have points
	rwPointed
	rwGroups // pairs of sum and count for each group
)

// rewardGroups returns the leaderboard columns that follow avg: difficulties under both sets of
// labels, then factors.
func rewardGroups() []string {
	return append(append([]string{}, rewardDifficulties()...), rewardFactors()...)
}

func rewardSpec(convention string) Spec {
	groups := rewardGroups()
	keys := append([]string{"avg", "best", "pass_rate", "points"}, groups...)
	labels := len(rewardDifficulties())
	dim := rwGroups + 2*(len(groups)+labels)
	return Spec{Keys: keys, Unit: "task", dim: dim, eval: func(s, out []float64) {
		out[0], out[1], out[2] = s[rwSum]/s[rwN], s[rwBest]/s[rwSingle], s[rwPassed]/s[rwAttempts]
		if s[rwSingle] < s[rwN] { // the best attempt is unknown if only a mean is recorded
			out[1], out[2] = math.NaN(), math.NaN()
		}
		if out[3] = s[rwPoints] / s[rwPointed]; s[rwPointed] < s[rwN] {
			out[3] = math.NaN()
		}
		for i := range groups {
			at := rwGroups + 2*i
			if convention == Board && i < labels {
				at = rwGroups + 2*(len(groups)+i)
			}
			out[4+i] = s[at] / s[at+1]
		}
	}}
}

func rewardUnits(tasks []results.Task, trials []results.Trial) []Unit {
	groups := rewardGroups()
	spec := rewardSpec("")
	list := rewardTasks(tasks, trials)
	board := rewardBoard(list)
	units := make([]Unit, len(list))
	for i := range list {
		t := &list[i]
		v := make([]float64, spec.dim)
		units[i] = Unit{Label: t.task.Scenario + "/" + t.task.Slug, V: v}
		if t.n == 0 {
			continue
		}
		mean := t.mean()
		v[rwSum], v[rwN] = mean, 1
		if t.single() {
			v[rwBest], v[rwSingle] = t.best(), 1
			v[rwPassed], v[rwAttempts] = float64(t.passes()), float64(t.n)
		}
		if t.pointed == t.n {
			v[rwPoints], v[rwPointed] = t.points/float64(t.n), 1
		}
		add := func(group int) {
			v[rwGroups+2*group] += mean
			v[rwGroups+2*group+1]++
		}
		for g, name := range groups {
			if name == t.task.Facts.Difficulty || slices.Contains(t.task.Facts.Factors, name) {
				add(g)
			}
		}
		label := t.task.Facts.Difficulty
		if board != nil {
			label = board(t.task)
		}
		if d := slices.Index(rewardDifficulties(), label); d >= 0 {
			add(len(groups) + d)
		}
	}
	return units
}
