package clawarena

import (
	"math"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// logError is the log's own statement that the agent ended badly.
func logError(log *llmLog) string {
	if len(log.Error) == 0 || log.Error.Kind() == 'n' {
		return ""
	}
	var s string
	if ingest.DecodeJSON("", log.Error, 1, &s) == nil {
		return s
	}
	return string(log.Error)
}

// spent are the times and tokens of a round. What is recorded wrongly is absent,
// with a warning that names its line.
type spent struct {
	started, finished *int64 // Unix ms
	duration, agent   *int64 // ms
	usage             results.Usage
}

// measure reads the round's times and tokens from its record.
func (d *roundData) measure(src *source) {
	t, m := &d.infer.Timing, &d.spent
	m.started, m.finished = src.seconds("timing.started_at", t.StartedAt), src.seconds("timing.finished_at", t.FinishedAt)
	if m.started != nil && m.finished != nil && *m.finished < *m.started {
		src.odd("timing.finished_at", t.FinishedAt, "before timing.started_at, so that both are in doubt")
		m.started, m.finished = nil, nil
	}
	m.duration = src.duration("timing.duration_ms", t.DurationMS)
	m.usage = d.sum.Usage
	if log := d.infer.Log; log != nil {
		m.agent = src.duration("llm_log.durationMs", log.DurationMS)
		src.logUsage(&m.usage, log)
	}
}

// logUsage fills in the totals that some frameworks state for the whole log
// and not for each message: OpenAI's names (nanobot, picoclaw) or Anthropic's
// (claude-code).
func (s *source) logUsage(u *results.Usage, log *llmLog) {
	cost := s.dollars("llm_log.totalCostUsd", log.CostUSD)
	if u.CostUSD == nil {
		u.CostUSD = cost
	}
	raw := log.Usage.of(s.data)
	if raw == nil {
		return
	}
	var x struct {
		Prompt     scalar `json:"prompt_tokens"`
		Completion scalar `json:"completion_tokens"`
		Total      scalar `json:"total_tokens"`
		Input      scalar `json:"input_tokens"`
		Output     scalar `json:"output_tokens"`
		CacheRead  scalar `json:"cache_read_input_tokens"`
		CacheWrite scalar `json:"cache_creation_input_tokens"`
	}
	if err := ingest.DecodeJSON("", raw, 1, &x); err != nil {
		s.odd("llm_log.usage", scalar{string(raw), log.Usage.to}, "no object of counts")
		return
	}
	count := func(name string, v scalar) *int64 {
		v.end += log.Usage.from
		return s.tokens("llm_log.usage."+name, v)
	}
	total := results.Usage{
		Input:      either(count("input_tokens", x.Input), count("prompt_tokens", x.Prompt)),
		Output:     either(count("output_tokens", x.Output), count("completion_tokens", x.Completion)),
		Total:      count("total_tokens", x.Total),
		CacheRead:  count("cache_read_input_tokens", x.CacheRead),
		CacheWrite: count("cache_creation_input_tokens", x.CacheWrite),
		CostUSD:    u.CostUSD,
	}
	if u.Input == nil && u.Output == nil && u.Total == nil && anyPositive(total) {
		*u = total
	}
}

func either(a, b *int64) *int64 {
	if a != nil {
		return a
	}
	return b
}

// anyPositive reports whether a log counted at all: zeros only mean unknown.
func anyPositive(u results.Usage) bool {
	for _, p := range []*int64{u.Input, u.Output, u.Total, u.CacheRead, u.CacheWrite} {
		if p != nil && *p > 0 {
			return true
		}
	}
	return false
}

// readMetrics takes the numbers of scoring.json's metrics object.
func (r *scoringRecord) readMetrics(file string, d *roundData) {
	if len(r.RawMetric) == 0 || r.RawMetric.Kind() != '{' {
		return
	}
	var m map[string]any
	if err := ingest.DecodeJSON(file, r.RawMetric, 1, &m); err != nil {
		d.warn(file, 0, "metrics: %v", err)
		return
	}
	for k, v := range m {
		var x float64
		switch v := v.(type) {
		case float64:
			x = v
		case bool:
			if v {
				x = 1
			}
		default:
			continue
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		if r.Metrics == nil {
			r.Metrics = map[string]float64{}
		}
		r.Metrics[k] = x
	}
}
