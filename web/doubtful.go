package web

import "github.com/clawatlas/clawatlas/results"

// doubts are the tasks of a benchmark that no answer can pass, with the reason,
// by scenario and task.
type doubts map[[2]string]string

func doubtsOf(b results.Board) doubts {
	m := make(doubts, len(b.Doubtful))
	for _, t := range b.Doubtful {
		m[[2]string{t.Scenario, t.Task}] = t.Reason
	}
	return m
}

// reason says why no answer can pass the task; empty if one can.
func (d doubts) reason(scenario, task string) string { return d[[2]string{scenario, task}] }
