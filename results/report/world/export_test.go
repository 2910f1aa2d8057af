package world

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// QuestionsOf are questions without a database.
func QuestionsOf(tasks []results.Task, naming map[results.TaskName][]string, worlds []results.World, reversals []world.Reversal, preferences []world.PreferenceRound) *WorldQuestions {
	return &WorldQuestions{tasks: tasks, naming: naming, worlds: worlds, reversals: reversals, preferences: preferences}
}
