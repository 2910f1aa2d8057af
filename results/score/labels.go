package score

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// OwnLabels returns the tasks with the difficulty labels of the published board
// that a run with these facts was made from, and tasks itself if the run states
// none. A task that the run's source has not labelled has none.
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
