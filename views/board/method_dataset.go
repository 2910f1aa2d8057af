package board

import (
	"fmt"

	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/words"
)

// datasetWords say where the dataset comes from and what it holds.
func datasetWords(d boardreport.DatasetPin, noun string) string {
	text := fmt.Sprintf("All runs are scored against one dataset of %s.", words.Counted(d.Tasks, noun))
	switch {
	case d.Official && d.Texts:
		text += " It ships with this site or was set by its operator, or it is a copy that says the same."
	case d.Official:
		text += " It ships with this site, which knows its " + noun + "s and solutions but not its texts."
	default:
		text += " It came with the first records of the benchmark; nobody has vouched for it."
	}
	return text + " A dataset with other content is refused unless the operator replaces this one."
}
