package harbor

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
)

// made is a job that a test makes up.
type made struct{ fstest.MapFS }

func newJob(config, result string) made {
	m := made{fstest.MapFS{}}
	if config != "" {
		m.MapFS["job/config.json"] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"job_name": "job", "agents": [{"name": "a", "model_name": "p/m"}], %s}`, config)}
	}
	if result != "" {
		m.MapFS["job/result.json"] = &fstest.MapFile{Data: []byte(result)}
	}
	return m
}

// trial adds a trial of a task; end is members of its result.
func (m made) trial(task, id, end string) made {
	m.MapFS["job/"+task+"__"+id+"/result.json"] = &fstest.MapFile{Data: fmt.Appendf(nil,
		`{"task_name": %[1]q, "trial_name": "%[1]s__%[2]s", "task_id": {"path": "set/%[1]s"}, "source": "set",
		"config": {"trial_name": "%[1]s__%[2]s", "task": {"path": "set/%[1]s"}, "agent": {"name": "a", "model_name": "p/m"}},
"agent_info": {"name": "a", "version": "1", "model_info": {"name": "m", "provider": "p"}}, "started_at": "2026-01-01T00:00:0%[3]cZ",
"agent_execution": {"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"},
%[4]s}`, task, id, id[0], end)}
	return m
}

const finished = `"finished_at": "2026-01-01T00:01:00Z"`

func reward(raw string) string {
	return `"verifier_result": {"rewards": ` + raw + `}, "exception_info": null, ` + finished
}

func crash(kind string) string {
	return `"verifier_result": null, "exception_info": {"exception_type": "` + kind +
		`", "exception_message": "it broke", "exception_traceback": ""}, ` + finished
}

// scoreOf scores the only run of m as the store would.
func scoreOf(t *testing.T, m *memory) (results.Counts, bool, map[string]float64) {
	t.Helper()
	if len(m.runs) != 1 {
		t.Fatalf("got %d runs, want 1", len(m.runs))
	}
	return scoreRun(m, m.runs[0])
}

func scoreRun(m *memory, r *memoryRun) (results.Counts, bool, map[string]float64) {
	var trials []results.Trial
	for _, tr := range r.trials {
		trials = append(trials, tr.Trial)
	}
	counts, complete, list := score.Run(results.ScoringReward, m.datasets[r.run.Benchmark].Tasks, trials)
	out := map[string]float64{}
	for _, x := range list {
		if v := x.Recorded(); x.Scope == "" && x.Convention == "" && v != nil {
			out[x.Key] = *v // also of an incomplete run, which has bounds and no value
		}
	}
	return counts, complete, out
}

// TestCrashGainsNothing is the job of the first lie: one pass and three attempts
// that ended without a reward. Harbor says 0.25.
func TestCrashGainsNothing(t *testing.T) {
	job := newJob(`"n_attempts": 4`, `{"id": "x", "n_total_trials": 4, "stats": {"evals": {"a__m__set": {"n_trials": 1, `+
		`"n_errors": 3, "metrics": [{"mean": 0.25}]}}}}`).
		trial("one", "1aaaaaa", reward(`{"reward": 1}`)).trial("one", "2aaaaaa", crash("AgentTimeoutError")).
		trial("one", "3aaaaaa", crash("NonZeroAgentExitCodeError")).trial("one", "4aaaaaa", crash("EnvironmentStartTimeoutError"))
	m := newMemory()
	read(t, job, m, ingest.Identity{})
	counts, complete, got := scoreOf(t, m)
	if !complete || counts.Scored != 4 || counts.Passed != 1 || counts.Timeout != 1 || counts.Error != 2 {
		t.Errorf("complete %v, counts %+v", complete, counts)
	}
	for key, want := range map[string]float64{"avg": 0.25, "best": 1, "pass_rate": 0.25, "pass_at_2": 0.5, "pass_hat_2": 0,
		"avg_judged": 1} {
		if math.Abs(got[key]-want) > 1e-12 || math.IsNaN(got[key]) {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	for _, tr := range m.runs[0].trials[1:] {
		if tr.Details.Verdict != nil || len(tr.Checks) != 0 || !strings.Contains(tr.Details.ErrorText, counts0) ||
			!strings.Contains(tr.Details.ErrorText, "it broke") {
			t.Errorf("trial %d looks judged, or does not say why it counts 0: %+v", tr.Attempt, tr.Details)
		}
	}
	if w := m.runs[0].warnings; len(w) != 0 {
		t.Errorf("warnings %v", w)
	}
}

// TestSpoiledRewards gives each reward that is none: the attempt scores 0 and
// says so, and a key's name decides nothing.
func TestSpoiledRewards(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{`{"outside_links": 1, "clean": 0.5}`, "failed 0.75 "},
		{`{"outside": 1}`, "passed 1 "},
		{`{"reward": 1.5}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": -0.1}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": 1e400}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": "1"}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": null}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": [1]}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": "1", "bonus": 1}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": 1, "bonus": 7}`, "passed 1 "},
		{`{"a": 1, "b": 1.01}`, "judge_error 0 RewardSpoiled"},
		{`{"a": 1, "b": "x"}`, "judge_error 0 RewardSpoiled"},
		{`{"reward": true}`, "passed 1 "},
		{`{"reward": false}`, "failed 0 "},
		{`{"_meta_reward": 1}`, "judge_error 0 NoReward"},
		{`{"reward": NaN}`, "judge_error 0 UnreadableResult"},
		{`{"reward": 0, "reward": 1}`, "judge_error 0 UnreadableResult"},
	} {
		t.Run(c.raw, func(t *testing.T) {
			m := newMemory()
			read(t, newJob(`"n_attempts": 2`, "").trial("one", "1aaaaaa", reward(`{"reward": 1}`)).trial("one", "2aaaaaa", reward(c.raw)),
				m, ingest.Identity{})
			if len(m.runs) != 1 && !strings.Contains(c.want, unreadable) {
				t.Fatalf("got %d runs", len(m.runs))
			}
			var tr memoryTrial
			for _, r := range m.runs {
				for _, x := range r.trials {
					if x.Details.SourceTrial == "one__2aaaaaa" {
						tr = x
					}
				}
			}
			if got := fmt.Sprintf("%s %s %s", tr.Status, number(tr.Score), tr.Details.ErrorType); got != c.want {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			if tr.Status != results.JudgeError {
				return
			}
			if !strings.Contains(tr.Details.ErrorText, counts0) || tr.Details.Verdict != nil {
				t.Errorf("details do not say why it counts 0: %+v", tr.Details)
			}
			for _, check := range tr.Checks {
				if check.Passed != nil && check.Weight > 0 && tr.Details.ErrorType == spoiled && (check.ID == "reward" || check.ID == "b") {
					t.Errorf("check %+v looks judged", check)
				}
			}
		})
	}
}

// TestPlan holds which runs are complete, and what is missing of the others.
func TestPlan(t *testing.T) {
	pass, zero := reward(`{"reward": 1}`), reward(`{"reward": 0}`)
	open := `"verifier_result": null, "exception_info": null, "finished_at": null`
	result := func(n string) string { return `{"id": "x", "n_total_trials": ` + n + `, "stats": {"evals": {}}}` }
	for _, c := range []struct {
		name    string
		job     made
		whole   bool
		missing int
	}{
		{"all attempts", newJob(`"n_attempts": 2`, result("2")).trial("one", "1aaaaaa", pass).trial("one", "2aaaaaa", crash("X")), true, 0},
		{"an attempt has no record", newJob(`"n_attempts": 2`, "").trial("one", "1aaaaaa", pass), false, 1},
		{"fewer attempts than at another task", newJob("\"x\": 1", "").trial("one", "1aaaaaa", pass).trial("one", "2aaaaaa",
			zero).trial("two", "3aaaaaa", pass), false, 1},
		{"fewer attempts and no configuration", newJob("", "").trial("one", "1aaaaaa", pass).trial("one", "2aaaaaa", zero).trial("two",
			"3aaaaaa", pass), false, 1},
		{"more attempts than the configuration says", newJob(`"n_attempts": 1`, "").trial("one", "1aaaaaa", pass).trial("one", "2aaaaaa",
			zero).trial("two", "3aaaaaa", pass), false, 1},
		{"a planned task has no record", newJob(`"n_attempts": 2, "tasks": [{"path": "set/one"}, {"path": "set/two"}]`, "").trial("one",
			"1aaaaaa", pass).trial("one", "2aaaaaa", pass), false, 2},
		{"a task of the dataset has no record",
			newJob(`"n_attempts": 1, "datasets": [{"path": "x/set", "task_names": ["one", "two", "th*"]}]`, "").trial("one", "1aaaaaa",
				pass), false, 1},
		{"the result counts more trials", newJob(`"n_attempts": 1, "datasets": [{"path": "x/set"}]`, result("3")).trial("one", "1aaaaaa",
			pass).trial("two", "2aaaaaa", pass), false, 1},
		{"the trial was killed", newJob(`"n_attempts": 2`, "").trial("one", "1aaaaaa", pass).trial("one", "2aaaaaa", open), false, 0},
		{"attempts that no job has", newJob(`"n_attempts": "2"`, "").trial("one", "1aaaaaa", pass), true, 0},
		{"attempts beyond belief", newJob(`"n_attempts": 1e12`, result("1e300")).trial("one", "1aaaaaa", pass), true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMemory()
			read(t, c.job, m, ingest.Identity{})
			counts, complete, _ := scoreOf(t, m)
			if complete != c.whole || counts.Missing != c.missing {
				t.Errorf("complete %v, missing %d, want %v, %d: %+v", complete, counts.Missing, c.whole, c.missing, counts)
			}
			for _, tr := range m.runs[0].trials {
				if tr.Status == results.Missing && (tr.Score != nil || !strings.Contains(tr.Details.ErrorText, "planned")) {
					t.Errorf("missing trial %+v", tr.Trial)
				}
			}
		})
	}
}

// TestMissingBound lists no more missing attempts than the bound, and says so.
func TestMissingBound(t *testing.T) {
	g := &group{}
	g.miss(place{}, 3, "x")
	g.miss(place{}, 1_000_000_000, "x")
	g.miss(place{}, 5, "x")
	if len(g.missing) != maxMissing || len(g.warnings) != 2 {
		t.Errorf("got %d missing, warnings %v", len(g.missing), g.warnings)
	}
}

// TestNotJudged leaves the trials of a job without a verifier unscored: nobody
// was asked for a verdict.
func TestNotJudged(t *testing.T) {
	job := newJob(`"n_attempts": 1`, "").trial("one", "1aaaaaa", `"verifier_result": null, "exception_info": null, `+finished)
	f := job.MapFS["job/one__1aaaaaa/result.json"]
	f.Data = []byte(strings.Replace(string(f.Data), `"agent": {`, `"verifier": {"disable": true}, "agent": {`, 1))
	m := newMemory()
	read(t, job, m, ingest.Identity{})
	counts, complete, _ := scoreOf(t, m)
	if complete || counts.NotJudged != 1 || counts.Error != 0 || counts.Scored != 0 {
		t.Errorf("complete %v, counts %+v", complete, counts)
	}
}

// TestPlanOfSeveral plans each task for each agent of the job.
func TestPlanOfSeveral(t *testing.T) {
	job := newJob("", "").trial("one", "1aaaaaa", reward(`{"reward": 1}`)).trial("two", "2aaaaaa", reward(`{"reward": 1}`)).trial("one",
		"3aaaaaa", reward(`{"reward": 1}`))
	job.MapFS["job/config.json"] = &fstest.MapFile{Data: []byte(`{"job_name": "job", "n_attempts": 1, "agents": [{"name": "a", ` +
		`"model_name": "p/m"}, {"name": "b", "model_name": "p/m"}, {"name": "c"}]}`)}
	f := job.MapFS["job/one__3aaaaaa/result.json"]
	f.Data = []byte(strings.ReplaceAll(string(f.Data), `"name": "a"`, `"name": "b"`))
	job.MapFS["job/result.json"] = &fstest.MapFile{Data: []byte(`{"id": "x", "n_total_trials": 6, "stats": {"evals": {}}}`)}
	m := newMemory()
	read(t, job, m, ingest.Identity{})
	got := map[string]string{}
	for _, r := range m.runs {
		counts, complete, _ := scoreRun(m, r)
		got[r.run.System.Framework] = fmt.Sprint(counts.Scored, counts.Missing, complete)
	}
	must.Same(t, map[string]string{"a": "2 0 true", "b": "1 1 false"}, got, "runs")
}

// TestModelOfTrace keeps a trial that crashed before its first answer in the
// run of its agent, where only traces name the model.
func TestModelOfTrace(t *testing.T) {
	job := newJob(`"n_attempts": 2`, "").trial("one", "1aaaaaa", reward(`{"reward": 1}`)).trial("one", "2aaaaaa", crash("X"))
	for name, f := range job.MapFS {
		s := strings.ReplaceAll(string(f.Data), `"model_info": {"name": "m", "provider": "p"}`, `"model_info": null`)
		job.MapFS[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(s, `, "model_name": "p/m"`, ""))}
	}
	job.MapFS["job/one__1aaaaaa/agent/trajectory.json"] = &fstest.MapFile{Data: []byte(`{"schema_version": "ATIF-v1.2", ` +
		`"session_id": "s", "agent": {"name": "a", "version": "1", "model_name": "m-7"}, "steps": [{"step_id": 1, ` +
		`"source": "user", "message": "go"}]}`)}
	m := newMemory()
	read(t, job, m, ingest.Identity{})
	counts, complete, got := scoreOf(t, m)
	if !complete || counts.Scored != 2 || got["avg"] != 0.5 || m.runs[0].run.System.Model != "m-7" {
		t.Errorf("model %s, complete %v, counts %+v, avg %v", m.runs[0].run.System.Model, complete, counts, got["avg"])
	}
}

// TestInnerLogs: the logs in a folder of their own are shown where the agent has no other.
func TestInnerLogs(t *testing.T) {
	for log, want := range map[string]int{"": 2, "top": 1} {
		job := newJob(`"n_attempts": 1`, "").trial("one", "1aaaaaa", crash("X"))
		for name, text := range map[string]string{"a.txt": log, "a/stdout": "Error: 429 Too Many Requests", "a/stderr": "e", "a/notes.txt": "n"} {
			job.MapFS["job/one__1aaaaaa/agent/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
		m := newMemory()
		read(t, job, m, ingest.Identity{})
		if got := len(m.runs[0].trials[0].steps); got != want {
			t.Errorf("beside the log %q: %d steps, want %d", log, got, want)
		}
	}
}

// TestLastWords: where the provider refused the agent at the end of a log, the trace ends with it,
// also beside the agent's own transcript.
func TestLastWords(t *testing.T) {
	const doc = `{"schema_version": "ATIF-v1.2", "session_id": "s", "agent": {"name": "a", "version": "1", "model_name": "m"}, ` +
		`"steps": [{"step_id": 1, "source": "user", "message": "go"}, {"step_id": 2, "source": "agent", "message": "on it"}]}`
	const refused = "Error: 429 Too Many Requests"
	for name, tt := range map[string]struct {
		end, log string
		want     string
	}{
		"exit code":             {crash("NonZeroAgentExitCodeError"), "start\n" + refused + "\n    at send (api.js:3)\n}\n", refused},
		"quota":                 {crash("NonZeroAgentExitCodeError"), "You exceeded your current quota, please check your plan\n", "You exceeded your current quota, please check your plan"},
		"timeout":               {crash("AgentTimeoutError"), refused, refused},
		"recovered":             {crash("NonZeroAgentExitCodeError"), refused + "\nretried: ok\n", ""},
		"passed":                {reward(`{"reward": 1}`), refused, ""},
		"failed":                {reward(`{"reward": 0}`), refused, ""},
		"the agent's own words": {crash("NonZeroAgentExitCodeError"), "I have added a rate limiter.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			job := newJob(`"n_attempts": 1`, "").trial("one", "1aaaaaa", tt.end)
			job.MapFS["job/one__1aaaaaa/agent/trajectory.json"] = &fstest.MapFile{Data: []byte(doc)}
			job.MapFS["job/one__1aaaaaa/agent/a/stderr"] = &fstest.MapFile{Data: []byte(tt.log)}
			m := newMemory()
			read(t, job, m, ingest.Identity{})
			got := ""
			if steps := m.runs[0].trials[0].steps; len(steps) > 2 {
				got = steps[2].Message
			}
			must.Equal(t, tt.want, got, "last step")
		})
	}
}

// TestRewardFileBeside holds that a reward file does not outweigh a result that
// ended without a reward, and does stand where there is no result.
func TestRewardFileBeside(t *testing.T) {
	for _, c := range []struct{ end, file, want string }{
		{crash("VerifierTimeoutError"), "1", "judge_error 0"},
		{"", "1", "passed 1"},
		{"", "nan", "judge_error 0"},
		{"", "2", "judge_error 0"},
		{"", "", "infra_error -"},
	} {
		job := newJob(`"n_attempts": 1`, "").trial("one", "1aaaaaa", c.end)
		if c.end == "" {
			delete(job.MapFS, "job/one__1aaaaaa/result.json")
			job.MapFS["job/one__1aaaaaa/config.json"] = &fstest.MapFile{Data: []byte(`{"trial_name": "one__1aaaaaa", ` +
				`"task": {"path": "set/one"}, "agent": {"name": "a", "model_name": "p/m"}}`)}
		}
		job.MapFS["job/one__1aaaaaa/verifier/reward.txt"] = &fstest.MapFile{Data: []byte(c.file)}
		m := newMemory()
		read(t, job, m, ingest.Identity{})
		tr := m.runs[0].trials[0]
		must.Equal(t, c.want, string(tr.Status)+" "+number(tr.Score), "%q with %q", c.end, c.file)
	}
}
