package views

import (
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views/ui"
)

// repositoryPath is the path of a run's records in its repository, for people.
func repositoryPath(r *report.Repository) string {
	if r.Path == "." || r.Path == "" {
		return "/"
	}
	return ui.Plain(r.Path)
}

// recordsOnTrial is how many raw records the page of a trial lists; more are on the
// page that lists them all.
const recordsOnTrial = 12

// repository says on the page of a trial where its records lie.
func (t trialView) repository(p *trialParts) {
	p.Repository = t.Repository()
	if p.Repository == nil || len(t.Records) > recordsOnTrial {
		return
	}
	for _, r := range t.Records {
		p.RawRecords = append(p.RawRecords, RawRecord{Name: r.Name, Href: r.URL, Media: r.Media, Size: r.Bytes})
	}
}
