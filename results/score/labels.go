package score

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// OwnLabels returns the tasks with the difficulty labels of the published leaderboard from which
// the run was taken. If the run's facts name no such leaderboard, it returns tasks unchanged. Tasks
// without a label on the leaderboard have an empty label.
func OwnLabels(tasks []results.Task, facts map[string]string) []results.Task {
	stated := facts[results.FactLabels]
	if stated == "" {
		return tasks
	}
	labels := results.ReadTaskLabels(stated)
	own := slices.Clone(tasks)
	for i := range own {
		own[i].Facts.DifficultyBoard = labels[own[i].Slug]
	}
	return own
}
