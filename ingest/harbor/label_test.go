package harbor_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// labelled is a job of two trials: what configuration and result say of model
// and agent, what the traces say, and what a sub-agent of the first one says.
func labelled(model, agent, traced, tracedAgent, sub string) fstest.MapFS {
	fsys := fstest.MapFS{"job/config.json": {Data: []byte(`{"job_name": "job", "n_attempts": 1, "agents": [{"name": "a"}]}`)}}
	for _, task := range []string{"one", "two"} {
		dir := "job/" + task + "__1aaaaaa/"
		fsys[dir+"result.json"] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"task_name": %[1]q, "trial_name": "%[1]s__1aaaaaa", "task_id": {"path": "set/%[1]s"}, "source": "set",
"config": {"agent": {"name": %[3]q, "model_name": "p/%[2]s"}}, "agent_info": {"name": %[3]q, "version": "1",
"model_info": {"name": %[2]q, "provider": "p"}},
"verifier_result": {"rewards": {"reward": 1}}, "started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}`, task, model,
			agent)}
		subs := ""
		if sub != "" && task == "one" {
			subs = fmt.Sprintf(`, "subagent_trajectories": [{"schema_version": "ATIF-v1.7", "trajectory_id": "s1", `+
				`"agent": {"name": %q, "version": "1", "model_name": %[2]q}, "steps": [`+
				`{"step_id": 1, "source": "agent", "message": "a", "model_name": %[2]q}, {"step_id": 2, "source": "agent", `+
				`"message": "b", "model_name": %[2]q}]}]`, tracedAgent, sub)
		}
		fsys[dir+"agent/trajectory.json"] = &fstest.MapFile{Data: fmt.Appendf(nil,
			`{"schema_version": "ATIF-v1.7", "session_id": "s", "agent": {"name": %q, "version": "1", "model_name": %[2]q}, "steps": [
{"step_id": 1, "source": "user", "message": "go"}, {"step_id": 2, "source": "agent", "message": "done", "model_name": %[2]q,
"tool_calls": [{"tool_call_id": "c", "function_name": "task", "arguments": {}}],
"observation": {"results": [{"source_call_id": "c", "content": "x", "subagent_trajectory_ref": [{"trajectory_id": "s1"}]}]}}]%s}`,
			tracedAgent, traced, subs)}
	}
	return fsys
}

// TestLabel holds what each trial's records and the caller say of model and
// agent against each other.
func TestLabel(t *testing.T) {
	const sonnet, haiku, gpt = "claude-sonnet-4-6", "claude-haiku-4-5-20251001", "gpt-5.5"
	for _, c := range []struct {
		name    string
		job     fstest.MapFS
		id      ingest.Identity
		want    results.ExclusionKind
		warning bool
	}{
		{"all agree", labelled(sonnet, "claude-code", sonnet, "claude-code", ""), ingest.Identity{}, "", false},
		{"the caller agrees in other words", labelled(sonnet, "claude-code", sonnet, "claude-code", ""),
			ingest.Identity{Model: "claude-sonnet-4.6", Framework: "Claude Code"}, "", false},
		{"a wrapper of the agent", labelled(sonnet, "persona-claude-code", sonnet, "claude-code", ""), ingest.Identity{}, "", false},
		{"a sub-agent has a small model", labelled(sonnet, "claude-code", sonnet, "claude-code", haiku), ingest.Identity{}, "", false},
		{"traces of another model", labelled(sonnet, "claude-code", gpt, "claude-code", ""), ingest.Identity{}, results.ExclusionModels,
			false},
		{"traces of another agent", labelled(sonnet, "claude-code", sonnet, "codex", ""), ingest.Identity{}, results.ExclusionLabel, false},
		{"the caller names another model", labelled(sonnet, "claude-code", sonnet, "claude-code", ""), ingest.Identity{Model: gpt},
			results.ExclusionLabel, false},
		{"the caller names another agent", labelled(sonnet, "claude-code", sonnet, "claude-code", ""),
			ingest.Identity{Framework: "openclaw"}, results.ExclusionLabel, false},
		{"traces of a model that nobody knows", labelled(sonnet, "claude-code", "inhouse-7", "claude-code", ""), ingest.Identity{}, "", true},
		{"traces of another family", labelled(sonnet, "claude-code", "gpt-inhouse-7", "claude-code", ""), ingest.Identity{}, results.ExclusionModels, false},
		{"traces of the same family", labelled(sonnet, "claude-code", "claude-inhouse-7", "claude-code", ""), ingest.Identity{}, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			if err := db.SaveModels(t.Context(), []results.Model{
				{ID: "claude-sonnet-4.6", Name: "Claude Sonnet 4.6", Vendor: "Anthropic", Aliases: []string{sonnet}},
				{ID: "claude-haiku-4.5", Name: "Claude Haiku 4.5", Vendor: "Anthropic", Aliases: []string{haiku}},
				{ID: gpt, Name: "GPT-5.5", Vendor: "OpenAI"},
			}); err != nil {
				t.Fatal(err)
			}
			rep := ingesttest.Load(t, db, c.job, c.id)
			if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
				t.Fatalf("runs %+v, refused %+v", rep.Runs, rep.Refused)
			}
			run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
			var got results.ExclusionKind
			for _, o := range run.Exclusions {
				got = o.Kind
				if o.Scenarios["set"] != 2 {
					t.Errorf("objection %+v, want one that rests on 2 trials", o)
				}
			}
			if got != c.want || len(run.Exclusions) > 1 {
				t.Errorf("objections %+v, want %q", run.Exclusions, c.want)
			}
			warned := false
			for _, w := range rep.Runs[0].Warnings {
				warned = warned || strings.Contains(w.Message, "inhouse-7")
			}
			if warned != c.warning {
				t.Errorf("warnings %+v", rep.Runs[0].Warnings)
			}
		})
	}
}

// TestRealLoaded runs the tests that load real records, see docs/records.md.
func TestRealLoaded(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"Labels":             testSharedLabels,
		"TaskTreeBesideSite": testTaskTreeBesideSite,
	}, "data", "harbor")
}

// testSharedLabels finds no contradiction in the real jobs and documents: their
// small models belong to sub-agents and their agents to wrappers.
func testSharedLabels(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, os.DirFS(resultstest.Shared(t, "data", "harbor")), ingest.Identity{})
	if len(rep.Runs) < 75 {
		t.Errorf("got %d runs, too few to prove anything", len(rep.Runs))
	}
	for _, r := range rep.Runs {
		run := must.Get(db.FindRun(t.Context(), r.Run))(t)
		for _, o := range run.Exclusions {
			switch o.Kind { // what is no contradiction: jobs over some tasks of a set, and those of no known model
			case results.ExclusionTasks, results.ExclusionReference, results.ExclusionUnnamed:
			default:
				t.Errorf("%s: %+v", r.Run, o)
			}
		}
	}
}
