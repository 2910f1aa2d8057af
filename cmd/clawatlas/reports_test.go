package main

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestReports: small inputs made from public bug reports give the numbers that stand
// beside them.
func TestReports(t *testing.T) {
	shared := os.Getenv("CLAWATLAS_SHARED")
	if shared == "" {
		t.Skip("CLAWATLAS_SHARED is not set")
	}
	dir := filepath.Join(shared, "foreign", "reports")
	var list map[string]struct {
		About  string
		Expect map[string]any
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(filepath.Join(dir, "expected.json")))(t), &list))
	for name, x := range list {
		t.Run(name, func(t *testing.T) {
			v, _ := viewing(t, filepath.Join(dir, name))
			got := reported(t, v)
			for key, want := range x.Expect {
				a, known := got[key]
				if !known {
					t.Errorf("%s: the test compares nothing with it", key)
				} else if a, b := string(must.Get(json.Marshal(a))(t)), string(must.Get(json.Marshal(want))(t)); a != b {
					t.Errorf("%s: %s, want %s (%s)", key, a, b, x.About)
				}
			}
		})
	}
}

// reported are the values of a viewer's runs by the names of expected.json.
func reported(t *testing.T, v *viewer) map[string]any {
	t.Helper()
	ctx := t.Context()
	var all results.Metrics
	var text strings.Builder
	n := map[string]int{}
	models, last, page, api := map[string]bool{}, map[string]any{}, 0, 0
	score, started := 0.0, ""
	var run results.Run
	for _, w := range must.Get(v.show(ctx))(t).Warnings {
		text.WriteString(w.File + " " + w.Message)
	}
	runs, _ := must.Get2(v.db.Runs(ctx, results.RunFilter{Limit: 100}))(t)
	for i := range runs {
		run = runs[i]
		n["objections"] += len(run.Exclusions)
		for _, w := range must.Get(v.db.Warnings(ctx, runs[i].ID))(t) {
			text.WriteString(w.Message)
		}
		for _, x := range must.Get(v.db.RunTrials(ctx, runs[i].ID, ""))(t) {
			x = must.Get(v.db.FindTrial(ctx, run.Slug, x.Scenario, x.Task, x.Attempt))(t)
			trial := &x.Trial
			at := "/runs/" + run.Slug + "/" + trial.Scenario + "/" + trial.Task
			body := ""
			page, body = v.get(at)
			api, _ = v.get("/api/v1" + at)
			text.WriteString(body)
			n["trials"]++
			n["trials "+string(trial.Status)]++
			n["calls"] += trial.ToolCalls
			n["failed"] += trial.FailedCalls
			if trial.Score != nil {
				score += *trial.Score
			}
			if trial.StartedAt != nil {
				started = time.UnixMilli(*trial.StartedAt).UTC().Format(time.RFC3339)
			}
			if d := trial.Details.Did; d != nil {
				n["unanswered"] += d.Unanswered
				n["prompts"] += d.Prompts
				n["answers"] += d.ModelCalls
			}
			u := trial.Usage
			all.Add(&results.Metrics{PromptTokens: u.Input, CompletionTokens: u.Output, CachedTokens: u.CacheRead, CacheWriteTokens: u.CacheWrite,
				CostUSD: u.CostUSD})
			last = map[string]any{"calls": trial.ToolCalls, "tokens_in_all": results.Sum(u.Input, u.CacheRead), "tokens_out": u.Output}
			rows := must.Get(v.db.StepRows(ctx, &x, 1, trial.StepsTotal))(t)
			for _, s := range must.Get(v.db.Steps(ctx, &x, rows))(t) {
				if s.ModelName != "" {
					models[s.ModelName] = true
				}
				if s.Event == "compaction" && s.Compaction.TokensBefore != nil {
					n["compactions"]++
				}
			}
		}
	}
	holds := func(part string) bool { return strings.Contains(text.String(), part) }
	then := func(holds bool, value string) string { return map[bool]string{true: value}[holds] }
	framework := run.System.Framework
	if framework == "pi" || framework == "" {
		framework = "not openclaw (pi, or unknown)"
	}
	out := map[string]any{
		"tokens_in": all.PromptTokens, "tokens_in_all": results.Sum(all.PromptTokens, all.CachedTokens), "tokens_out": all.CompletionTokens,
		"cache_read": all.CachedTokens, "cache_write": all.CacheWriteTokens, "cost": math.Round(1e6**cmp.Or(all.CostUSD, new(0.0))) / 1e6,
		"sessions": n["trials"], "errors": n["trials judge_error"] + n["trials agent_error"] + n["trials infra_error"], "failed_trials": n["trials failed"],
		"mean": score / float64(n["trials"]), "avg": score / float64(n["trials"]), "started_utc": started, "child_own": last,
		"model": run.ModelName, "framework": framework, "models": slices.SortedFunc(maps.Keys(models), func(a, b string) int { return strings.Compare(b, a) }),
		"passed": n["trials passed"], "page": page, "api": api, "advice_shown": holds("Check the lock order first."), "verifier_timeout_named": holds("VerifierTimeoutError"),
		"journal": "not a session", "note": "or refused with the word UTF-16 and what to do", "summary_whole": then(holds("LASTWORD"), "LASTWORD"),
		"said": then(holds("0001.trajectory.jsonl repeats the session in 13-openclaw-pair/agents/main/sessions/0c111111-0000-4000-8000-000000000001.jsonl"), "the trajectory file holds a turn that the session lacks (or: is not read)"),
	}
	for _, key := range []string{"trials", "calls", "failed", "unanswered", "prompts", "answers", "objections", "compactions"} {
		out[key] = n[key]
	}
	return out
}
