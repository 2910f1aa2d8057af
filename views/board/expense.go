package board

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/views"
)

type Axis struct {
	Key, Label, Unit string
	Digits           int
}

// Axes returns the expenses that the plot supports, in order of preference.
func Axes() []Axis {
	return []Axis{{"cost", "Cost", "USD", 2}, {"time", "Time", "s", 1}, {"tokens", "Tokens", "k", 1}, {"tool_calls", "Calls", "", 1}}
}

// Spent returns a system's expense per task by the Key of its Axis. A value is nil or absent if it
// was not recorded. The Key with a " of" is the share of trials that record it, if some do not.
type Spent func(*results.BoardRow) map[string]*float64

func NewSpent(runs []results.Run, totals []results.RunTotal, figures []results.Figure, tasks int) Spent {
	byRun, bySlug := map[int64]results.RunTotal{}, map[string]map[string]*float64{}
	for _, t := range totals {
		byRun[t.Run] = t
	}
	for i := range runs {
		bySlug[runs[i].Slug] = runSpent(byRun, &runs[i])
	}
	for _, list := range board.Repeats(runs) { // a system's row stands for all of them
		spent := runSpent(byRun, list...)
		for _, r := range list {
			bySlug[r.Slug] = spent
		}
	}
	reported := reportedSpent(figures, tasks)
	return func(r *results.BoardRow) map[string]*float64 {
		if r.Run != nil {
			return bySlug[*r.Run]
		}
		return reported[views.AnyProvider(r.System)]
	}
}

// runSpent returns the mean expenses of a system's runs over the trials that record them. It omits
// each expense for which a run's reported total contradicts its trials.
func runSpent(totals map[int64]results.RunTotal, runs ...*results.Run) map[string]*float64 {
	var t results.RunTotal
	for _, r := range runs {
		x := totals[r.ID]
		t.Trials += x.Trials
		t.CostUSD, t.CostOf = plus(t.CostUSD, x.CostUSD), t.CostOf+x.CostOf
		t.DurationMS, t.DurationOf = plus(t.DurationMS, x.DurationMS), t.DurationOf+x.DurationOf
		t.Tokens, t.TokensOf = plus(t.Tokens, x.Tokens), t.TokensOf+x.TokensOf
		t.ToolCalls, t.ToolCallsOf = plus(t.ToolCalls, x.ToolCalls), t.ToolCallsOf+x.ToolCallsOf
	}
	all := map[string]*float64{"cost": each(t.CostUSD, t.CostOf, 1), "time": each(t.DurationMS, t.DurationOf, 1e-3),
		"tokens": each(t.Tokens, t.TokensOf, 1e-3), "tool_calls": each(t.ToolCalls, t.ToolCallsOf, 1)}
	for axis, n := range map[string]int{"cost": t.CostOf, "time": t.DurationOf, "tokens": t.TokensOf, "tool_calls": t.ToolCallsOf} {
		if n > 0 && n < t.Trials {
			all[axis+" of"] = new(float64(n) / float64(t.Trials))
		}
	}
	for _, r := range runs {
		for _, axis := range strings.Fields(r.Facts[results.FactRefuted]) {
			delete(all, axis)
		}
	}
	return all
}

// plus adds two values of which either may be missing.
func plus[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return new(*a + *b)
}

func each[T int64 | float64](sum *T, n int, scale float64) *float64 {
	if sum == nil || n == 0 {
		return nil
	}
	return new(float64(*sum) / float64(n) * scale)
}

// reportedSpent returns the expenses from papers, for each system from the first source. STAGE-Claw
// reports means per task. ClawMark reports totals for the run, recognised by the metric wall_hours,
// so these are divided by the number of tasks.
func reportedSpent(figures []results.Figure, tasks int) map[results.System]map[string]*float64 {
	source, metrics := map[results.System]string{}, map[results.System]map[string]float64{}
	for _, f := range figures {
		if !f.Board || f.Scope != "" || f.Value == nil {
			continue
		}
		system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		if metrics[system] == nil {
			source[system], metrics[system] = f.Source+f.Group, map[string]float64{}
		}
		if source[system] == f.Source+f.Group {
			metrics[system][f.Metric] = *f.Value
		}
	}
	out := map[results.System]map[string]*float64{}
	for system, m := range metrics {
		divide := 1.0
		if _, whole := m["wall_hours"]; whole && tasks > 0 {
			divide = float64(tasks)
		}
		spent := map[string]*float64{}
		put := func(axis string, scale float64, keys ...string) {
			sum := 0.0
			for _, k := range keys {
				sum += m[k]
			}
			if !slices.ContainsFunc(keys, func(k string) bool { _, ok := m[k]; return !ok }) {
				spent[axis] = new(sum * scale / divide)
			}
		}
		put("cost", 1, "cost_usd")
		put("time", 1, "time_s")
		put("time", 3600, "wall_hours")
		put("tokens", 1000, "tokens_m")
		put("tokens", 1000, "tokens_in_m", "tokens_out_m")
		put("tool_calls", 1, "tool_calls")
		out[system] = spent
	}
	return out
}
