package ingest

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

type contradiction struct {
	trials []results.TaskName
	first  string // description of the first contradiction
}

func (c *contradiction) trial(t *results.Trial) {
	if t.Details.ErrorType != results.Contradiction {
		return
	}
	if len(c.trials) == 0 {
		why, _, _ := strings.Cut(t.Details.ErrorText, ". ")
		c.first = fmt.Sprintf("%s/%s: %s", t.Scenario, t.Task, why)
	}
	c.trials = append(c.trials, t.TaskName())
}

// judgeVersion sets or clears the exclusion of a run that used a different dataset version. It
// reports whether the exclusion changed.
func judgeVersion(r *results.Run, b *results.Benchmark) bool {
	_, stated, _ := strings.Cut(r.Facts[results.FactDataset], "@")
	stated = strings.TrimPrefix(cmp.Or(stated, r.Facts[results.FactDatasetVersion]), "v")
	const says = "its records name version "
	var now *results.Exclusion
	if of := strings.TrimPrefix(b.Version, "v"); of != "" && versionName.MatchString(stated) && stated != of && b.Described() {
		now = &results.Exclusion{Kind: results.ExclusionContradiction, Message: says + stated + " of the dataset, the board is of version " + of}
	}
	return judge(r, now, func(o results.Exclusion) bool { return strings.HasPrefix(o.Message, says) })
}

// versionName matches a numeric version such as 1.2. Records may also state a commit or a branch.
var versionName = regexp.MustCompile(`^\d+(\.\d+)+$`)

// checkContradictions excludes a run if any of its records contradict each other, because its other
// records may then be wrong too.
func (r *runWriter) checkContradictions() {
	c := &r.contradiction
	switch n := len(c.trials); n {
	case 0:
	case 1:
		r.raise(results.ExclusionContradiction, c.trials, "the records of 1 trial contradict each other: %s", c.first)
	default:
		r.raise(results.ExclusionContradiction, c.trials, "the records of %d trials contradict each other; first: %s", n, c.first)
	}
}
