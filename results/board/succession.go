package board

import (
	"cmp"

	"github.com/clawatlas/clawatlas/results"
)

// Succession finds the runs between which a run stands where several of one
// system began at the same time: the later ingested one is taken for a
// correction of the one before. Nil where there is none. A run that another one
// states that it corrects is out of the row.
func Succession(runs []results.Run, r *results.Run) (before, after *results.Run) {
	if r.StartedAt == nil || r.Objects(results.ExclusionReplaced) {
		return nil, nil
	}
	for i := range runs {
		o := &runs[i]
		if o.Slug == r.Slug || systemOf(o.System) != systemOf(r.System) || !beganTogether(o, r) ||
			o.Objects(results.ExclusionReplaced) {
			continue
		}
		switch later := ingestedAfter(o, r); {
		case later && (after == nil || !ingestedAfter(o, after)):
			after = o
		case !later && (before == nil || ingestedAfter(o, before)):
			before = o
		}
	}
	return before, after
}

func ingestedAfter(a, b *results.Run) bool {
	return cmp.Or(cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID)) > 0
}
