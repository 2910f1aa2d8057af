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

// RecordsOnTrial is how many raw records the page of a trial lists; more are on the
// page that lists them all.
const RecordsOnTrial = 12
