package clawarena

import (
	"context"
	"math"
	"strconv"
	"strings"

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

// maxTokens bounds a count of tokens; what is larger was never counted.
const maxTokens = 1e12

// logUsage fills in the totals that some frameworks state for the whole log
// and not for each message: OpenAI's names (nanobot, picoclaw) or Anthropic's
// (claude-code).
func logUsage(u *results.Usage, log *llmLog) {
	if u.CostUSD == nil && log.CostUSD != nil && *log.CostUSD > 0 {
		u.CostUSD = log.CostUSD
	}
	if u.Input != nil || u.Output != nil || u.Total != nil || len(log.Usage) == 0 {
		return
	}
	var x struct {
		Prompt     *int64 `json:"prompt_tokens"`
		Completion *int64 `json:"completion_tokens"`
		Total      *int64 `json:"total_tokens"`
		Input      *int64 `json:"input_tokens"`
		Output     *int64 `json:"output_tokens"`
		CacheRead  *int64 `json:"cache_read_input_tokens"`
		CacheWrite *int64 `json:"cache_creation_input_tokens"`
	}
	if ingest.DecodeJSON("", log.Usage, 1, &x) != nil {
		return
	}
	pick := func(list ...*int64) *int64 {
		for _, n := range list {
			if n != nil && *n >= 0 && *n <= maxTokens {
				return n
			}
		}
		return nil
	}
	u.Input, u.Output, u.Total = pick(x.Input, x.Prompt), pick(x.Output, x.Completion), pick(x.Total)
	u.CacheRead, u.CacheWrite = pick(x.CacheRead), pick(x.CacheWrite)
	if all := []*int64{u.Input, u.Output, u.Total, u.CacheRead, u.CacheWrite}; !anyPositive(all) {
		u.Input, u.Output, u.Total, u.CacheRead, u.CacheWrite = nil, nil, nil, nil, nil // zeros mean unknown
	}
}

func anyPositive(list []*int64) bool {
	for _, p := range list {
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

// reportFile is report.json as the harness writes it.
type reportFile struct {
	Summary struct {
		Tests  int      `json:"total_tests"`
		Rounds int      `json:"total_rounds"`
		TCR    *float64 `json:"task_completion_rate"`
		CRS    *float64 `json:"composite_reliability_score"`
		Rob    *float64 `json:"robustness"`
		SC     *float64 `json:"avg_sc"`
		FD     *float64 `json:"avg_fd"`
	} `json:"summary"`
	ByTest []struct {
		TestID string   `json:"test_id"`
		TCR    *float64 `json:"task_completion_rate"`
		CRS    *float64 `json:"composite_reliability_score"`
		Rob    *float64 `json:"robustness"`
		SC     *float64 `json:"sc"`
		FD     *float64 `json:"fd"`
	} `json:"by_test"`
}

// report reads the run's own report.json, to be compared with what the records
// give. A report that cannot be read costs nothing but the comparison.
func (r *run) report(ctx context.Context) error {
	if r.located.report == "" {
		return nil
	}
	rec, err := r.in.Record(r.located.report)
	if err != nil {
		r.out.Warn(ingest.Warn(r.located.report, 0, "%v", err))
		return nil
	}
	if err := r.out.Raw(ctx, rec); err != nil {
		return err
	}
	var f reportFile
	if err := rec.Decode(&f); err != nil {
		r.out.Warn(ingest.Warn(r.located.report, 0, "%s", strings.TrimPrefix(err.Error(), r.located.report+":")))
		return nil
	}
	add := func(scenario, metric string, v *float64) {
		if v != nil {
			r.meta.Reported = append(r.meta.Reported, results.Reported{File: r.located.report, Scenario: scenario, Metric: metric, Value: v, Digits: 4})
		}
	}
	s := f.Summary
	for _, m := range []struct {
		key string
		v   *float64
	}{{"crs", s.CRS}, {"tcr", s.TCR}, {"robustness", s.Rob}, {"sc", s.SC}, {"fd", s.FD}} {
		add("", m.key, m.v)
	}
	for _, t := range f.ByTest {
		for _, m := range []struct {
			key string
			v   *float64
		}{{"crs", t.CRS}, {"tcr", t.TCR}, {"robustness", t.Rob}, {"sc", t.SC}, {"fd", t.FD}} {
			add(t.TestID, m.key, m.v)
		}
	}
	if s.Rounds != 0 && s.Rounds != len(r.located.rounds) {
		r.out.Warn(ingest.Warn(r.located.report, 0, "report counts %s rounds, the directory holds %s", strconv.Itoa(s.Rounds), strconv.Itoa(len(r.located.rounds))))
	}
	return nil
}
