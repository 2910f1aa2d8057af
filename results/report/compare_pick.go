package report

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// PickRun is a run with its label.
type PickRun struct{ Run, Label string }

// PickLabel tells the runs of one system apart by what was passed and when.
func PickLabel(r results.Run, names map[string]string) string {
	label := fmt.Sprintf("%s, %d of %d passed", RunLabel(names, r), r.Counts.Passed, r.Counts.Expected)
	if r.StartedAt != nil {
		label += ", " + words.Date(r.StartedAt)
	}
	return label + " (" + SlugEnd(r.Slug) + ")"
}
