package board

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Repeats returns the runs of each system that has several averaged runs, in the order in which
// they began.
func Repeats(runs []results.Run) [][]*results.Run {
	scored := make([]results.ScoredRun, len(runs))
	for i := range runs {
		scored[i].Run = runs[i]
	}
	var all [][]*results.Run
	for _, s := range Systems(scored) {
		var list []*results.Run
		for _, n := range s.Runs {
			list = append(list, &runs[n])
		}
		if len(list) > 1 {
			all = append(all, list)
		}
	}
	slices.SortFunc(all, func(a, b []*results.Run) int {
		x, y := a[0].System, b[0].System
		return cmp.Or(strings.Compare(x.Model, y.Model), strings.Compare(x.Framework, y.Framework), strings.Compare(x.Variant, y.Variant))
	})
	return all
}

// inOrder sorts runs by start time.
func inOrder(list []*results.Run) {
	slices.SortFunc(list, func(a, b *results.Run) int {
		return cmp.Or(cmp.Compare(began(a), began(b)), cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID),
			strings.Compare(a.Slug, b.Slug))
	})
}

// withoutCorrected keeps only the last of several runs that began together; list must be sorted.
func withoutCorrected(list []*results.Run) []*results.Run {
	var kept []*results.Run
	for i, r := range list {
		if i+1 < len(list) && beganTogether(r, list[i+1]) {
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

// wholeDay is the number of milliseconds in a day. A start time that is a multiple of it is a date
// without a time of day.
const wholeDay = 24 * 60 * 60 * 1000

// beganTogether reports whether two runs of one system began at the same moment, so that the one
// imported later counts as a correction. It ignores dates without a time of day, because several
// runs can start on one day.
func beganTogether(a, b *results.Run) bool {
	return a.StartedAt != nil && b.StartedAt != nil && *a.StartedAt == *b.StartedAt && *a.StartedAt%wholeDay != 0
}

func began(r *results.Run) int64 { return when(&results.ScoredRun{Run: *r}) }
