package views

import (
	"fmt"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// RunsPage lists all runs.
func RunsPage(f Frame, l *report.Runs) templ.Component {
	q := l.Values()
	m := f.Meta("Runs", "All runs with records, the newest first.", link.To(q, "runs"), link.API(q, "runs"), ui.Crumb{Label: "Runs"})
	if !f.Static {
		m.CSVPath = link.To(link.With(q, "format", "csv"), "runs")
	}
	return runsPage(m, l, runsPager(l))
}

// runsPager leads to the other windows of the list.
func runsPager(l *report.Runs) ui.Pager {
	q := l.Values()
	at := func(offset int) string { return link.To(link.With(q, "offset", strconv.Itoa(offset)), "runs") }
	p := ui.Pager{From: min(l.Offset+1, l.Total), To: l.Offset + len(l.List), Total: l.Total, Noun: "runs"}
	if l.Offset > 0 {
		p.First, p.Prev = link.To(q, "runs"), at(max(0, l.Offset-l.Limit))
	}
	if next := l.Offset + l.Limit; next < l.Total {
		p.Next, p.Last = at(next), at((l.Total-1)/l.Limit*l.Limit)
	}
	return p
}

func runsCaption(p ui.Pager) string { return fmt.Sprintf("Runs %d to %d of %d", p.From, p.To, p.Total) }
