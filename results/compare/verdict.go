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
	// NoClaim means that a run is incomplete or has objections: its numbers can
	// be set beside the other's, but they do not say which of the two is better.
	NoClaim Verdict = "no_claim"
)

// Verdict judges by the test of the headline metric at level Alpha. The family
// of the test is this one pair.
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
	if !(board.Comparison{P: *h.P, Holm: *h.P}).Separable() || *h.Diff == 0 {
		return NotSeparable
	}
	return ahead((*h.Diff > 0) != h.Lower)
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
	case !c.Ranked || c.Uneven():
		return NoClaim
	case !(board.Comparison{P: c.McNemar, Holm: c.McNemar}).Separable():
		return NotSeparable
	}
	return ahead(t.OnlyA > t.OnlyB)
}

// Uneven reports whether one side has more sweeps than the other: then it has to pass
// a task more often for full marks, and those are not compared.
func (c *Comparison) Uneven() bool { return c.Order != nil && c.Order.Sweeps[0] != c.Order.Sweeps[1] }

// Endpoints says how the tests of the headline and of the tasks go together.
type Endpoints string

// The relations of the two endpoints.
const (
	EndpointsNone     Endpoints = "none"          // at least one of them makes no claim possible
	EndpointsAgree    Endpoints = "agree"         // both separate in one direction, or neither separates
	EndpointsHeadline Endpoints = "headline_only" // the headline separates, the tasks do not
	EndpointsTasks    Endpoints = "tasks_only"    // the tasks separate, the headline does not
	EndpointsOpposed  Endpoints = "opposed"       // they separate in opposite directions
)

// Endpoints relates the two verdicts. A headline that could not be tested counts
// as one that does not separate.
func (c *Comparison) Endpoints() Endpoints {
	headline, tasks := c.Verdict(), c.TasksVerdict()
	h, t := separates(headline), separates(tasks)
	switch {
	case c.Common == 0 || !c.Ranked || c.Uneven():
		return EndpointsNone
	case h && t && headline != tasks:
		return EndpointsOpposed
	case h && !t:
		return EndpointsHeadline
	case t && !h:
		return EndpointsTasks
	}
	return EndpointsAgree
}

// Separates reports whether the headline metric tells the two runs apart.
func (c *Comparison) Separates() bool { return separates(c.Verdict()) }

// TasksSeparate reports whether the tasks that one run alone passed do.
func (c *Comparison) TasksSeparate() bool { return separates(c.TasksVerdict()) }

func separates(v Verdict) bool { return v == AheadA || v == AheadB }
