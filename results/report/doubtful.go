package report

import (
	"github.com/clawatlas/clawatlas/results"
)

// Doubts are the tasks of a benchmark that no answer can pass, with the reason,
// by scenario and task.
type Doubts map[[2]string]string

// DoubtsOf are those of a board.
func DoubtsOf(b results.Board) Doubts {
	m := make(Doubts, len(b.Doubtful))
	for _, t := range b.Doubtful {
		m[[2]string{t.Scenario, t.Task}] = t.Reason
	}
	return m
}

// Reason says why no answer can pass the task; empty if one can.
func (d Doubts) Reason(scenario, task string) string { return d[[2]string{scenario, task}] }
