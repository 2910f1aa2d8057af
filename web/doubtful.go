package web

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// impossibleNotice is what a page says of a task that no answer can pass.
func impossibleNotice(d report.Doubts, benchmark, scenario, task string) views.Impossible {
	return views.Impossible{Reason: ui.Plain(d.Reason(scenario, task)), Tasks: link.To(url.Values{"show": {"suspect"}}, "b", benchmark, "tasks")}
}
