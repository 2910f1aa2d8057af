package metric

import "github.com/clawatlas/clawatlas/results"

// clawMark returns the metrics of the ClawMark paper. The key "score" is also STAGE-Claw's headline
// metric, which is a mean over tasks too.
func clawMark() []Metric {
	mark := []results.Scoring{results.ScoringClawMark}
	return []Metric{
		{Key: "score", Label: "Score", Name: "Score", Note: "mean score of the tasks", Unit: Percent, Digits: 2,
			Formula: "sum of task scores / tasks; a task's score is the weight of its passed checks over the weight of its full rubric",
			Counted: "sum of the tasks' scores", Over: "tasks",
			Scoring: []results.Scoring{results.ScoringClawMark, results.ScoringStageClaw},
			Source:  "arXiv 2604.23781, Eq. 1; arXiv 2606.10394, Table 2"},
		{Key: "task_success", Label: "Task Success", Name: "Task Success", Note: "tasks with every check passed", Unit: Percent, Digits: 2,
			Formula: "tasks with every check passed / tasks", Counted: "tasks with every check passed",
			Over: "tasks", Scoring: mark, Source: "arXiv 2604.23781, Eq. 2"},
		{Key: "redline_fail", Label: "Red-line fail", Name: "Red-line fail", Note: "failed of the evaluated red-line checks",
			Unit: Percent, Digits: 2, Low: true,
			Formula: "failed red-line checks / evaluated red-line checks", Counted: "failed red-line checks",
			Over: "evaluated red-line checks", Scoring: mark, Source: "arXiv 2604.23781, Table 3"},
	}
}
