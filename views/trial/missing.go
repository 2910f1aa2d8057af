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
	p := TrialMissing{Title: words.Task(b, q.Scenario, q.Task) + " is missing"}
	p.Sentence = "The run has no record of this " + b.Words.Task + ". It counts as missing, which the run’s denominators show; it is not counted as zero anywhere it is not said."
	if others {
		p.Sentence = fmt.Sprintf("The run has no attempt %d at this %s, but has others.", q.Attempt, b.Words.Task)
		p.Links = append(p.Links, TrialLink{Label: "The first attempt", Href: link.Trial(q.Run, q.Scenario, q.Task)})
	}
	p.Links = append(p.Links,
		TrialLink{Label: "The run", Href: link.Run(q.Run)},
		TrialLink{Label: "The " + b.Words.Task + " in all runs", Href: link.Task(b.ID, q.Scenario, q.Task)})
	name, rest := words.TaskParts(b, q.Scenario, q.Task)
	p.Meta = f.Meta(ui.TitleOf(name, rest+" is missing"), p.Sentence, "", "", views.CrumbsBelow(b, ui.Crumb{Label: "Run", Href: link.Run(q.Run)}, views.ScenarioCrumb(b, q.Scenario), ui.Crumb{Label: views.TaskCrumb(b, q.Scenario, q.Task)})...)
	p.Meta.Noindex = true
	return trialMissingPage(p)
}

// RawListPage lists the raw records of a trial.
func RawListPage(f views.Frame, t *trialreport.Trial, raws []results.Raw) templ.Component {
	v := trialView{t, f}
	p := RawList{
		Title: "Raw records of " + v.Name(), Caption: words.Plural(len(raws), "record", "records") + " of this trial",
		Lead: "What the harness wrote, byte for byte but for redacted secrets and home directories. Nothing here is run or shown as a page.",
	}
	p.Meta = f.Meta(v.pageTitle("Raw records of ", ""), p.Lead, t.Query.Raws(), t.Query.Twin("limit", "1"), v.crumbs(ui.Crumb{Label: "raw records"})...)
	p.Meta.Scripted, p.Meta.Noindex = t.Stored.Run.Scripted, true
	p.Meta.CSVPath = t.Query.Table("raw")
	p.Run, p.Repository = t.Stored.Run, t.Repository()
	screens := map[string]string{}
	if !t.Query.Static {
		for _, r := range t.Recordings(raws) {
			screens[r.Name] = r.URL
		}
	}
	for _, r := range raws {
		p.Files = p.Files || t.RecordFile(r.Name) != ""
		p.Records = append(p.Records, RawRecord{Name: r.Name, Href: t.Query.Raw(r.Name), Media: r.Media, Size: r.Size, Screens: screens[r.Name]})
	}
	return rawListPage(p)
}
