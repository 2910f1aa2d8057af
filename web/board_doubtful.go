package web

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// doubtful says which tasks no answer can pass, with the way to the board
// without them or back. A site of files has no such variant to link.
func (d *boardData) doubtful(static bool) *views.BoardDoubtful {
	if len(d.board.Doubtful) == 0 && d.query.without == "" {
		return nil
	}
	v := &views.BoardDoubtful{All: d.size.Tasks, Tasks: link.Benchmark(d.benchmark.ID, "tasks")}
	for _, t := range d.board.Doubtful {
		v.List = append(v.List, views.DoubtfulTask{Name: t.Scenario + "/" + t.Task, Href: link.Task(d.benchmark.ID, t.Scenario, t.Task), Reason: t.Reason})
	}
	if static {
		return v
	}
	q := d.query
	if q.without == "" {
		q.without = results.WithoutDoubtful
	} else {
		q.without = ""
	}
	v.Other = link.To(q.values(), "b", d.benchmark.ID)
	return v
}

// nounOf is the benchmark's own word, or the site's where it has none.
func nounOf(word, preset string) string {
	if word == "" {
		return preset
	}
	return word
}
