package run

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/days"
)

// RunDay is one update phase of the run over all scenarios.
type RunDay struct {
	Day   int          // number of updates before it
	Kinds []RunDayKind // the same kinds in every phase
}

// RunDayKind is one kind of task in a phase.
type RunDayKind struct {
	Kind   string
	Passed int
	Scored int
}

// days is the pass rate by update phase, each kind of task for itself: the
// phases have different mixes of them. It is empty where nothing is updated.
func (s *StoredRun) days() []RunDay {
	last := 0
	for _, t := range s.Tasks {
		last = max(last, t.Day)
	}
	if last == 0 {
		return nil
	}
	kinds := days.KindsOf(s.Tasks)
	list := make([]RunDay, last+1)
	for day := range list {
		list[day].Day = day
		for _, kind := range kinds {
			list[day].Kinds = append(list[day].Kinds, RunDayKind{Kind: kind})
		}
	}
	expected := s.expectedTasks()
	for i := range s.Trials {
		t := &s.Trials[i]
		task := expected[[2]string{t.Scenario, t.Task}]
		if task == nil || t.Score == nil {
			continue
		}
		k := &list[task.Day].Kinds[slices.Index(kinds, task.Kind)]
		k.Scored++
		if *t.Score >= 1 {
			k.Passed++
		}
	}
	return list
}
