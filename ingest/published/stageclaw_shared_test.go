package published

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

type stageSource struct {
	Table2 []struct {
		Model     string  `json:"model_published"`
		Score     float64 `json:"score"`
		FirstPass float64 `json:"first_pass_pct"`
		Time      float64 `json:"avg_time_s"`
		Tokens    float64 `json:"avg_tokens_millions"`
		Cost      float64 `json:"avg_cost_usd"`
		Calls     float64 `json:"avg_tool_calls"`
	} `json:"table2"`
	Table3 struct {
		Models []struct {
			Model   string  `json:"model"`
			State   float64 `json:"state_based"`
			Virtual float64 `json:"virtual"`
			Delta   float64 `json:"delta"`
		} `json:"models"`
		Causes []struct {
			Name       string  `json:"published"`
			Tasks      float64 `json:"tasks"`
			Proportion float64 `json:"proportion_pct"`
			Delta      float64 `json:"avg_delta"`
		} `json:"causes"`
	} `json:"table3"`
	Table4 struct {
		Rows    []map[string]any   `json:"rows"`
		Average map[string]float64 `json:"average"`
	} `json:"table4"`
	Table7  map[string]any `json:"table7"`
	Figure4 struct {
		Rows []struct {
			Name string  `json:"published"`
			Pct  float64 `json:"pct"`
		} `json:"rows"`
	} `json:"figure4a_failure_prevalence"`
	Tools struct {
		Rows []struct {
			Name   string             `json:"published"`
			Share  float64            `json:"share_of_calls_pct"`
			Causes map[string]float64 `json:"failure_causes"`
		} `json:"rows"`
	} `json:"figure4c_tool_usage"`
	Tasks []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"tasks"`
}

func testStageClawEqualsItsSource(t *testing.T) {
	var src stageSource
	readShared(t, &src, "published", "stageclaw_published.json")
	b := openBundled(t)
	left := printedFigures(t, b, "stage-claw")
	for _, r := range src.Table2 {
		for k, v := range map[string]float64{"score": r.Score, "first_pass": r.FirstPass, "time_s": r.Time, "tokens_m": r.Tokens,
			"cost_usd": r.Cost, "tool_calls": r.Calls} {
			take(t, left, figureKey{Group: "stage-claw/table2", Model: r.Model, Framework: "openclaw", Metric: k}, &v)
		}
	}
	names := map[string]string{"deepseek-v4-pro": "DeepSeek-V4-Pro", "qwen3.5-plus": "Qwen3.5-Plus"}
	three := gridOf(t, b, "stage-claw", "table-3")
	for _, r := range src.Table3.Models {
		for k, v := range map[string]float64{"setting:state-based": r.State, "setting:virtual": r.Virtual} {
			take(t, left, figureKey{Group: "stage-claw/table3", Model: names[r.Model], Framework: "openclaw", Metric: "score", Scope: k},
				&v)
		}
		wantCell(t, three, names[r.Model], "delta", r.Delta)
	}
	nothingLeft(t, left)
}

// The names of the causes are the source's own, written with spaces.
func testStageClawTablesEqualTheirSource(t *testing.T) {
	var src stageSource
	readShared(t, &src, "published", "stageclaw_published.json")
	b := openBundled(t)
	g := gridOf(t, b, "stage-claw", "table-3-causes")
	for _, r := range src.Table3.Causes {
		wantCell(t, g, r.Name, "tasks", r.Tasks)
		wantCell(t, g, r.Name, "proportion", r.Proportion)
		wantCell(t, g, r.Name, "delta", r.Delta)
	}
	g = gridOf(t, b, "stage-claw", "table-4")
	for _, k := range []string{"base", "noise", "misleading", "conflict", "delta_noise", "delta_misleading", "delta_conflict"} {
		for _, r := range src.Table4.Rows {
			wantCell(t, g, r["task"].(string), k, r[k].(float64))
		}
		wantCell(t, g, "Average", k, src.Table4.Average[k])
	}
	g = gridOf(t, b, "stage-claw", "table-7")
	for i, k := range []string{"candidate_task_instances", "retained_benchmark_tasks", "excluded_after_human_audit", "retention_rate_pct",
		"average_repair_iterations"} {
		wantCell(t, g, g.t.Rows[i].Label, "value", src.Table7[k].(float64))
	}
	a, c := gridOf(t, b, "stage-claw", "figure-4a"), gridOf(t, b, "stage-claw", "figure-4c")
	causes := gridOf(t, b, "stage-claw", "figure-4c-causes")
	for _, r := range src.Figure4.Rows {
		wantCell(t, a, r.Name, "share", r.Pct)
	}
	for _, r := range src.Tools.Rows {
		wantCell(t, c, r.Name, "share", r.Share)
		for cause, v := range r.Causes {
			wantCell(t, causes, r.Name+": "+strings.ReplaceAll(cause, "_", " "), "share", v)
		}
	}
	d, _ := b.dataset("stage-claw")
	if len(src.Tasks) != len(d.Tasks) {
		t.Fatalf("%d tasks, want %d", len(d.Tasks), len(src.Tasks))
	}
	for i, task := range src.Tasks {
		must.Equal(t, task.Name, d.Tasks[i].Title, "%s", task.ID)
	}
}
