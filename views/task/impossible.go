package task

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results/link"
)

// Impossible is what a page says of a task that no answer can pass.
type Impossible struct {
	Reason string // empty if an answer can
	Tasks  string // address of the list of tasks in doubt
}

// ImpossibleTask is what is said of a task of a benchmark.
func ImpossibleTask(benchmark, reason string) Impossible {
	return Impossible{Reason: reason, Tasks: link.To(url.Values{"show": {"suspect"}}, "b", benchmark, "tasks")}
}
