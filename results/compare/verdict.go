package compare

import "github.com/clawatlas/clawatlas/results/board"

// Verdict is the conclusion from a comparison.
type Verdict string

// Verdicts.
const (
	NoCommon     Verdict = "no_common_tasks" // there are no common tasks
	Agree        Verdict = "identical"       // both runs have the same score on every common task
	AheadA       Verdict = "a_ahead"         // run A is significantly better in the headline metric
	AheadB       Verdict = "b_ahead"
	NotSeparable Verdict = "not_separable" // the difference in the headline metric is not significant
	// TooFew means that no difference could be significant with so few scenarios.
	TooFew Verdict = "too_few_scenarios"
	// NoClaim means that a run is incomplete or has exclusions, so that there is no verdict.
	NoClaim Verdict = "no_claim"
)

// Verdict returns the verdict of the headline metric's test at level Alpha. The p-value is adjusted
// for the pair's family on its leaderboard. It is unadjusted if no leaderboard ranks both systems
// together.
func (c *Comparison) Verdict() Verdict {
	if c.Common == 0 {
		return NoCommon
	}
	if c.Identical {
		return Agree
	}
	if !c.Ranked {
		return NoClaim
	}
	h := c.Find(c.Headline)
	if h == nil || h.Diff == nil || h.P == nil || c.Unit == "scenario" && c.MinP > Alpha {
		return TooFew
	}
	return verdictOf(c.test(*h.P), h.Diff, h.Lower)
}

// test returns the headline metric's test, with the adjusted p-value if the pair belongs to a
// family.
func (c *Comparison) test(p float64) board.Comparison {
	if c.Board != nil {
		return *c.Board
	}
	return board.Comparison{P: p, Holm: p, Family: 1}
}

// ahead returns AheadA if its argument is true, otherwise AheadB.
func ahead(a bool) Verdict {
	if a {
		return AheadA
	}
	return AheadB
}

// TasksVerdict returns the verdict of McNemar's exact test of the tasks that only one run passed.
// It is a second endpoint next to the headline metric. It counts only full marks and treats tasks
// as independent.
func (c *Comparison) TasksVerdict() Verdict {
	t := c.Table
	switch {
	case c.Common == 0:
		return NoCommon
	case !c.Ranked || c.Repeated:
		return NoClaim
	case !(board.Comparison{P: c.McNemar, Holm: c.McNemar}).Separable():
		return NotSeparable
	}
	return ahead(t.OnlyA > t.OnlyB)
}

// Separates reports whether the runs differ significantly in the headline metric.
func (c *Comparison) Separates() bool { return separates(c.Verdict()) }

// TasksSeparate reports whether the runs differ significantly according to McNemar's test, see
// TasksVerdict.
func (c *Comparison) TasksSeparate() bool { return separates(c.TasksVerdict()) }

func separates(v Verdict) bool { return v == AheadA || v == AheadB }

// verdictOf derives the verdict from a test. All pages use it, so that they agree.
func verdictOf(test board.Comparison, diff *float64, lower bool) Verdict {
	if !test.Separable() || diff == nil || *diff == 0 {
		return NotSeparable
	}
	return ahead((*diff > 0) != lower)
}
