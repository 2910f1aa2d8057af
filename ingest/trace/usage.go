package trace

import (
	"cmp"

	"github.com/clawatlas/clawatlas/results"
)

type usage struct {
	// Fields of OpenClaw and OpenCode. Input excludes cached tokens.
	InputOC     number `json:"input"`
	OutputOC    number `json:"output"`
	CacheReadOC number `json:"cacheRead"`
	CacheWrite  number `json:"cacheWrite"`
	Reasoning   number `json:"reasoning"`
	Cache       cache  `json:"cache"`
	Cost        cost   `json:"cost"`

	// Fields of Anthropic, where input excludes cached tokens. Codex uses the same names but
	// includes cached tokens.
	Input         number `json:"input_tokens"`
	Output        number `json:"output_tokens"`
	CacheRead     number `json:"cache_read_input_tokens"`
	CacheCreation number `json:"cache_creation_input_tokens"`
	CodexCached   number `json:"cached_input_tokens"`

	// usage of the single calls within a reply (Anthropic), including calls to other models
	Iterations iterations `json:"iterations"`

	// Fields of OpenAI. The prompt includes cached tokens.
	Prompt     number        `json:"prompt_tokens"`
	Completion number        `json:"completion_tokens"`
	Details    promptDetails `json:"prompt_tokens_details"`
}

type iterations []iteration

type iteration struct {
	Type  text `json:"type"`
	Model text `json:"model"`
	usage
}

// helps reports whether the call went to another model, such as an advisor, that helps the replying
// model.
func (i *iteration) helps() bool {
	return i.Type != "" && i.Type != "message" && i.Type != "compaction"
}

// own returns the total usage of the calls to the replying model. The usage block itself contains
// only the input of the first call.
func (list iterations) own() *results.Metrics {
	all := &results.Metrics{}
	for i := range list {
		if !list[i].helps() {
			all.Add(list[i].usage.metrics())
		}
	}
	return all
}

type cache struct {
	Read  number `json:"read"`
	Write number `json:"write"`
}

type promptDetails struct {
	Cached number `json:"cached_tokens"`
}

type cost struct {
	Total number `json:"total"`
}

func (c *cost) bare() any { return &c.Total }

// metrics converts the usage to ATIF's metrics, in which the prompt includes cached tokens. It
// returns nil if all values are 0, which means that nothing was recorded. A cost of 0 is unknown
// too. An impossible number is treated as unknown, and so is every sum that includes it.
func (u *usage) metrics() *results.Metrics {
	m := &results.Metrics{}
	switch {
	case u.Prompt.stated() || u.Completion.stated():
		m.PromptTokens, m.CompletionTokens = u.Prompt.tokens(), u.Completion.tokens()
		m.CachedTokens = u.Details.Cached.tokens()
	case u.CodexCached.stated():
		m.PromptTokens, m.CompletionTokens = u.Input.tokens(), u.Output.tokens()
		m.CachedTokens = u.CodexCached.tokens()
	case u.Input.stated() || u.Output.stated():
		m.CompletionTokens = u.Output.tokens()
		m.CachedTokens, m.CacheWriteTokens = u.CacheRead.tokens(), u.CacheCreation.tokens()
		m.PromptTokens = whole(u.Input, u.CacheRead, u.CacheCreation)
		if all := u.Iterations.own(); value(all.CompletionTokens) >= value(m.CompletionTokens) && all.PromptTokens != nil {
			m = all
		}
	default:
		m.CompletionTokens = whole(u.OutputOC, u.apart())
		m.CachedTokens = total(u.CacheReadOC, u.Cache.Read)
		m.CacheWriteTokens = total(u.CacheWrite, u.Cache.Write)
		m.PromptTokens = whole(u.InputOC, u.CacheReadOC, u.Cache.Read, u.CacheWrite, u.Cache.Write)
	}
	if c := u.Cost.Total; c.odd == "" && c.ok && c.v > 0 && c.v < maxCount {
		m.CostUSD = &c.v
	}
	if value(m.PromptTokens) == 0 && value(m.CompletionTokens) == 0 &&
		value(m.CachedTokens) == 0 && value(m.CacheWriteTokens) == 0 && m.CostUSD == nil {
		return nil
	}
	return m
}

// apart returns the reasoning tokens that are not included in the output tokens. OpenCode counts
// them separately, but OpenClaw and pi include them.
func (u *usage) apart() number {
	if u.CacheReadOC.stated() || u.CacheWrite.stated() {
		return number{}
	}
	return u.Reasoning
}

func (u *usage) faults() []string {
	var out []string
	for _, f := range []struct {
		name string
		n    number
	}{
		{"input", u.InputOC}, {"output", u.OutputOC}, {"cacheRead", u.CacheReadOC}, {"cacheWrite", u.CacheWrite},
		{"reasoning", u.Reasoning}, {"cache.read", u.Cache.Read}, {"cache.write", u.Cache.Write},
		{"input_tokens", u.Input}, {"output_tokens", u.Output}, {"cache_read_input_tokens", u.CacheRead},
		{"cache_creation_input_tokens", u.CacheCreation}, {"cached_input_tokens", u.CodexCached},
		{"prompt_tokens", u.Prompt}, {"completion_tokens", u.Completion}, {"cached_tokens", u.Details.Cached},
	} {
		if why := f.n.fault(); why != "" {
			out = append(out, f.name+" is "+why)
		}
	}
	return out
}

const notRecorded = ": treated as not recorded"

// metrics converts the usage and warns about impossible numbers. If there are any, the sum over the
// steps is unknown.
func (r *reader) metrics(line int, u *usage) *results.Metrics {
	for _, why := range u.faults() {
		r.repeated(line, why+notRecorded)
		r.unsure.tokens = true
	}
	if why := u.Cost.Total.unreal(); why != "" {
		r.repeated(line, "cost is "+why+notRecorded)
		r.unsure.cost = true
	}
	return u.metrics()
}

func (r *reader) recorded(line int, u *usage) (total results.Metrics) {
	unsure := r.unsure
	total.Add(r.metrics(line, u))
	r.unsure = unsure // a wrong total does not affect the sum over the steps
	return total
}

func (n number) stated() bool { return n.ok || n.odd != "" }

// total returns the sum of the known numbers. It returns nil if none is known or any is impossible.
func total(parts ...number) *int64 {
	var all *int64
	for _, n := range parts {
		if n.fault() != "" {
			return nil
		}
		all = results.Sum(all, n.tokens())
	}
	return all
}

// whole returns the total of first and others, or nil if first is missing: cached tokens without
// input are not a prompt, and reasoning without output is not a reply.
func whole(first number, others ...number) *int64 {
	if !first.stated() {
		return nil
	}
	return total(append([]number{first}, others...)...)
}

// fill sets missing values in u from recorded.
func fill(u, recorded results.Usage) results.Usage {
	if u.Input == nil && u.Output == nil {
		u, recorded = recorded, u
	}
	u.CostUSD = cmp.Or(u.CostUSD, recorded.CostUSD)
	return u
}

func value(v *int64) int64 {
	if v == nil {
		return 0
	}
	return *v
}

func negative(m *results.Metrics) *results.Metrics {
	turn := func(v *int64) *int64 {
		if v == nil {
			return nil
		}
		return new(-*v)
	}
	n := &results.Metrics{
		PromptTokens: turn(m.PromptTokens), CompletionTokens: turn(m.CompletionTokens),
		CachedTokens: turn(m.CachedTokens), CacheWriteTokens: turn(m.CacheWriteTokens),
	}
	if m.CostUSD != nil {
		n.CostUSD = new(-*m.CostUSD)
	}
	return n
}
