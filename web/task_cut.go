package web

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// runsNamed is how many runs stand beside one text of a checker.
const runsNamed = 20

// cut leaves one page of the trials in the page's tables. What is counted over
// them was counted before, over all.
func (d *taskData) cut(p *views.Task, l *report.Window) {
	lo, hi := l.Cut(len(p.Columns))
	p.Pager = views.PagerOf(*l, "trials", func(key, value string) string {
		q := url.Values{}
		if d.all {
			q.Set("all", "1")
		}
		return link.To(link.With(q, key, value), "b", d.benchmark.ID, "scenarios", d.task.Scenario, d.task.Slug)
	})
	for i := range p.Causes {
		for k := range p.Causes[i].Words {
			w := &p.Causes[i].Words[k]
			w.More = max(0, len(w.Runs)-runsNamed)
			w.Runs = report.Between(w.Runs, 0, runsNamed)
		}
	}
	if p.Pager == nil {
		return
	}
	p.Columns = report.Between(p.Columns, lo, hi)
	for i := range p.Options {
		p.Options[i].Picks = report.Between(p.Options[i].Picks, lo, hi)
	}
	for i := range p.Checks {
		p.Checks[i].Cells = report.Between(p.Checks[i].Cells, lo, hi)
	}
	for i := range p.Rewards {
		p.Rewards[i].Values = report.Between(p.Rewards[i].Values, lo, hi)
	}
	p.Told, p.Standings = report.Between(p.Told, lo, hi), report.Between(p.Standings, lo, hi)
	p.CompareRuns = d.comparable(p)
}

// comparable are the runs of the shown trials and the two that are proposed.
func (d *taskData) comparable(p *views.Task) []report.RunColumn {
	shown := map[string]bool{p.CompareA: true, p.CompareB: true}
	for _, c := range p.Columns {
		shown[c.Run.Slug] = true
	}
	var list []report.RunColumn
	for _, c := range p.CompareRuns {
		if shown[c.Run.Slug] {
			list = append(list, c)
		}
	}
	return list
}
