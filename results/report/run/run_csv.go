package run

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/report"
)

// CSV has one row for each trial of the run.
func (r *Run) CSV() (header []string, rows [][]string) {
	header = []string{"run", "scenario", "task", "attempt", "kind", "status", "score", "selected", "gold", "steps", "tool_calls", "failed_calls", "duration_ms", "tokens_input", "tokens_output", "cost_usd"}
	for i := range r.Stored.Trials {
		t := &r.Stored.Trials[i]
		rows = append(rows, []string{r.Run, t.Scenario, t.Task, fmt.Sprint(t.Attempt), t.Kind, string(t.Status), report.Exact(t.Score),
			strings.Join(t.Selected, ""), strings.Join(t.Gold, ""), fmt.Sprint(t.StepsTotal), fmt.Sprint(t.ToolCalls), fmt.Sprint(t.FailedCalls),
			report.Exact(t.DurationMS), report.Exact(t.Usage.Input), report.Exact(t.Usage.Output), report.Exact(t.Usage.CostUSD)})
	}
	return header, rows
}
