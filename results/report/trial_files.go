package report

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results/link"
)

// Files is the address of the files of the trial.
func (q TrialQuery) Files() string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("files")...)
}

// FileText is the address of the text of a version of a file, both counted from 1.
func (q TrialQuery) FileText(file, version int) string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("files", strconv.Itoa(file), strconv.Itoa(version))...)
}

// FilesTwin is the address of the JSON of the files.
func (q TrialQuery) FilesTwin() string {
	if q.Static {
		return link.API(nil, "runs", q.Run, q.Scenario, q.Task, "files")
	}
	return link.API(link.With(q.Bare().Values(), "view", ""), "runs", q.Run, q.Scenario, q.Task, "files")
}
