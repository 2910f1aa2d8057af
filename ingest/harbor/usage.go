package harbor

import "github.com/clawatlas/clawatlas/results"

// usage returns the agent's recorded token usage and cost. Harbor's input tokens include cached
// tokens, ours do not. If all values are 0, the usage is unknown.
func (g *gauge) usage(res *trialResult) results.Usage {
	if u := g.consumed(res.AgentResult, ""); u != (results.Usage{}) || len(res.Steps) == 0 {
		return u
	}
	var sum results.Usage
	began := false
	for _, s := range res.Steps {
		if !s.reached() {
			continue
		}
		u := g.consumed(s.AgentResult, s.Name)
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

// both adds two numbers. It returns nil if either number is nil.
func both[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return nil
	}
	return new(*a + *b)
}

func (g *gauge) consumed(a *agentResult, step string) results.Usage {
	if a == nil || a.Input.Zero() && a.Cache.Zero() && a.Output.Zero() && a.CostUSD.Zero() {
		return results.Usage{}
	}
	u := results.Usage{
		Input: g.Tokens(join(step, "n_input_tokens"), a.Input), Output: g.Tokens(join(step, "n_output_tokens"), a.Output),
		CacheRead: g.Tokens(join(step, "n_cache_tokens"), a.Cache), CostUSD: g.USD(join(step, "cost_usd"), a.CostUSD),
	}
	u.Total = both(u.Input, u.Output)
	if u.Input != nil && u.CacheRead != nil && *u.CacheRead <= *u.Input {
		u.Input = new(*u.Input - *u.CacheRead)
	}
	return u
}
