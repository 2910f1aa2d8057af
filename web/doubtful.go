package web

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

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

// notice is what a page says of a task that no answer can pass.
func (d doubts) notice(benchmark, scenario, task string) views.Impossible {
	return views.Impossible{Reason: ui.Plain(d.reason(scenario, task)), Tasks: link.To(url.Values{"show": {"suspect"}}, "b", benchmark, "tasks")}
}

// reason says why no answer can pass the task; empty if one can.
func (d doubts) reason(scenario, task string) string { return d[[2]string{scenario, task}] }
