package score_test

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
)

// TestOwnLabels scores a run with the labels of its own day and not with those
// that the dataset has today.
func TestOwnLabels(t *testing.T) {
	tasks := []results.Task{rewardTask("a", "easy", "hard"), rewardTask("b", "hard", "hard"), rewardTask("c", "hard", "hard")}
	labels := map[string]string{"a": "easy", "b": "medium"}
	line := results.WriteTaskLabels(labels)
	must.Same(t, labels, results.ReadTaskLabels(line), "%q", line)
	trials := append(append(attempts("a", 1), attempts("b", 0.5)...), attempts("c", 0)...)
	own := score.OwnLabels(tasks, map[string]string{results.FactLabels: line})
	got := score.Reward(own, trials)
	checkMetric(t, got, "", "", "easy", 1, 1, 1)
	checkMetric(t, got, "", score.Board, "easy", 1, 1, 1)
	checkMetric(t, got, "", score.Board, "medium", 0.5, 0.5, 1)
	got = score.Reward(tasks, trials)
	checkMetric(t, got, "", score.Board, "hard", 0.5, 1.5, 3)
	if same := score.OwnLabels(tasks, nil); &same[0] != &tasks[0] || tasks[0].Facts.DifficultyBoard != "hard" {
		t.Error("tasks of a run without labels were changed")
	}
}

// TestMetricOnce holds that no number stands twice, and that the second
// convention has only what differs.
func TestMetricOnce(t *testing.T) {
	tasks := []results.Task{rewardTask("a", "easy", "hard", "A1"), rewardTask("b", "hard", "hard")}
	seen := map[string]int{}
	board := []string{}
	for _, m := range score.Reward(tasks, append(attempts("a", 1, 0), attempts("b", 1, 1)...)) {
		seen[fmt.Sprint(m.Scope, "|", m.Convention, "|", m.Key)]++
		if m.Convention != "" {
			board = append(board, m.Key)
		}
	}
	for name, n := range seen {
		if n > 1 {
			t.Errorf("%s stands %d times", name, n)
		}
	}
	must.Same(t, []string{"easy", "medium", "hard"}, board, "second convention")
}
