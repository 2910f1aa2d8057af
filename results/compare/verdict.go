package compare

import "github.com/clawatlas/clawatlas/results/board"

// Verdict is what the comparison lets one say.
type Verdict string

// The verdicts.
const (
	NoCommon     Verdict = "no_common_tasks" // nothing to compare
	Agree        Verdict = "identical"       // the same score on every common task
	AheadA       Verdict = "a_ahead"         // the headline metric separates them
	AheadB       Verdict = "b_ahead"
	NotSeparable Verdict = "not_separable" // the test cannot separate them
	// TooFew means that there are so few scenarios that no difference,
	// however large, could have been separated.
	TooFew Verdict = "too_few_scenarios"
	// NoClaim means that a run is incomplete or has exclusions: its numbers can
	// be set beside the other's, but they do not say which of the two is better.
	NoClaim Verdict = "no_claim"
)

// Verdict judges by the test of the headline metric at level Alpha: adjusted for the
// family of the pair on its board or, where no board ranks the two together, of this
// pair alone.
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

// test is that of the headline in its family.
func (c *Comparison) test(p float64) board.Comparison {
	if c.Board != nil {
		return *c.Board
	}
	return board.Comparison{P: p, Holm: p, Family: 1}
}

// ahead is the verdict for A if a is true, else for B.
func ahead(a bool) Verdict {
	if a {
		return AheadA
	}
	return AheadB
}

// TasksVerdict judges by the exact McNemar test of the tasks that one run alone
// passed. It is a second endpoint beside the headline: it counts full marks
// alone, and takes the tasks as independent of each other.
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

// Separates reports whether the headline metric tells the two runs apart.
func (c *Comparison) Separates() bool { return separates(c.Verdict()) }

// TasksSeparate reports whether the tasks that one run alone passed do.
func (c *Comparison) TasksSeparate() bool { return separates(c.TasksVerdict()) }

func separates(v Verdict) bool { return v == AheadA || v == AheadB }
