package clawarena_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// What cannot be a time, a duration or a number of tokens is absent and told of
// with its line, and costs nothing else of the round.
func TestUnrealValues(t *testing.T) {
	const sound = "start=1777254679400 end=1777254680500 took=1100 agent=900 in=3 out=4 total=7 cost=0.5"
	without := func(names ...string) string {
		list := strings.Fields(sound)
		for i, x := range list {
			for _, n := range names {
				if strings.HasPrefix(x, n+"=") {
					list[i] = n + "=-"
				}
			}
		}
		return strings.Join(list, " ")
	}
	for _, tt := range []struct{ old, new, says, want string }{
		{`"duration_ms": 1100`, `"duration_ms": 1100`, "", sound},
		{`"started_at": 1777254679.4`, `"started_at": -5`, "timing.started_at is -5", without("start")},
		{`"started_at": 1777254679.4`, `"started_at": 1500000000`, "not a possible time of a run", without("start")}, // 2017
		{`"started_at": 1777254679.4`, `"started_at": 1796000000`, "", ""},
		// within two days of the ingestion, but after the end
		{`"finished_at": 1777254680.5`, `"finished_at": 1796400000`, "timing.finished_at is 1796400000", without("end")},
		{`"finished_at": 1777254680.5`, `"finished_at": 1777254680500`, "timing.finished_at is 1777254680500", without("end")}, // ms
		{`"finished_at": 1777254680.5`, `"finished_at": "2026-04-27"`, `timing.finished_at is "2026-04-27", not a number`, without("end")},
		{`"finished_at": 1777254680.5`, `"finished_at": 1777254670.5`, "before timing.started_at", without("start", "end")},
		{`"duration_ms": 1100`, `"duration_ms": -1`, "timing.duration_ms is -1", without("took")},
		{`"duration_ms": 1100`, `"duration_ms": "1100"`, `timing.duration_ms is "1100"`, without("took")},
		{`"duration_ms": 1100`, `"duration_ms": 9007199254740994`, "timing.duration_ms is 9007199254740994", without("took")},
		{`"duration_ms": 1100`, `"duration_ms": 1100.4`, "", sound}, // some frameworks record a fraction
		{`"duration_ms": 1100`, `"duration_ms": {"a": 1}`, `is {"a": 1}, not a number`, without("took")},
		{`"durationMs": 900`, `"durationMs": -900`, "llm_log.durationMs is -900", without("agent")},
		{`"totalCostUsd": 0.5`, `"totalCostUsd": -0.5`, "llm_log.totalCostUsd is -0.5", without("cost")},
		{`"totalCostUsd": 0.5`, `"totalCostUsd": 0`, "", without("cost")},
		{`"usage": {"input": 3`, `"usage": {"input": -3`, "input is -3",
			"start=1777254679400 end=1777254680500 took=1100 agent=900 in=12 out=3 total=- cost=0.5"}, // the log's own total
		{`"usage": {"input_tokens": 12`, `"usage": {"input_tokens": 1.5`, "llm_log.usage.input_tokens is 1.5", sound},
		{`"usage": {"input_tokens": 12`, `"usage": {"input_tokens": "12"`, `llm_log.usage.input_tokens is "12"`, sound},
		{`"usage": {"input_tokens": 12, "output_tokens": 3}`, `"usage": [12, 3]`, "llm_log.usage is [12, 3]", sound},
	} {
		t.Run(tt.new, func(t *testing.T) {
			db, line := readSmall(t, mutate(t, smallWhole(), edit{reportName, "", ""}, edit{smallFile("infer", "q2"), tt.old, tt.new}))
			if !line.Complete || line.Counts.Passed != 3 {
				t.Errorf("counts = %+v, want the verdict untouched", line.Counts)
			}
			tr := must.Get(db.FindTrial(t.Context(), line.Run, "t1", "q2", 1))(t)
			if got := spentOf(&tr.Trial); tt.want != "" && got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if tr.StepsTotal != 2 || tr.Details.Answer == nil {
				t.Errorf("%d steps, answer %v; want the rest of the record", tr.StepsTotal, tr.Details.Answer)
			}
			w := warned(line, "infer_result.json", tt.says)
			if tt.says != "" && (w == nil || w.Line < 3) {
				t.Errorf("warnings %+v, want one that says %q with its line", line.Warnings, tt.says)
			}
			if tt.says == "" && tt.want != "" && len(line.Warnings) > 0 {
				t.Errorf("warnings %+v, want none", line.Warnings)
			}
		})
	}
}

func spentOf(t *results.Trial) string {
	u := t.Usage
	return fmt.Sprintf("start=%s end=%s took=%s agent=%s in=%s out=%s total=%s cost=%s", told(t.StartedAt), told(t.FinishedAt),
		told(t.DurationMS), told(t.AgentMS), told(u.Input), told(u.Output), told(u.Total), told(u.CostUSD))
}

func told[T int64 | float64](v *T) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}
