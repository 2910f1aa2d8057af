package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// ExpenseAxes are what the score can be plotted against, in the order of preference.
func ExpenseAxes() []ExpenseAxis {
	return []ExpenseAxis{
		{"cost", "Cost", "USD", 2},
		{"time", "Time", "s", 1},
		{"tokens", "Tokens", "k", 1},
		{"tool_calls", "Calls", "", 1},
	}
}

// ExpenseAxis is one kind of expense, always counted per task.
type ExpenseAxis struct {
	Key, Label, Unit string
	Digits           int
}

// Expense is one expense of one system.
type Expense struct {
	PerTask *float64 // in the unit of the axis; nil if nothing records it
	Basis   string   // what was divided by what; empty if nothing records it
}

// AnyProvider is a system without its provider, which tells no rows of a board apart.
func AnyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

// RunExpense divides what a run's trials record by the number of trials that
// record it. What the run's own total refutes is not shown.
func RunExpense(r *results.Run, t results.RunTotal) map[string]Expense {
	refuted := strings.Fields(r.Facts[results.FactRefuted])
	of := func(sum *float64, n int, scale float64, what string) Expense {
		if sum == nil || n == 0 {
			return Expense{}
		}
		x := *sum / float64(n) * scale
		return Expense{PerTask: &x, Basis: fmt.Sprintf("%s over %d of %d trials", what, n, t.Trials)}
	}
	ms := t.DurationMS
	all := map[string]Expense{
		"cost":       of(t.CostUSD, t.CostOf, 1, dollarsOf(t.CostUSD)),
		"time":       of(floatOf(ms), t.DurationOf, 1e-3, words.Duration(ms)),
		"tokens":     of(floatOf(t.Tokens), t.TokensOf, 1e-3, words.Tokens(t.Tokens)),
		"tool_calls": of(floatOf(t.ToolCalls), t.ToolCallsOf, 1, words.CountOf(t.ToolCalls)),
	}
	for _, axis := range refuted {
		all[axis] = Expense{}
	}
	return all
}

func dollarsOf(x *float64) string { return words.Fixed(x, 2) + " USD" }

func floatOf(n *int64) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n)
	return &x
}

// FigureExpenses are the expenses that a paper reports beside the headline metric, by
// system. STAGE-Claw reports means per task; ClawMark reports sums over the whole run,
// which wall_hours gives away, and they are divided by its tasks.
func FigureExpenses(figures []results.Figure, tasks int) map[results.System]map[string]Expense {
	type row struct {
		source string
		system results.System
	}
	first := map[results.System]string{} // the source that counts, where several report a system
	metrics := map[row]map[string]results.Figure{}
	for _, f := range figures {
		if !f.Board || f.Scope != "" || f.Value == nil {
			continue
		}
		k := row{f.Source + f.Group, results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}}
		if metrics[k] == nil {
			metrics[k] = map[string]results.Figure{}
		}
		if metrics[k][f.Metric] = f; first[k.system] == "" {
			first[k.system] = k.source
		}
	}
	out := map[results.System]map[string]Expense{}
	for k, m := range metrics {
		if k.source == first[k.system] {
			out[k.system] = FigureExpense(m, tasks)
		}
	}
	return out
}

func FigureExpense(m map[string]results.Figure, tasks int) map[string]Expense {
	divide, basis := 1.0, func(text string) string { return text + " per task, as printed" }
	if _, whole := m["wall_hours"]; whole && tasks > 0 {
		divide = float64(tasks)
		basis = func(text string) string { return fmt.Sprintf("%s for the run, over %d tasks", text, tasks) }
	}
	out := map[string]Expense{}
	put := func(axis string, scale float64, unit string, keys ...string) {
		sum := 0.0
		digits := 0
		for _, k := range keys {
			f, ok := m[k]
			if !ok {
				return
			}
			sum += *f.Value
			digits = max(digits, f.Digits)
		}
		x := sum * scale / divide
		out[axis] = Expense{PerTask: &x, Basis: basis(words.Fixed(&sum, digits) + unit)}
	}
	put("cost", 1, " USD", "cost_usd")
	put("time", 1, " s", "time_s")
	put("time", 3600, " h", "wall_hours")
	put("tokens", 1000, " million", "tokens_m")
	put("tokens", 1000, " million in and out", "tokens_in_m", "tokens_out_m")
	put("tool_calls", 1, "", "tool_calls")
	return out
}
