package board

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Repeats lists the systems of which several runs may be ranked, each with these
// runs in the order in which they began. Of runs that began at the same moment the
// one that was ingested last counts: a correction is no repeat.
func Repeats(runs []results.Run) [][]*results.Run {
	at := map[system]int{}
	var all [][]*results.Run
	for i := range runs {
		r := &runs[i]
		if !r.Ranked() {
			continue
		}
		k := systemOf(r.System)
		n, known := at[k]
		if !known {
			n = len(all)
			at[k] = n
			all = append(all, nil)
		}
		all[n] = append(all[n], r)
	}
	for n := range all {
		inOrder(all[n])
		all[n] = withoutCorrected(all[n])
	}
	all = slices.DeleteFunc(all, func(list []*results.Run) bool { return len(list) < 2 })
	slices.SortFunc(all, func(a, b []*results.Run) int {
		x, y := a[0].System, b[0].System
		return cmp.Or(strings.Compare(x.Model, y.Model), strings.Compare(x.Framework, y.Framework), strings.Compare(x.Variant, y.Variant))
	})
	return all
}

// inOrder sorts runs as they began.
func inOrder(list []*results.Run) {
	slices.SortFunc(list, func(a, b *results.Run) int {
		return cmp.Or(cmp.Compare(began(a), began(b)), cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID),
			strings.Compare(a.Slug, b.Slug))
	})
}

// withoutCorrected keeps, of runs that began together, the last of a list that is in
// order.
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

// wholeDay is in milliseconds what a date has that nobody timed.
const wholeDay = 24 * 60 * 60 * 1000

// beganTogether reports whether two runs of one system began at the same moment, so
// that the later ingested one is taken for a correction of the other. A date alone is
// no moment: several runs can be of one day.
func beganTogether(a, b *results.Run) bool {
	return a.StartedAt != nil && b.StartedAt != nil && *a.StartedAt == *b.StartedAt && *a.StartedAt%wholeDay != 0
}

func began(r *results.Run) int64 { return when(&results.ScoredRun{Run: *r}) }
