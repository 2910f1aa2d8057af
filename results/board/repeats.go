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
		slices.SortFunc(all[n], func(a, b *results.Run) int {
			return cmp.Or(cmp.Compare(began(a), began(b)), cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID))
		})
		all[n] = withoutCorrected(all[n])
	}
	all = slices.DeleteFunc(all, func(list []*results.Run) bool { return len(list) < 2 })
	slices.SortFunc(all, func(a, b []*results.Run) int {
		x, y := a[0].System, b[0].System
		return cmp.Or(strings.Compare(x.Model, y.Model), strings.Compare(x.Framework, y.Framework), strings.Compare(x.Variant, y.Variant))
	})
	return all
}

// withoutCorrected keeps, of runs that began together, the last of a list that is in
// order.
func withoutCorrected(list []*results.Run) []*results.Run {
	var kept []*results.Run
	for i, r := range list {
		if i+1 < len(list) && r.StartedAt != nil && list[i+1].StartedAt != nil && *r.StartedAt == *list[i+1].StartedAt {
			continue
		}
		kept = append(kept, r)
	}
	return kept
}

func began(r *results.Run) int64 { return when(&results.ScoredRun{Run: *r}) }
