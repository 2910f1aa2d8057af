package otel

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// usage is what a span says that its model call has consumed.
type usage struct {
	in, out, cached, written *int64
	cost                     *float64
}

// inputTokens are the names under which dialects state what went in.
var inputTokens = []string{ //nolint:gochecknoglobals // constant
	"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt", "ai.usage.inputTokens", "ai.usage.promptTokens",
}

// usageOf takes the tokens of a span. A span of zeros alone states nothing.
func usageOf(a *attrs) (u *usage, odd []string) {
	first := func(names ...string) *int64 {
		v := a.take(names...)
		n := v.count()
		if n == nil && v.kind != 0 {
			odd = append(odd, fmt.Sprintf("%s %.40s", names[0], v.str()))
		}
		return n
	}
	u = &usage{
		in: first(slices.Concat(inputTokens, []string{"llm.usage.prompt_tokens"})...),
		out: first("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens", "llm.token_count.completion",
			"ai.usage.outputTokens", "ai.usage.completionTokens", "llm.usage.completion_tokens"),
		cached: first("gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_read_input_tokens", "llm.token_count.prompt_details.cache_read",
			"ai.usage.cachedInputTokens", "ai.usage.inputTokenDetails.cacheReadTokens", "gen_ai.usage.input_tokens.cached"),
		written: first("gen_ai.usage.cache_creation.input_tokens", "gen_ai.usage.cache_creation_input_tokens",
			"llm.token_count.prompt_details.cache_write", "ai.usage.inputTokenDetails.cacheWriteTokens"),
		cost: a.take("llm.cost.total", "gen_ai.usage.cost", "gen_ai.usage.total_cost").number(),
	}
	a.take("gen_ai.usage.total_tokens", "llm.token_count.total", "ai.usage.totalTokens", "llm.usage.total_tokens")
	if zero(u.in) && zero(u.out) && (u.cost == nil || *u.cost <= 0) {
		return nil, odd
	}
	if u.cost != nil && *u.cost <= 0 {
		u.cost = nil // a price that is not known
	}
	return u, odd
}

func zero(n *int64) bool { return n == nil || *n == 0 }

// metrics says it as a step does: the prompt includes what came from the cache. Some
// instrumentations leave that out of the input; then the cache has more than all.
func (u *usage) metrics() *results.Metrics {
	if u == nil {
		return nil
	}
	m := &results.Metrics{PromptTokens: u.in, CompletionTokens: u.out, CachedTokens: u.cached, CacheWriteTokens: u.written, CostUSD: u.cost}
	if cache := results.Sum(u.cached, u.written); u.in != nil && cache != nil && *cache > *u.in {
		m.PromptTokens = results.Sum(u.in, cache)
	}
	return m
}
