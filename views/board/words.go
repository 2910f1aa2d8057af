package board

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// doubtful says how many tasks no answer can pass.
func (p boardView) doubtful() string {
	word := views.NounOr(p.Of.Words.Task, "task")
	n, all := len(p.Doubtful), p.Size.Tasks
	switch {
	case n == 0:
		return fmt.Sprintf("No %s is known that no answer can pass, so this is the whole board.", word)
	case p.Without != "":
		return fmt.Sprintf("This board is without the %s of %s that cannot be passed: ranks, intervals and the leader's group are computed "+
			"over the other %s.",
			views.NounCount(n, word, word), words.Count(all), words.Count(all-n))
	}
	return fmt.Sprintf("%s of %s cannot be passed, whatever the answer.", words.Count(n), views.NounCount(all, word, word))
}

// otherHref leads to the board without those tasks or, from there, to the whole.
func (p boardView) otherHref() string {
	q := p.Query
	q.Without = ""
	if p.Without == "" {
		q.Without = results.WithoutDoubtful
	}
	return link.To(q.Values(), "b", p.Of.ID)
}

// otherBoard names the board with or without those tasks.
func (p boardView) otherBoard() string {
	if p.Without != "" {
		return "The board over all " + views.NounOr(p.Of.Words.Task, "task") + "s"
	}
	return "The board without them"
}

// statistics says in sentences how the intervals, ranks and classes were made
// and what they do not cover.
func (p boardView) statistics() []string {
	s := p.Whole.Statistics
	if s.Clusters == 0 {
		return []string{"No row of this board has complete records, so there is no rank, no interval and no tie class: " +
			"the order is that of the printed numbers, and how much of it is chance cannot be told from them."}
	}
	unit := s.Unit
	word := p.Of.Words.Scenario
	if unit == "task" {
		word = p.Of.Words.Task
	}
	if word == "" {
		word = unit
	}
	list := []string{fmt.Sprintf("Intervals and ranks: %s; %s, each as a whole, %s draws, seed %d, level %.0f %%, over %s.",
		s.Estimator, words.Plural(s.Clusters, word, word+"s"), words.Count(s.Draws), s.Seed, 100*s.Level,
		views.NounCount(s.Tasks, p.Of.Words.Task, "task")+" and "+words.Plural(s.Systems, "ranked system", "ranked systems"))}
	if s.Clusters < 2 {
		list[0] = fmt.Sprintf("There is one %s only, so nothing shows how they differ and no interval is shown.", word)
	}
	if s.Family != "" {
		list = append(list, fmt.Sprintf("Share of the lead: %s, two-sided, of %s; the family is %s. "+
			"An adjusted p below %s separates; what it does not separate is not thereby equal. "+
			"Systems below the leader's group are separably behind the leader, whatever they are to each other: the rank interval shows how "+
			"firm a place is. "+
			"All of it is computed once over the whole board: no filter and no order changes it.", s.Test, p.headline().Label, s.Family,
			fmt.Sprint(s.Alpha)))
	}
	list = append(list,
		"The interval does not cover "+s.Excludes+", nor "+views.NounOr(p.Of.Words.Task, "task")+"s of another kind than these.")
	if unit == "scenario" && s.Clusters < 20 && s.Clusters > 1 {
		list = append(list, fmt.Sprintf("With %s the intervals are wide: in simulations they cover 94 to 96 %%, and rank intervals "+
			"97 %% and more.", words.Plural(s.Clusters, word, word+"s")))
	}
	return list
}
