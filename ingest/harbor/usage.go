package harbor

import "github.com/clawatlas/clawatlas/results"

// usage is what the harness recorded of the agent's consumption. Harbor counts
// cached tokens as input; here Input is without them, as in every other format.
// Harnesses write zeros where they know nothing, so a record of zeros is none,
// and a cost of zero is none.
func (t *trial) usage() results.Usage {
	if t.res == nil {
		return results.Usage{}
	}
	if u := t.res.AgentResult.usage(); u != (results.Usage{}) || len(t.res.Steps) == 0 {
		return u
	}
	var sum results.Usage
	began := false
	for _, s := range t.res.Steps {
		if !s.reached() {
			continue
		}
		u := s.AgentResult.usage()
		if !began {
			sum, began = u, true
			continue
		}
		sum = results.Usage{
			Input: both(sum.Input, u.Input), Output: both(sum.Output, u.Output),
			CacheRead: both(sum.CacheRead, u.CacheRead), Total: both(sum.Total, u.Total),
			CostUSD: both(sum.CostUSD, u.CostUSD),
		}
	}
	return sum
}

// both adds two recorded numbers; one that is missing makes the sum unknown.
func both[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return nil
	}
	sum := *a + *b
	return &sum
}

func (a *agentResult) usage() results.Usage {
	if a == nil || zero(a.Input) && zero(a.Cache) && zero(a.Output) && zero(a.CostUSD) {
		return results.Usage{}
	}
	u := results.Usage{Input: whole(a.Input), Output: whole(a.Output), CacheRead: whole(a.Cache)}
	u.Total = both(u.Input, u.Output)
	if u.Input != nil && u.CacheRead != nil && *u.CacheRead <= *u.Input {
		n := *u.Input - *u.CacheRead
		u.Input = &n
	}
	if !zero(a.CostUSD) {
		cost := *a.CostUSD
		u.CostUSD = &cost
	}
	return u
}

func zero(v *float64) bool { return v == nil || *v == 0 }

// whole turns a token count into an integer; a negative or huge one is none.
func whole(v *float64) *int64 {
	if v == nil || *v < 0 || *v > 1<<53 {
		return nil
	}
	n := int64(*v)
	return &n
}
