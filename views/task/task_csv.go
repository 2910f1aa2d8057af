package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/views"
)

// CSV has one row for each trial of the task.
func (t *Task) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "scenario", "task", "kind", "run", "model", "framework", "variant", "attempt",
		"of_attempts", "status", "score", "selected", "gold", "omitted", "added", "iou", "f1", "steps", "tool_calls",
		"failed_calls", "duration_ms", "tokens_output"}
	gold := strings.Join(Solution(t.options()), "")
	for i := range t.All {
		x := &t.All[i]
		sys, s := x.Column.System, x.Stored
		rows = append(rows, slices.Concat([]string{t.Benchmark, t.Scenario, t.Slug, t.Kind, x.Run, sys.Model, sys.Framework, sys.Variant,
			fmt.Sprint(x.Attempt), fmt.Sprint(x.Of), string(x.Status), views.Exact(x.Score)},
			[]string{strings.Join(x.Selected, ""), gold, strings.Join(x.Omitted, ""), strings.Join(x.Added, ""), views.Exact(x.IoU),
				views.Exact(x.F1)},
			[]string{views.Exact(s.Traced(s.StepsTotal)), views.Exact(s.Traced(s.ToolCalls)), views.Exact(s.Traced(s.FailedCalls)),
				views.Exact(s.DurationMS), views.Exact(s.Usage.Output)}))
	}
	return header, rows
}
