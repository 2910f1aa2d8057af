package ingest

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// contrary gathers what contradicts what in the records of a run.
type contrary struct {
	trials []results.TaskName
	first  string // what contradicts what in the first trial
}

func (c *contrary) trial(t *results.Trial) {
	if t.Details.ErrorType != results.Contrary {
		return
	}
	if len(c.trials) == 0 {
		why, _, _ := strings.Cut(t.Details.ErrorText, ". ")
		c.first = fmt.Sprintf("%s/%s: %s", t.Scenario, t.Task, why)
	}
	c.trials = append(c.trials, t.TaskName())
}

// judgeVersion sets or clears the objection that a run names another dataset version than its board has, and reports a change.
func judgeVersion(r *results.Run, b *results.Benchmark) bool {
	_, stated, _ := strings.Cut(r.Facts[results.FactDataset], "@")
	stated = strings.TrimPrefix(cmp.Or(stated, r.Facts[results.FactDatasetVersion]), "v")
	const says = "its records name version "
	var now *results.Objection
	if of := strings.TrimPrefix(b.Version, "v"); of != "" && versionName.MatchString(stated) && stated != of && b.Described() {
		now = &results.Objection{Kind: results.ObjectionContrary, Message: says + stated + " of the dataset, the board is of version " + of}
	}
	return judge(r, now, func(o results.Objection) bool { return strings.HasPrefix(o.Message, says) })
}

// versionName is a version in numbers; a record may also state a commit or a branch.
var versionName = regexp.MustCompile(`^\d+(\.\d+)+$`)

// checkContrary objects to a run whose records contradict each other: more of it may be wrong, so nothing is ranked.
func (r *runWriter) checkContrary() {
	c := &r.contrary
	switch n := len(c.trials); n {
	case 0:
	case 1:
		r.raise(results.ObjectionContrary, c.trials, "the records of 1 trial contradict each other: %s", c.first)
	default:
		r.raise(results.ObjectionContrary, c.trials, "the records of %d trials contradict each other, the first of %s", n, c.first)
	}
}
