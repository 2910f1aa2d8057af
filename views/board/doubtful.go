package board

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// doubtful says which tasks no answer can pass, with the way to the board
// without them or back.
func (d boardView) doubtful() *BoardDoubtful {
	if len(d.Whole.Doubtful) == 0 && d.Query.Without == "" {
		return nil
	}
	v := &BoardDoubtful{All: d.Size.Tasks, Tasks: link.Benchmark(d.Of.ID, "tasks")}
	for _, t := range d.Whole.Doubtful {
		v.List = append(v.List, DoubtfulTask{Name: words.Task(d.Of, t.Scenario, t.Task), Href: link.Task(d.Of.ID, t.Scenario, t.Task), Reason: t.Reason})
	}
	q := d.Query
	if q.Without == "" {
		q.Without = results.WithoutDoubtful
	} else {
		q.Without = ""
	}
	v.Other = link.To(q.Values(), "b", d.Of.ID)
	return v
}
