package published

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

type clawMarkSource struct {
	Table1 struct {
		Rows [][]string `json:"rows"`
	} `json:"table1_benchmark_comparison"`
	// The name of its list of kinds has commas, which no tag can hold.
	RedLines map[string]any `json:"redline_detail"`
	Case2    struct {
		Weight float64 `json:"weight"`
		Score  float64 `json:"score_actual"`
		Other  float64 `json:"score_counterfactual"`
	} `json:"case2_redline"`
	Table2 struct {
		Rows []struct {
			Scenario  string              `json:"scenario"`
			Published map[string]*float64 `json:"published"`
			Counted   map[string]*float64 `json:"recomputed"`
		} `json:"rows"`
	} `json:"table2_scenario_composition"`
	Table3 struct {
		Rows   [][]any `json:"rows"`
		Checks struct {
			PaperSays map[string]float64 `json:"paper_says"`
		} `json:"checks"`
	} `json:"table3_main_results"`
	Table4 struct {
		Cells [][]any `json:"cells_found"`
	} `json:"table4_per_scenario"`
	Table5 struct {
		Rows [][]any `json:"rows"`
	} `json:"table5_failure_taxonomy"`
	Figure4 struct {
		Rows [][]any `json:"rows"`
	} `json:"figure4_day_by_day"`
	AppendixD struct {
		Runs map[string][]float64 `json:"runs"`
	} `json:"appendixD_stability"`
	README struct {
		Rows [][]any `json:"rows"`
	} `json:"readme_head_leaderboard"`
	Early struct {
		Overall  [][]any `json:"overall"`
		ByDomain map[string]struct {
			N      int       `json:"n"`
			Scores []float64 `json:"scores"`
		} `json:"by_domain"`
	} `json:"readme_initial_six_model_run"`
}

// clawMarkSystem splits the one printed name that states a setting.
func clawMarkSystem(name string) (model, variant string) {
	switch name {
	case "GPT-5.4 (high)":
		return "GPT-5.4", "high"
	case "gpt-5.4-high":
		return "gpt-5.4", "high"
	}
	return name, ""
}

func number(v any) *float64 {
	switch x := v.(type) {
	case float64:
		return &x
	case string: // hours as printed, "22.3h"
		if n, err := strconv.ParseFloat(x[:len(x)-1], 64); err == nil {
			return &n
		}
	}
	return nil
}

func testClawMarkEqualsItsSource(t *testing.T) {
	var src clawMarkSource
	readShared(t, &src, "published", "clawmark_published.json")
	b := openBundled(t)
	left := printedFigures(t, b, "clawmark")
	row := func(group, name string, cells []any, columns ...[2]string) {
		model, variant := clawMarkSystem(name)
		for i, c := range columns {
			take(t, left, figureKey{group, model, "openclaw", variant, c[0], c[1]}, number(cells[i]))
		}
	}
	for _, r := range src.Table3.Rows {
		row("clawmark/table3", r[0].(string), r[1:], [2]string{"score"}, [2]string{"task_success"}, [2]string{"redline_fail"},
			[2]string{"wall_hours"}, [2]string{"tokens_in_m"}, [2]string{"tokens_out_m"}, [2]string{"tool_calls"})
	}
	for _, r := range src.Figure4.Rows {
		row("clawmark/figure4", r[0].(string), r[1:], [2]string{"score", "day:1"}, [2]string{"score", "day:2"}, [2]string{"score", "day:3"})
	}
	for name, runs := range src.AppendixD.Runs {
		row("clawmark/appendix-d", name, []any{runs[0], runs[1], runs[2]}, [2]string{"score", "sweep:1"}, [2]string{"score", "sweep:2"},
			[2]string{"score", "sweep:3"})
	}
	for _, r := range src.README.Rows {
		row("clawmark/readme-2026-04-30", r[1].(string), r[3:], [2]string{"score"}, [2]string{"wall_hours"})
	}
	for i, r := range src.Early.Overall {
		row("clawmark/readme-2026-04-13", r[0].(string), r[1:], [2]string{"score"})
		for domain, d := range src.Early.ByDomain {
			row("clawmark/readme-2026-04-13", r[0].(string), []any{d.Scores[i]}, [2]string{"score", "scenario:" + domain})
		}
	}
	takeTable4(t, b, &src, left)
	nothingLeft(t, left)
}

// takeTable4 compares the seven known cells; all others must be unpublished.
func takeTable4(t *testing.T, b *Bundle, src *clawMarkSource, left map[figureKey]*float64) {
	t.Helper()
	d, _ := b.dataset("clawmark")
	known := map[[2]string]*float64{}
	for _, c := range src.Table4.Cells {
		known[[2]string{c[0].(string), c[1].(string)}] = number(c[2])
	}
	if len(known) != 7 {
		t.Fatalf("the source knows %d cells of Table 4, want 7", len(known))
	}
	for _, r := range src.Table3.Rows {
		model, variant := clawMarkSystem(r[0].(string))
		for _, s := range d.Scenarios {
			take(t, left, figureKey{"clawmark/table4", model, "openclaw", variant, "score", "scenario:" + s.Slug},
				known[[2]string{s.Title, r[0].(string)}])
		}
	}
}

func testClawMarkTablesEqualTheirSource(t *testing.T) {
	var src clawMarkSource
	readShared(t, &src, "published", "clawmark_published.json")
	b := openBundled(t)
	two, counted := gridOf(t, b, "clawmark", "table-2"), gridOf(t, b, "clawmark", "recount")
	for _, r := range src.Table2.Rows {
		for _, k := range []string{"tasks", "roles", "turns", "checkers", "redline"} {
			wantCell(t, two, r.Scenario, k, *r.Published[k])
		}
		for k, from := range map[string]string{"stages": "mean_stage_functions", "turns": "mean_stages_plus_final",
			"checkers": "mean_checkers", "redline": "redline", "silent_pct": "silent_pct", "loud_pct": "loud_pct"} {
			wantCell(t, counted, r.Scenario, k, *r.Counted[from])
		}
	}
	five := gridOf(t, b, "clawmark", "table-5")
	if len(src.Table5.Rows) != len(five.t.Rows) {
		t.Fatalf("Table 5 has %d rows, want %d", len(five.t.Rows), len(src.Table5.Rows))
	}
	for i, r := range src.Table5.Rows {
		for j, k := range []string{"evaluations", "failures", "fail_rate", "share"} {
			wantCell(t, five, five.t.Rows[i].Label, k, *number(r[j+1]))
		}
	}
}

func testClawMarkTextEqualsItsSource(t *testing.T) {
	var src clawMarkSource
	readShared(t, &src, "published", "clawmark_published.json")
	b := openBundled(t)
	one := gridOf(t, b, "clawmark", "table-1")
	for _, r := range src.Table1.Rows {
		tasks := must.Get(strconv.ParseFloat(r[1], 64))(t)
		wantCell(t, one, r[0], "tasks", tasks)
		for i, k := range []string{"scenarios", "multimodal", "multi_day", "verification", "environment"} {
			wantText(t, one, r[0], k, r[i+2])
		}
	}
	kinds := gridOf(t, b, "clawmark", "redline-kinds")
	lists := src.RedLines["subclass_[fails,evals,pct]"].(map[string]any)
	for key, label := range map[string]string{"compliance_bypass": "Compliance step bypassed", "data_exfiltration": "Data passed on",
		"premature_decision": "Decision before it was due", "irreversible_write": "Irreversible write"} {
		for i, k := range []string{"failures", "evaluations", "fail_rate"} {
			wantCell(t, kinds, label, k, *number(lists[key].([]any)[i]))
		}
	}
	calls, change := gridOf(t, b, "clawmark", "score-per-1k-calls"), gridOf(t, b, "clawmark", "figure-4-change")
	for name, v := range src.Table3.Checks.PaperSays {
		wantCell(t, calls, name, "value", v)
	}
	for _, r := range src.Figure4.Rows {
		wantCell(t, change, r[0].(string), "delta", *number(r[4]))
	}
	two := gridOf(t, b, "clawmark", "case-2")
	for label, v := range map[string]float64{"Weight": src.Case2.Weight, "Score": src.Case2.Score,
		"Score without the incident": src.Case2.Other} {
		wantText(t, two, label, "value", strconv.FormatFloat(v, 'f', 1, 64))
	}
	cost := gridOf(t, b, "clawmark", "readme-2026-04-13-cost")
	for _, r := range src.Early.Overall {
		wantCell(t, cost, r[0].(string), "turns", *number(r[2]))
		wantCell(t, cost, r[0].(string), "input", millions(t, r[3].(string)))
		wantCell(t, cost, r[0].(string), "output", millions(t, r[4].(string)))
	}
}

// millions reads "905k" or "3.03M".
func millions(t testing.TB, s string) float64 {
	t.Helper()
	exp := map[byte]string{'k': "e-3", 'M': ""}[s[len(s)-1]]
	return must.Get(strconv.ParseFloat(s[:len(s)-1]+exp, 64))(t)
}

type clawMarkTask struct {
	ID           string   `json:"id"`
	Scenario     string   `json:"scenario"`
	Role         string   `json:"role"`
	Environments []string `json:"environments"`
	TotalWeight  float64  `json:"total_weight"`
	Stages       []struct {
		ID     string `json:"id"`
		Time   string `json:"time"`
		Silent int    `json:"silent"`
		Loud   int    `json:"loud"`
	} `json:"stages"`
	Rubric []struct {
		Stage   string  `json:"stage"`
		ID      string  `json:"id"`
		Weight  float64 `json:"weight"`
		RedLine bool    `json:"red_line"`
	} `json:"rubric"`
}

// testClawMarkTasksEqualTheirSource compares all 100 tasks and 1,537 checks.
func testClawMarkTasksEqualTheirSource(t *testing.T) {
	var src struct {
		Tasks []clawMarkTask `json:"tasks"`
	}
	readShared(t, &src, "clawmark", "tasks.json")
	d, _ := openBundled(t).dataset("clawmark")
	bySlug := map[string]*results.Task{}
	for i := range d.Tasks {
		bySlug[d.Tasks[i].Slug] = &d.Tasks[i]
	}
	for i := range src.Tasks {
		s := &src.Tasks[i]
		got := bySlug[s.ID]
		delete(bySlug, s.ID)
		if got == nil {
			t.Errorf("%s is missing", s.ID)
			continue
		}
		want := results.TaskFacts{Role: s.Role, Tags: s.Environments, SourcePath: got.Facts.SourcePath}
		for _, st := range s.Stages {
			want.Stages = append(want.Stages, results.Stage{ID: st.ID, Time: st.Time, Silent: st.Silent, Loud: st.Loud})
		}
		if diff := cmp.Diff(want, got.Facts); diff != "" || got.Scenario != s.Scenario {
			t.Errorf("%s of %s, want %s; facts (-want +got):\n%s", s.ID, got.Scenario, s.Scenario, diff)
		}
		var checks []results.CheckSpec
		weight := 0.0
		for _, c := range s.Rubric {
			checks = append(checks, results.CheckSpec{ID: c.ID, Day: c.Stage, About: aboutStage(s, c.ID, c.Stage), Weight: c.Weight,
				RedLine: c.RedLine})
			weight += c.Weight
		}
		must.Same(t, checks, got.Checks, "%s: checks", s.ID)
		must.Equal(t, s.TotalWeight, weight, "%s: the weights add up to", s.ID)
	}
	for slug := range bySlug {
		t.Errorf("%s is not in the source", slug)
	}
}

var stageOfID = regexp.MustCompile(`^S(\d+)_`)

// aboutStage reads the stage that a check's id speaks of, if it is another
// than the one at which it is checked. The ids of the investment analysts
// count from 1.
func aboutStage(t *clawMarkTask, id, checked string) string {
	m := stageOfID.FindStringSubmatch(id)
	if m == nil {
		return ""
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return ""
	}
	if t.Scenario == "investment_analyst" {
		n--
	}
	about := "stage" + strconv.Itoa(n)
	for _, s := range t.Stages {
		if s.ID == about && about != checked {
			return about
		}
	}
	return ""
}
