package trace

import "github.com/clawatlas/clawatlas/results"

// tally adds up what model calls consumed. A field stays nil until a call
// states it.
type tally struct {
	prompt, completion, cached, cacheWrite *int64
	cost                                   *float64
}

func (t *tally) add(m *results.Metrics) {
	if m == nil {
		return
	}
	addInt(&t.prompt, m.PromptTokens)
	addInt(&t.completion, m.CompletionTokens)
	addInt(&t.cached, m.CachedTokens)
	addInt(&t.cacheWrite, m.CacheWriteTokens)
	if m.CostUSD != nil {
		sum := *m.CostUSD
		if t.cost != nil {
			sum += *t.cost
		}
		t.cost = &sum
	}
}

// usage turns the sums into a Usage and takes from recorded what no call
// stated. Prompt tokens include cached and written ones, Input does not.
func (t *tally) usage(recorded results.Usage) results.Usage {
	if t.prompt == nil && t.completion == nil {
		u := recorded
		if u.CostUSD == nil {
			u.CostUSD = t.cost
		}
		return u
	}
	u := results.Usage{
		Output: t.completion, CacheRead: t.cached, CacheWrite: t.cacheWrite, CostUSD: t.cost,
	}
	if t.prompt != nil {
		input := *t.prompt - value(t.cached) - value(t.cacheWrite)
		u.Input = &input
		total := *t.prompt + value(t.completion)
		u.Total = &total
	}
	if u.CostUSD == nil {
		u.CostUSD = recorded.CostUSD
	}
	return u
}

func addInt(sum **int64, v *int64) {
	if v == nil {
		return
	}
	n := *v
	if *sum != nil {
		n += **sum
	}
	*sum = &n
}

func value(v *int64) int64 {
	if v == nil {
		return 0
	}
	return *v
}
