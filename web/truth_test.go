package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// rewardJob is a Harbor job of one agent: each end is the reward and the exception of a trial.
func rewardJob(model string, ends ...[2]string) fstest.MapFS {
	m := fstest.MapFS{"job/config.json": {Data: fmt.Appendf(nil, `{"job_name": "job", "n_attempts": 1, "agents": [{"name": "a", "model_name": "p/%s"}]}`, model)}}
	for i, end := range ends {
		exception := "null"
		if end[1] != "" {
			exception = fmt.Sprintf(`{"exception_type": %q, "exception_message": "it broke", "exception_traceback": ""}`, end[1])
		}
		m[fmt.Sprintf("job/t%02d__%s%05d/result.json", i, model[:1], i)] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"task_name": "t%02[1]d", "trial_name": "t%02[1]d__%[2]s%05[1]d", "task_id": {"path": "rewards/t%02[1]d"}, "source": "rewards",
"config": {"trial_name": "t%02[1]d__%[2]s%05[1]d", "task": {"path": "rewards/t%02[1]d"}, "agent": {"name": "a", "model_name": "p/%[3]s"}},
"agent_info": {"name": "a", "version": "1", "model_info": {"name": %[3]q, "provider": "p"}}, "started_at": "2026-01-01T00:00:%02[1]dZ",
"agent_execution": {"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}, "finished_at": "2026-01-01T00:02:00Z",
"verifier_result": {"rewards": {"reward": %[4]s}}, "exception_info": %[5]s}`, i, model[:1], model, end[0], exception)}
	}
	return m
}

// TestRewardCounts: the reward counts, whatever ended the trial. A timeout and an exception
// beside reward 1 are solved in the counts, the metrics, the failures and a comparison.
func TestRewardCounts(t *testing.T) {
	ends := [][2]string{{"1", "AgentTimeoutError"}, {"1", "NonZeroAgentExitCodeError"}, {"0.5", ""}}
	for range 8 {
		ends = append(ends, [2]string{"1", ""})
	}
	other := append([][2]string{{"0", ""}, {"0", ""}}, ends[2:]...)
	site := sourcesSite(t, ingest.Source{FS: rewardJob("one", ends...), Name: "one"}, ingest.Source{FS: rewardJob("two", other...), Name: "two"})
	slug := map[string]string{}
	for _, r := range site.runs(t, results.RunFilter{Benchmark: "rewards", Limit: 9}) {
		slug[r.System.Model] = r.Slug
	}
	var run struct {
		Counts    results.Counts
		Metrics   map[string]results.MetricValue
		PassRate  results.MetricValue `json:"pass_rate"`
		Scenarios []struct{ Passed int }
	}
	site.object(t, "/api/v1/runs/"+slug["one"], &run)
	if c := run.Counts; c.Passed != 10 || c.Failed != 1 || c.Timeout != 0 || c.Error != 0 || run.Scenarios[0].Passed != 10 ||
		fmt.Sprintf("%.4f %.4f %.4f", *run.Metrics["avg"].Value, *run.Metrics["pass_rate"].Value, *run.PassRate.Value) != "0.9545 0.9091 0.9091" {
		t.Errorf("counts %+v, avg %v, pass rate %v", c, *run.Metrics["avg"].Value, *run.PassRate.Value)
	}
	page := squash(site.page(t, "/runs/"+slug["one"]).Find("main"))
	for _, want := range []string{"Avg 95.45", "10 of 11 tasks solved (reward 1 on every attempt; 90.91"} {
		if !strings.Contains(page, want) {
			t.Errorf("the run's page lacks %q", want)
		}
	}
	var pair struct {
		Paired struct{ Both, Only_a, Only_b, Neither int }
	}
	site.object(t, "/api/v1/compare?a="+slug["one"]+"&b="+slug["two"], &pair)
	if p := pair.Paired; p.Both != 8 || p.Only_a != 2 || p.Only_b != 0 || p.Neither != 1 {
		t.Errorf("paired %+v", p)
	}
	page = squash(site.page(t, "/compare?a="+slug["one"]+"&b="+slug["two"]).Find("main"))
	for _, want := range []string{"Avg 95.45; 10 of 11 solved", "Avg 77.27; 8 of 11 solved"} {
		if !strings.Contains(page, want) {
			t.Errorf("the comparison lacks %q", want)
		}
	}
}

// realSite serves what lies at paths of the shared folder.
func realSite(t *testing.T, name string, paths ...[]string) *testSite {
	t.Helper()
	var list []string
	for _, p := range paths {
		list = append(list, resultstest.Shared(t, p...))
	}
	return openSite(t, name, func(ctx context.Context, l *ingest.Loader) error {
		for _, path := range list {
			src, err := source.Open(path, source.Limits{})
			if err != nil {
				return err
			}
			_, err = l.Load(ctx, []ingest.Source{{FS: src.FS, Name: src.Name}})
			if src.Close(); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestLiveClawBenchReal: verdicts without traces have no steps and calls, a mean of three
// attempts is called one, the average leads, and a job over one task states its own mean.
func TestLiveClawBenchReal(t *testing.T) {
	site := realSite(t, "lcb", []string{"data", "liveclawbench", "site-data"}, []string{"data", "harbor", "jobs"})
	const run = "liveclawbench-gpt-5.5-c3cd982f"
	const trial = "/runs/" + run + "/devops_env_repair/vue-build-fix-chain"
	var x map[string]any
	site.object(t, "/api/v1"+trial, &x)
	for _, key := range []string{"steps_total", "tool_calls", "failed_calls"} {
		if v, ok := x[key]; !ok || v != nil {
			t.Errorf("%s is %v without a trace, want null", key, v)
		}
	}
	for at, want := range map[string]string{
		trial: "mean of 3 attempts: GPT-5.5 scored 55.60 %", "/runs/" + run: "Avg 74.46", "/compare?a=" + run: "Avg 75.99; 56 of 134 solved",
		"/b/liveclawbench/scenarios/devops_env_repair": "6 of 18 solved",
	} {
		if text := squash(site.page(t, at).Find("main")); !strings.Contains(text, want) {
			t.Errorf("%s lacks %q", at, want)
		}
	}
	if title := site.page(t, trial).Find("h1").Text(); !strings.Contains(title, "mean of 3 attempts") {
		t.Errorf("the trial's title is %q", title)
	}
	var part struct {
		Metrics map[string]results.MetricValue
	}
	site.object(t, "/api/v1/runs/liveclawbench-kimi-k2.5-openclaw-f1108bf8", &part)
	if m := part.Metrics["avg"]; m.Value != nil || m.Bounds == nil || m.Own == nil || *m.Own != 1 {
		t.Errorf("avg of a job over one task of 134 is %+v", m)
	}
}

// TestUniClawBenchReal: its two metrics order systems differently, and a page that compares says so.
func TestUniClawBenchReal(t *testing.T) {
	site := realSite(t, "uniclaw", []string{"public-runs", "uniclawbench", "results.json"})
	const a, b = "uniclawbench-claude-opus-4.8-openclaw-479988eb", "uniclawbench-gpt-5.4-openclaw-c9dd68af"
	var pair struct {
		Metrics map[string]struct{ Diff, CI any }
	}
	site.object(t, "/api/v1/compare?a="+a+"&b="+b, &pair)
	if m := pair.Metrics; fmt.Sprintf("%.4f %.4f %.3f", m["pass_rate"].Diff, m["points"].Diff, m["points"].CI) != "0.0675 -0.0711 [-0.102 -0.040]" {
		t.Errorf("differences %+v and %+v", m["pass_rate"], m["points"])
	}
	for at, want := range map[string]string{
		"/compare?a=" + a + "&b=" + b: "by Score the order is reversed (70.25 and 77.36)",
		"/b/uniclawbench":             "both on openclaw, are tied for first on UniClawBench. The other 14 systems are significantly behind (paired test, 400 tasks).",
		"/models/gpt-5.4":             "rank 3–5 of 16 by Pass rate, but 1 by Score.",
		"/findings":                   "do not differ significantly; by Score the order is reversed (70.25 against 76.31).",
	} {
		if text := squash(site.page(t, at).Find("main")); !strings.Contains(text, want) {
			t.Errorf("%s lacks %q", at, want)
		}
	}
	if rec := site.get("/runs/" + a); rec.Code != http.StatusOK || !strings.Contains(rec.Body.String(), "190 of 400 tasks passed") {
		t.Errorf("a pass rate is not one of passes: status %d", rec.Code)
	}
}
