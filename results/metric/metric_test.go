package metric_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestEveryMetricIsDescribedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range metric.All() {
		if seen[m.Key] {
			t.Errorf("%s stands twice in the table", m.Key)
		}
		seen[m.Key] = true
		if m.Label == "" || m.Name == "" || m.Source == "" || len(m.Scoring) == 0 {
			t.Errorf("%s lacks a label, a name, a source or a family: %+v", m.Key, m)
		}
		if m.Unit == metric.Percent && m.Digits != 2 {
			t.Errorf("%s: a percentage is shown with two digits, not %d", m.Key, m.Digits)
		}
	}
}

// The names are those of the papers' sections on metrics and heads of tables.
func TestNamesOfThePapers(t *testing.T) {
	for key, want := range map[string]string{
		"crs": "Composite Reliability Score", "tcr": "Task Completion Rate", "sc": "Success Cohesion", "fd": "Failure Dispersion", "robustness": "Robustness",
		"task_success": "Task Success", "redline_fail": "Red-line fail",
		"A1": "Cross-Service Dependency", "A2": "Contaminated Initial State", "B1": "Implicit Goal Resolution",
		"B2":         "Knowledge Evolution & Maintenance",
		"first_pass": "First-Pass", "tool_calls": "Tool calls",
	} {
		must.Equal(t, want, metric.Of(key).Name, "%s is called", key)
	}
}

// Every metric of which less is better: failures, tasks that lack attempts, and
// what is spent.
func TestDirection(t *testing.T) {
	low := map[string]bool{"redline_fail": true, "short_tasks": true, "untried_tasks": true, "time_s": true,
		"tokens_m": true, "cost_usd": true,
		"tool_calls": true, "tokens_in_m": true, "tokens_out_m": true, "wall_hours": true}
	for _, m := range metric.All() {
		must.Equal(t, low[m.Key], m.Low, "less of %s is better", m.Key)
	}
}

func TestAttempts(t *testing.T) {
	m := metric.Of("pass_hat_3")
	if m.Label != "pass^3" || m.Low || m.Scoring[0] != results.ScoringReward {
		t.Errorf("pass_hat_3 = %+v", m)
	}
	if got := metric.Of("pass_at_2").Label; got != "pass@2" {
		t.Errorf("pass_at_2 is called %q", got)
	}
}

func TestUnknownKey(t *testing.T) {
	m := metric.Of("file_reward")
	if _, known := metric.Find("file_reward"); known || m.Label != "file reward" || m.Unit != metric.Percent || m.Low {
		t.Errorf("an unknown key gives %+v, known %v", m, known)
	}
}

func TestTitle(t *testing.T) {
	if got, want := metric.Of("redline_fail").Title(), "Red-line fail: failed of the evaluated red-line checks; less is better"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
}
