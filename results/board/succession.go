package board

import (
	"cmp"

	"github.com/clawatlas/clawatlas/results"
)

// Succession finds the previous and the next run of the same system with the same start time; a run
// imported later counts as a correction of the earlier one. Either may be nil. It ignores runs
// whose correction is named explicitly.
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
