package clawarena

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

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

// spent holds the times and token usage of a round. Invalid values are dropped with a warning.
type spent struct {
	started, finished *int64 // Unix ms
	duration, agent   *int64 // ms
	usage             results.Usage
}

func (d *roundData) measure(g *ingest.Gauge) {
	t, m := &d.infer.Timing, &d.spent
	m.started, m.finished = g.Epoch("timing.started_at", t.StartedAt), g.Epoch("timing.finished_at", t.FinishedAt)
	if m.started != nil && m.finished != nil && *m.finished < *m.started {
		g.LeaveOut("timing.finished_at", t.FinishedAt, "before timing.started_at, so neither is used")
		m.started, m.finished = nil, nil
	}
	m.duration = g.Duration("timing.duration_ms", t.DurationMS, time.Millisecond)
	m.usage = d.sum.Usage
	if log := d.infer.Log; log != nil {
		m.agent = g.Duration("llm_log.durationMs", log.DurationMS, time.Millisecond)
		logUsage(g, &m.usage, log)
	}
}

// logUsage reads the usage totals of the log under OpenAI's names (nanobot, picoclaw) or
// Anthropic's (claude-code).
func logUsage(g *ingest.Gauge, u *results.Usage, log *llmLog) {
	cost := g.USD("llm_log.totalCostUsd", log.CostUSD)
	u.CostUSD = cmp.Or(u.CostUSD, cost)
	raw := log.Usage.of(g.Data)
	if raw == nil {
		return
	}
	var x struct {
		Prompt     ingest.Scalar `json:"prompt_tokens"`
		Completion ingest.Scalar `json:"completion_tokens"`
		Total      ingest.Scalar `json:"total_tokens"`
		Input      ingest.Scalar `json:"input_tokens"`
		Output     ingest.Scalar `json:"output_tokens"`
		CacheRead  ingest.Scalar `json:"cache_read_input_tokens"`
		CacheWrite ingest.Scalar `json:"cache_creation_input_tokens"`
	}
	if err := ingest.DecodeJSON("", raw, 1, &x); err != nil {
		g.LeaveOut("llm_log.usage", ingest.Scalar{Raw: raw, End: log.Usage.to}, "not an object with token counts")
		return
	}
	count := func(name string, v ingest.Scalar) *int64 {
		v.End += log.Usage.from
		return g.Tokens("llm_log.usage."+name, v)
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
	return cmp.Or(a, b)
}

func anyPositive(u results.Usage) bool {
	return slices.ContainsFunc([]*int64{u.Input, u.Output, u.Total, u.CacheRead, u.CacheWrite},
		func(p *int64) bool { return p != nil && *p > 0 })
}

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
