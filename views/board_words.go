package views

import (
	"fmt"

	"github.com/clawatlas/clawatlas/views/ui"
)

// statistics says in sentences how the intervals, ranks and classes were made
// and what they do not cover.
func (p Board) statistics() []string {
	s := p.Statistics
	if s.Clusters == 0 {
		return []string{"No row of this board has complete records, so there is no interval, no rank interval and no tie class: " +
			"the order is that of the printed numbers, and how much of it is chance cannot be told from them."}
	}
	unit := s.Unit
	word := p.Benchmark.Words.Scenario
	if unit == "task" {
		word = p.Benchmark.Words.Task
	}
	if word == "" {
		word = unit
	}
	list := []string{fmt.Sprintf("Intervals: %s; %s drawn with replacement, each as a whole, %s draws, seed %d, level %.0f %%, over %s.",
		s.Estimator, ui.Plural(s.Clusters, word, word+"s"), ui.Count(s.Draws), s.Seed, 100*s.Level,
		nounCount(s.Tasks, p.Benchmark.Words.Task, "task"))}
	if s.Clusters < 2 {
		list[0] = fmt.Sprintf("There is one %s only, so nothing can be resampled and no interval is shown.", word)
	}
	list = append(list,
		"Tie classes: "+s.Test+", two-sided, level 5 %, always against the first system of the class; the first that differs opens the next class. "+
			"A class says that these records cannot separate its members from that first one, not that they are equal. "+
			"Classes and ranks are computed once over the whole board: no filter and no order changes them.",
		"The interval does not cover "+s.Excludes+", nor tasks of another kind than these.")
	if unit == "scenario" && s.Clusters < 20 && s.Clusters > 1 {
		list = append(list, fmt.Sprintf("With %s the intervals are rough: a bootstrap of few units tends to be too narrow.", ui.Plural(s.Clusters, word, word+"s")))
	}
	return list
}
