package run

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// RunsPage lists all runs.
func RunsPage(f views.Frame, l *runreport.Runs) templ.Component {
	q := l.Values(runreport.RunsOnPage)
	m := f.Meta("Runs", "All runs with records, the newest first.", link.To(q, "runs"), link.API(l.Values(report.ListLimit), "runs"),
		ui.Crumb{Label: "Runs"})
	m.CSVPath = link.To(link.With(q, "format", "csv"), "runs")
	return runsPage(m, l, runsPager(l))
}

// runsPager leads to the other windows of the list.
func runsPager(l *runreport.Runs) ui.Pager {
	return views.OffsetPager(l.Offset, len(l.List), l.Total, l.Limit, "runs",
		func(offset string) string {
			return link.To(link.With(l.Values(runreport.RunsOnPage), "offset", offset), "runs")
		})
}

func runsCaption(p ui.Pager) string { return fmt.Sprintf("Runs %d to %d of %d", p.From, p.To, p.Total) }
