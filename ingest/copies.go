package ingest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// copies excludes runs that contain trials of other runs. Of two such runs it keeps the one
// ingested first, unless only that one has exclusions.
func copies(runs []results.Run, shared map[int64][]results.Shared) {
	bySlug := map[string]int{}
	for i := range runs {
		bySlug[runs[i].Slug] = i
	}
	most := map[int]results.Shared{} // largest overlap of each excluded run, by the run's index
	for i := range runs {
		for _, s := range shared[runs[i].ID] {
			j, known := bySlug[s.Run]
			if !known || !copied(&runs[i], &runs[j]) {
				continue
			}
			first, second := i, j
			if stands(&runs[j], &runs[i]) {
				first, second = j, i
			}
			if continued(&runs[first], &runs[second]) {
				continue
			}
			s.Run = runs[first].Slug
			if len(s.Tasks) > len(most[second].Tasks) {
				most[second] = s
			}
		}
	}
	for i := range runs {
		if s, ok := most[i]; ok && !runs[i].Objects(results.ExclusionSame) {
			runs[i].Exclusions = append(runs[i].Exclusions, copyOf(s))
		}
	}
}

// copied reports whether trials shared by a and b make one a copy of the other. Corrections and
// snapshots contain trials of an earlier run by design.
func copied(a, b *results.Run) bool {
	if a.Scripted && b.Scripted || a.Objects(results.ExclusionReplaced) || b.Objects(results.ExclusionReplaced) {
		return false
	}
	return a.System.Model != b.System.Model || !a.Objects(results.ExclusionSnapshot) && !b.Objects(results.ExclusionSnapshot)
}

// stands reports whether run a is kept and run b is the copy.
func stands(a, b *results.Run) bool {
	spoken := func(r *results.Run) bool { return len(r.Exclusions) > 0 && !r.Objects(results.ExclusionSnapshot) }
	if spoken(a) != spoken(b) {
		return !spoken(a)
	}
	return cmp.Or(cmp.Compare(a.IngestedAt, b.IngestedAt), cmp.Compare(a.ID, b.ID)) < 0
}

// continued reports whether the second run resumes the first. A resumed job contains the earlier
// trials.
func continued(first, second *results.Run) bool {
	return !first.Complete && sameSystem(first.System, second.System)
}

func copyOf(s results.Shared) results.Exclusion {
	trials := make([]results.TaskName, len(s.Tasks))
	for i, task := range s.Tasks {
		trials[i].Scenario, trials[i].Task, _ = strings.Cut(task, "/")
	}
	o := results.ExclusionOver(results.ExclusionSame, trials, "%d of %s are those of %s", len(s.Tasks), Counted(s.Of, "trial"), s.Run)
	o.Run = s.Run
	return o
}

func (r *runWriter) checkCopies(b *results.Benchmark) {
	if r.run.Scripted || !b.Scored() {
		return
	}
	at := map[uint64][]int{}
	trials := r.marks.trials
	pair := map[int]int{} // index of the copy of each trial, for both trials of a pair
	for i := range trials {
		for _, m := range trials[i].proofs() {
			for _, j := range at[m] {
				if _, known := pair[i]; !known {
					pair[i] = j
				}
				if _, known := pair[j]; !known {
					pair[j] = i
				}
			}
			if len(at[m]) < everywhere {
				at[m] = append(at[m], i)
			}
		}
	}
	if len(pair) == 0 {
		return
	}
	order := slices.Sorted(maps.Keys(pair))
	name := func(i int) results.TaskName {
		return results.TaskName{Scenario: trials[i].Scenario, Task: trials[i].Task}
	}
	var list []results.TaskName
	for _, i := range order {
		list = append(list, name(i))
	}
	r.raise(results.ExclusionContradiction, list, "%d of %s are copies of each other: %s has the call ids or the entire trace of %s", len(list),
		Counted(len(trials), "trial"), name(pair[order[0]]), list[0])
}
