package harbor_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

// TestSignals: what is unusual in a job is listed with its values, and changes no number.
func TestSignals(t *testing.T) {
	const sonnet, one = "claude-sonnet-4-6", "job/one__1aaaaaa/result.json"
	job := labelled(sonnet, "claude-code", sonnet, "claude-code", "")
	change := func(file, old, text string) {
		job[file] = &fstest.MapFile{Data: []byte(strings.Replace(string(job[file].Data), old, text, 1))}
	}
	change("job/config.json", `"n_attempts"`, `"timeout_multiplier": 2.0, "agent_timeout_multiplier": null, "n_attempts"`)
	change(one, `"config": {`, `"config": {"timeout_multiplier": 2.0, "verifier_timeout_multiplier": 1.0, `)
	change(one, `"task_name"`, `"agent_result": {"n_input_tokens": 100, "n_output_tokens": 900000, "cost_usd": 900}, "task_name"`)
	change("job/two__1aaaaaa/result.json", "2026-01-01T00:00:00Z", "2026-01-20T00:00:00Z")
	change("job/two__1aaaaaa/result.json", "2026-01-01T00:01:00Z", "2026-01-20T00:01:00Z")
	change("job/one__1aaaaaa/agent/trajectory.json", `{"step_id": 2,`, `{"step_id": 3, "source": "agent", "message": "hm", "model_name": "claude-haiku-4-5"},
{"step_id": 4, "source": "agent", "message": "hm", "model_name": "`+sonnet+`"}, {"step_id": 2,`)
	job["job/result.json"] = &fstest.MapFile{Data: []byte(`{"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-20T00:02:00Z", "stats": {"n_retries": 3}}`)}
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, job, ingest.Identity{})
	var said []string
	for _, w := range rep.Runs[0].Warnings {
		if text, ok := strings.CutPrefix(w.Message, "signal: "); ok {
			said = append(said, text)
		}
	}
	if want := []string{"timeout_multiplier is 2.0 in the configuration of the job or its trials (1 of 2 trials)", "n_retries is 3 in a job of 2 trials",
		"a second model, claude-haiku-4-5, replied in 1 of 2 trials", "no trial began for 19 days; 1 of 2 trials began after that",
		"900000 output tokens in 60 s are 1.5e+04 per second", "900 dollars for 900100 tokens are 1e+03 per million"}; !slices.Equal(want, said) {
		t.Errorf("said %q", said)
	}
	run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
	if err != nil || !run.Ranked() || run.Facts[results.FactRefuted] != "" {
		t.Errorf("ranked %v, refuted %q (%v), objections %+v", run.Ranked(), run.Facts[results.FactRefuted], err, run.Exclusions)
	}
}

// TestRefuted: a time or cost that the job's own total is not the sum of is noted, and the
// run stays where it is.
func TestRefuted(t *testing.T) {
	for _, c := range []struct{ result, want string }{
		{`"finished_at": "2026-01-01T02:00:00", "stats": {"cost_usd": 0.5, "n_output_tokens": 30}`, ""},
		{`"finished_at": "2026-01-01T02:00:00", "stats": {"cost_usd": 0.05, "n_output_tokens": 60}`, "cost tokens"},
		{`"finished_at": "2026-01-01T00:00:01", "stats": {"cost_usd": 0, "n_output_tokens": null}`, "time"},
		{`"stats": {"cost_usd": 0.05, "n_retries": 1}`, ""},
	} {
		job := labelled("claude-sonnet-4-6", "claude-code", "claude-sonnet-4-6", "claude-code", "")
		const one = "job/one__1aaaaaa/result.json"
		text := strings.Replace(string(job[one].Data), `"task_name"`, `"agent_result": {"n_input_tokens": 100, "n_output_tokens": 30, "cost_usd": 0.5}, "task_name"`, 1)
		job[one] = &fstest.MapFile{Data: []byte(strings.Replace(text, "00:01:00Z", "01:30:00Z", 1))}
		job["job/result.json"] = &fstest.MapFile{Data: []byte(`{"started_at": "2026-01-01T00:00:00", ` + c.result + "}")}
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, job, ingest.Identity{})
		run, err := db.FindRun(t.Context(), rep.Runs[0].Run)
		if err != nil || !run.Ranked() || run.Facts[results.FactRefuted] != c.want {
			t.Errorf("%s: ranked %v, refuted %q (%v), objections %+v", c.result, run.Ranked(), run.Facts[results.FactRefuted], err, run.Exclusions)
		}
	}
}

// TestContrary changes one record of a sound job of two trials. A trial whose records
// contradict each other has no score, and nothing of its run is ranked.
func TestContrary(t *testing.T) {
	const one, two = "job/one__1aaaaaa/", "job/two__1aaaaaa/"
	edit := func(file, old, text string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) {
			was := string(fsys[file].Data)
			if !strings.Contains(was, old) {
				t.Fatalf("%s has no %q", file, old)
			}
			fsys[file] = &fstest.MapFile{Data: []byte(strings.Replace(was, old, text, 1))}
		}
	}
	add := func(file, text string) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) { fsys[file] = &fstest.MapFile{Data: []byte(text)} }
	}
	all := func(list ...func(fstest.MapFS)) func(fstest.MapFS) {
		return func(fsys fstest.MapFS) {
			for _, f := range list {
				f(fsys)
			}
		}
	}
	member := func(dir, text string) func(fstest.MapFS) {
		return edit(dir+"result.json", `"task_name"`, text+`, "task_name"`)
	}
	mean := func(v string) func(fstest.MapFS) {
		return add("job/result.json", `{"stats": {"evals": {"claude-code__claude-sonnet-4-6__set": {"metrics": [{"mean": `+v+`}]}}}}`)
	}
	for _, c := range []struct {
		name   string
		lie    func(fstest.MapFS)
		says   string // part of the exclusion; empty: it is missing
		scored int    // trials that keep their score
	}{
		{"sound", all(add(one+"verifier/reward.txt", "1"), mean("1.0"), member(one, `"task_checksum": "a"`), member(two, `"task_checksum": "b"`)), "", 2},
		{"reward file says 0", add(one+"verifier/reward.txt", "0\n"), "result.json says reward 1, reward.txt says 0", 1},
		{"reward.json says 0", add(one+"verifier/reward.json", `{"reward": 0}`), "result.json says reward 1, reward.json says 0", 1},
		{"the job's mean", mean("0.95"), "it states avg of the run as 0.95, the records give 1", 2},
		{"the job's copy of a result", add("job/result.json", `{"trial_results": [{"trial_name": "two__1aaaaaa", "task_name": "two",
"verifier_result": {"rewards": {"reward": 0}}}]}`), "the job's copy", 1},
		{"the id of another task", edit(one+"result.json", `"path": "set/one"`, `"path": "set/two"`), "its task_name is one, but its task_id states two", 1},
		{"the configuration of another task", edit(one+"result.json", `"config": {`, `"config": {"task": {"path": "set/two"}, `),
			"its configuration states two", 1},
		{"the record of another task renamed", edit(one+"result.json", `"trial_name": "one__1aaaaaa"`, `"trial_name": "two__1aaaaaa"`),
			"two__1aaaaaa is the name of a trial of two", 1},
		{"one checksum", all(member(one, `"task_checksum": "a"`), member(two, `"task_checksum": "a"`)), "2 different tasks of the job have the same task_checksum", 0},
		{"one id", all(member(one, `"id": "a"`), member(two, `"id": "a"`)), "2 trials of the job have the same id", 0},
		{"no verifier", edit(one+"result.json", `"config": {`, `"config": {"verifier": {"disable": true}, `), "its verifier was disabled", 1},
		{"no verifier in the job", edit("job/config.json", `"n_attempts"`, `"verifier": {"disable": true}, "n_attempts"`), "its verifier was disabled", 0},
		{"no time", edit(one+"result.json", "00:01:00Z", "00:00:00Z"), "it began and ended within 0 ms", 1},
		{"the trial of another job", all(add("job/result.json", `{"id": "j1", "stats": {}}`),
			edit(one+"result.json", `"config": {`, `"config": {"job_id": "j2", `), edit(two+"result.json", `"config": {`, `"config": {"job_id": "j1", `)),
			"its configuration names job j2, but it had not ended when its own job j1", 1},
		{"two jobs without a result", all(edit(one+"result.json", `"config": {`, `"config": {"job_id": "j2", `), edit(two+"result.json", `"config": {`, `"config": {"job_id": "j1", `), edit(two+"result.json", "00:00:00Z", "00:00:20Z")), "its configuration names job j2", 1},
		{"a resumed job with a new id", all(edit(one+"result.json", `"config": {`, `"config": {"job_id": "j2", `), edit(two+"result.json", `"config": {`, `"config": {"job_id": "j1", `), edit(two+"result.json", "00:00:00Z", "00:01:00Z"),
			edit(two+"result.json", "00:01:00Z\"}", "00:02:00Z\"}")), "", 2},
		{"all trials of another job", all(add("job/result.json", `{"id": "j1", "started_at": "2026-01-01T02:00:00", "finished_at": "2026-01-01T02:03:00"}`),
			edit(one+"result.json", `"config": {`, `"config": {"job_id": "j2", `)), "it had not ended when its own job j1 began", 1},
		{"a resumed job without a trial to run", all(add("job/result.json", `{"id": "j1", "started_at": "2026-01-01T02:00:00", "finished_at": "2026-01-01T02:00:03"}`),
			edit(one+"result.json", `"config": {`, `"config": {"job_id": "j2", `)), "", 2},
		{"graded again", all(member(one, `"verifier": {"started_at": "2026-01-01T00:00:30Z", "finished_at": "2026-01-01T00:00:40Z"}, "agent_execution": null`),
			edit(one+"result.json", `"config": {`, `"config": {"source_trial": {"action": "regrade", "type": "local"}, `)), "", 2},
		{"no agent", member(one, `"verifier": {"started_at": "2026-01-01T00:00:30Z", "finished_at": "2026-01-01T00:00:40Z"}, "agent_execution": null`),
			"it has a reward, but its agent was never executed", 1},
		{"an agent", member(one, `"verifier": {"started_at": "2026-01-01T00:00:30Z", "finished_at": "2026-01-01T00:00:40Z"}, `+
			`"agent_execution": {"started_at": "2026-01-01T00:00:10Z", "finished_at": "2026-01-01T00:00:30Z"}`), "", 2},
		{"pytest failed", add(one+"verifier/test-stdout.txt", "FAILED test_a.py::test_b\n===== 1 failed, 2 passed in 0.10s =====\n"),
			"The reward is 1, but the verifier's tests ended with 1 failed", 1},
		{"pytest failed and then passed", add(one+"verifier/test-stdout.txt", "== 1 failed, 2 passed in 0.1s ==\nagain\n== 3 passed in 0.1s ==\n"), "", 2},
		{"the agent read the solution", edit(one+"agent/trajectory.json", `"arguments": {}`, `"arguments": {"command": "cat /solution/solve.sh"}`),
			"its agent read /solution/solve.sh", 1},
		{"the agent found no solution", all(edit(one+"agent/trajectory.json", `"arguments": {}`, `"arguments": {"command": "cat /solution/solve.sh"}`),
			edit(one+"agent/trajectory.json", `"content": "x"`, `"content": "cat: /solution/solve.sh: No such file or directory"`)), "", 2},
		{"a solution of its own", edit(one+"agent/trajectory.json", `"arguments": {}`, `"arguments": {"command": "cat /app/solution/a.py > solution/b.py"}`), "", 2},
		{"the prompt names the folder", all(edit(one+"agent/trajectory.json", `"message": "go"`, `"message": "put it into /solution"`),
			edit(one+"agent/trajectory.json", `"arguments": {}`, `"arguments": {"command": "cat /solution/a.sh"}`)), "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			const sonnet = "claude-sonnet-4-6"
			job := labelled(sonnet, "claude-code", sonnet, "claude-code", "")
			c.lie(job)
			db := ingesttest.Open(t)
			rep := ingesttest.Load(t, db, job, ingest.Identity{})
			if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
				t.Fatalf("runs %+v, refused %+v", rep.Runs, rep.Refused)
			}
			run := rep.Runs[0]
			var said []string
			for _, o := range run.Exclusions {
				if said = append(said, o.Message); o.Kind != results.ExclusionContradiction {
					t.Errorf("objection %+v", o)
				}
			}
			if got := strings.Join(said, "; "); !strings.Contains(got, c.says) || (c.says == "") != (got == "") {
				t.Errorf("objections %q, want one with %q", got, c.says)
			}
			if run.Counts.Scored != c.scored {
				t.Errorf("%d trials have a score, want %d", run.Counts.Scored, c.scored)
			}
		})
	}
}
