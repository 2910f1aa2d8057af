package openhands

import (
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// usage is what calls of the model cost together; cached tokens are part of the
// prompts.
type usage struct {
	Cost   *float64 `json:"accumulated_cost"`
	Tokens *struct {
		Prompt     *int64 `json:"prompt_tokens"`
		Completion *int64 `json:"completion_tokens"`
		CacheRead  *int64 `json:"cache_read_tokens"`
		CacheWrite *int64 `json:"cache_write_tokens"`
	} `json:"accumulated_token_usage"`
}

// usage is the same in the words of a trial.
func (u *usage) usage() results.Usage {
	if m := u.metrics(); m != nil {
		return m.Usage()
	}
	return results.Usage{}
}

// metrics is the same in the words of a call; nil where nothing is stated. A cost of 0
// beside tokens is a price that was not known, and counts below 0 are none.
func (u *usage) metrics() *results.Metrics {
	if u == nil {
		return nil
	}
	priced := u.Cost != nil && *u.Cost > 0 && *u.Cost <= maxTokens
	if u.Tokens == nil && !priced {
		return nil
	} else if u.Tokens == nil {
		return &results.Metrics{CostUSD: u.Cost}
	}
	m := &results.Metrics{
		PromptTokens: positive(u.Tokens.Prompt), CompletionTokens: positive(u.Tokens.Completion),
		CachedTokens: positive(u.Tokens.CacheRead), CacheWriteTokens: positive(u.Tokens.CacheWrite),
	}
	if priced {
		m.CostUSD = u.Cost
	}
	switch {
	case m.PromptTokens == nil || m.CompletionTokens == nil:
		return &results.Metrics{CostUSD: m.CostUSD}
	case *m.PromptTokens+*m.CompletionTokens > 0:
		return m
	case m.CostUSD != nil:
		return &results.Metrics{CostUSD: m.CostUSD}
	}
	return nil // it was set up and never used
}

// maxTokens bounds what can be a count of tokens, or a cost.
const maxTokens = 1e12

func positive(n *int64) *int64 {
	if n == nil || *n < 0 || *n > maxTokens {
		return nil
	}
	return n
}

// state is what the SDK keeps beside the events.
type state struct {
	Agent struct {
		LLM struct {
			Model string `json:"model"`
		} `json:"llm"`
	} `json:"agent"`
	Stats struct {
		Usage map[string]*usage `json:"usage_to_metrics"`
	} `json:"stats"`
}

// state reads the file, if there is one.
func (c *conversation) state() *state {
	plain := c.in.Ahead()
	for _, name := range []string{path.Join(c.dir, stateFile), path.Join(path.Dir(c.dir), stateFile)} {
		if !within(name, c.in.Item.Dir) {
			continue
		}
		rec, err := plain.Record(name)
		if err != nil {
			continue // most conversations have none
		}
		var s state
		if rec.Decode(&s) == nil {
			s.Agent.LLM.Model = c.in.Clean(s.Agent.LLM.Model)
			return &s
		}
	}
	return nil
}

func (s *state) model() string {
	if s == nil {
		return ""
	}
	_, model := provider(s.Agent.LLM.Model)
	return model
}

// spent puts the sums over all uses of models into a trial whose events have none.
func (s *state) spent(t *results.Trial) {
	if s == nil || t.Usage.Total != nil {
		return
	}
	var uses []*results.Metrics
	for _, u := range s.Stats.Usage {
		uses = append(uses, u.metrics())
	}
	all := results.AllMetrics(uses...)
	t.Usage = all.Usage()
}

var _ ingest.Format = Format{}
