package trial

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TrialMissingPage answers for a task that is expected of a run without a record
// of it, or of this attempt where it has others.
func TrialMissingPage(f views.Frame, b results.Benchmark, q report.TrialQuery, others bool) templ.Component {
	sentence := "The run has no record of this " + b.Words.Task + ". It counts as missing, which the run’s denominators show; " +
		"it is not counted as zero anywhere it is not said."
	var links []TrialLink
	if others {
		sentence = fmt.Sprintf("The run has no attempt %d at this %s, but has others.", q.Attempt, b.Words.Task)
		links = append(links, TrialLink{Label: "The first attempt", Href: link.Trial(q.Run, q.Scenario, q.Task)})
	}
	links = append(links,
		TrialLink{Label: "The run", Href: link.Run(q.Run)},
		TrialLink{Label: "The " + b.Words.Task + " in all runs", Href: link.Task(b.ID, q.Scenario, q.Task)})
	name, rest := words.TaskParts(b, q.Scenario, q.Task)
	crumbs := views.CrumbsBelow(b, ui.Crumb{Label: "Run", Href: link.Run(q.Run)}, views.ScenarioCrumb(b, q.Scenario),
		ui.Crumb{Label: views.TaskCrumb(b, q.Scenario, q.Task)})
	m := f.Meta(ui.TitleOf(name, rest+" is missing"), sentence, "", "", crumbs...)
	m.Noindex = true
	return trialMissingPage(m, b.Name, words.Task(b, q.Scenario, q.Task)+" is missing", sentence, links)
}

const rawLead = "What the harness wrote, byte for byte but for redacted secrets and home directories. Nothing here is run or shown " +
	"as a page."

// RawListPage lists the raw records of a trial, which the report holds. raws are the
// same as a store has them.
func RawListPage(f views.Frame, t *trialreport.Trial, raws []results.Raw) templ.Component {
	v := trialView{t, f}
	m := f.Meta(v.pageTitle("Raw records of ", ""), rawLead, t.Query.Raws(), t.Query.Twin("limit", "1"),
		v.crumbs(ui.Crumb{Label: "raw records"})...)
	m.Scripted, m.Noindex, m.CSVPath = t.Stored.Run.Scripted, true, t.Query.Table("raw")
	screens := map[string]string{}
	if !t.Query.Static {
		for _, r := range t.Recordings(raws) {
			screens[r.Name] = r.URL
		}
	}
	t.AddRecords(raws)
	return rawListPage(m, v, screens)
}
