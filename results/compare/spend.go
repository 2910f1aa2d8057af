package compare

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Keys of Comparison.Spending: means per task of what a trial consumed.
const (
	Duration  = "duration_ms"
	AgentTime = "agent_ms"
	Steps     = "steps"
	ToolCalls = "tool_calls"
	TokensIn  = "tokens_input"
	TokensOut = "tokens_output"
	Cost      = "cost_usd"
)

// spent reads one number of a trial; ok is false where it was not recorded.
type spent func(*results.Trial) (float64, bool)

func whole(p *int64) (float64, bool) {
	if p == nil {
		return 0, false
	}
	return float64(*p), true
}

// spending compares what the runs consumed, each number on the tasks for which
// both record it. Where a side has no traces its steps and calls are unknown.
func (c *Comparison) spending(in Input) {
	traces := in.A.Evidence == results.Recomputed && in.B.Evidence == results.Recomputed
	for _, k := range []struct {
		key string
		of  spent
	}{
		{Duration, func(t *results.Trial) (float64, bool) { return whole(t.DurationMS) }},
		{AgentTime, func(t *results.Trial) (float64, bool) { return whole(t.AgentMS) }},
		{Steps, func(t *results.Trial) (float64, bool) { return float64(t.StepsTotal), traces && t.StepsTotal > 0 }},
		{ToolCalls, func(t *results.Trial) (float64, bool) { return float64(t.ToolCalls), traces && t.StepsTotal > 0 }},
		{TokensIn, func(t *results.Trial) (float64, bool) { return whole(t.Usage.Input) }},
		{TokensOut, func(t *results.Trial) (float64, bool) { return whole(t.Usage.Output) }},
		{Cost, func(t *results.Trial) (float64, bool) {
			if t.Usage.CostUSD == nil {
				return 0, false
			}
			return *t.Usage.CostUSD, true
		}},
	} {
		if m, ok := c.spend(k.key, k.of); ok {
			c.Spending = append(c.Spending, m)
		}
	}
}

// spend compares one number. Units are scenarios: each vector holds the sum and
// the number of tasks.
func (c *Comparison) spend(key string, of spent) (Metric, bool) {
	var a, b [][]float64
	scenario, n := "", 0
	for i := range c.Tasks {
		t := &c.Tasks[i]
		if !t.Common() {
			continue
		}
		x, okA := t.A.mean(of)
		y, okB := t.B.mean(of)
		if !okA || !okB {
			continue
		}
		if n == 0 || t.Task.Scenario != scenario {
			scenario = t.Task.Scenario
			a, b = append(a, make([]float64, 2)), append(b, make([]float64, 2))
		}
		for _, side := range []struct{ sum, one []float64 }{{a[len(a)-1], []float64{x, 1}}, {b[len(b)-1], []float64{y, 1}}} {
			side.sum[0] += side.one[0]
			side.sum[1] += side.one[1]
		}
		n++
	}
	if n == 0 {
		return Metric{}, false
	}
	mean := func(sum, out []float64) { out[0] = sum[0] / sum[1] }
	m := difference(key, meanOf(a), meanOf(b))
	m.N, m.Lower = n, true
	if len(a) > 1 && m.Diff != nil {
		p, ci, exact := stats.SwapInterval(a, b, 1, mean, c.Seed, c.Draws, stats.Level)
		m.P, m.CI, m.Exact = stats.Finite(p[0]), ci[0], exact
	}
	return m, true
}

// meanOf divides the sum of first numbers by that of second ones.
func meanOf(list [][]float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range list {
		sum += v[0]
		n += v[1]
	}
	return sum / n
}

// mean over the attempts that record the number.
func (o *Outcome) mean(of spent) (float64, bool) {
	sum, n := 0.0, 0
	for _, t := range o.Trials {
		if x, ok := of(t); ok {
			sum += x
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}
