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
		if m, ok := c.spend(k.key, k.of, in.Drawn); ok {
			c.Spending = append(c.Spending, m)
		}
	}
}

// spend compares one number. Units are scenarios: each vector holds the sum and
// the number of tasks.
func (c *Comparison) spend(key string, of spent, drawn *Drawn) (Metric, bool) {
	s := &sums{metrics: metrics{keys: []string{key}, dim: 2, eval: func(sum, out []float64) { out[0] = sum[0] / sum[1] }}}
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
			s.a, s.b = append(s.a, make([]float64, 2)), append(s.b, make([]float64, 2))
		}
		last := len(s.a) - 1
		add(s.a[last], []float64{x, 1})
		add(s.b[last], []float64{y, 1})
		n++
	}
	if n == 0 {
		return Metric{}, false
	}
	m := s.compare(drawn, c.Draws)[0]
	m.N, m.Lower = n, true
	if len(s.a) >= minUnits {
		p, exact := stats.SwapTest(s.a, s.b, len(s.keys), s.eval, c.Seed, c.Draws)
		m.P, m.Exact = stats.Finite(p[0]), exact
	}
	return m, true
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
