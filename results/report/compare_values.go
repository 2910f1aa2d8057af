package report

import (
	"github.com/clawatlas/clawatlas/results"
)

func Pointers(steps []results.Step) []*results.Step {
	list := make([]*results.Step, len(steps))
	for i := range steps {
		list[i] = &steps[i]
	}
	return list
}
