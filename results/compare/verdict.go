package compare

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
)

// Verdict judges by the test of the headline metric at level Alpha.
func (c *Comparison) Verdict() Verdict {
	if c.Common == 0 {
		return NoCommon
	}
	if c.Identical {
		return Agree
	}
	h := c.Find(c.Headline)
	if h == nil || h.Diff == nil || h.P == nil || c.Unit == "scenario" && c.MinP > Alpha {
		return TooFew
	}
	if *h.P >= Alpha || *h.Diff == 0 {
		return NotSeparable
	}
	if (*h.Diff > 0) != h.Lower {
		return AheadA
	}
	return AheadB
}
