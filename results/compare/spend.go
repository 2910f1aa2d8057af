package compare

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Keys of the metrics in Comparison.Spending, all means per task.
const (
	Duration  = "duration_ms"
	AgentTime = "agent_ms"
	Steps     = "steps"
	ToolCalls = "tool_calls"
	TokensIn  = "tokens_input"
	TokensOut = "tokens_output"
	Cost      = "cost_usd"
)

// spent returns one measure of a trial's consumption, such as its duration; ok is false if it was
// not recorded.
type spent func(*results.Trial) (float64, bool)

func whole(p *int64) (float64, bool) {
	if p == nil {
		return 0, false
	}
	return float64(*p), true
}

// spending compares the consumption of the two runs. For each measure it uses the tasks on which
// both runs record it. The numbers of steps and calls are unknown if a side has no traces.
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

// spend compares the two runs on one usage measure, with scenarios as the resampled units. Each
// unit holds the sum over the scenario's tasks and the number of tasks.
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

// meanOf divides the sum of the first elements by the sum of the second elements.
func meanOf(list [][]float64) float64 {
	sum, n := 0.0, 0.0
	for _, v := range list {
		sum += v[0]
		n += v[1]
	}
	return sum / n
}

// mean returns the mean over the attempts for which the measure is recorded; ok is false if there
// are none.
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
