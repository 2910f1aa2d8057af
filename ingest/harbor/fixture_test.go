package harbor

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// fixture is one of the archives in testdata, below the directory "job".
func fixture(t testing.TB, name string) fs.FS {
	t.Helper()
	a := must.Get(txtar.ParseFile(filepath.Join("testdata", name+".txtar")))(t)
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		fsys["job/"+f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

func readFixture(t testing.TB, name string, sets ...*results.Dataset) *memory {
	t.Helper()
	m := newMemory(sets...)
	read(t, fixture(t, name), m, ingest.Identity{})
	return m
}

// TestFixtures holds everything that is made of each fixture against a golden
// file.
func TestFixtures(t *testing.T) {
	for _, name := range []string{"legacy", "current", "killed", "multistep", "endings", "zero", "inline", "lone", "names"} {
		t.Run(name, func(t *testing.T) {
			golden(t, name+".golden", dump(readFixture(t, name)))
		})
	}
}

// dump writes what a Writer has received as text for people.
func dump(m *memory) string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(m.datasets)) {
		d := m.datasets[id]
		fmt.Fprintf(&b, "benchmark %s %q %s headline=%s\n", id, d.Benchmark.Name, d.Benchmark.Version, d.Benchmark.Headline)
		for _, k := range d.Tasks {
			fmt.Fprintf(&b, "  task %s/%s %d %q %s\n", k.Scenario, k.Slug, k.Ordinal, k.Title, k.Facts.SourcePath)
		}
	}
	for _, r := range m.runs {
		dumpRun(&b, r)
	}
	for _, w := range m.warnings {
		fmt.Fprintf(&b, "warning %s: %s\n", w.File, w.Message)
	}
	return b.String()
}

func dumpRun(b *strings.Builder, r *memoryRun) {
	fmt.Fprintf(b, "run %s %+v %s label=%s scripted=%t\n", r.run.Benchmark, r.run.System, r.run.Evidence, r.run.Label, r.run.Scripted)
	fmt.Fprintf(b, "  started=%s finished=%s reported=%s\n", whole64(r.run.StartedAt), whole64(r.run.FinishedAt),
		reportedText(r.run.Reported))
	for _, k := range slices.Sorted(maps.Keys(r.run.Facts)) {
		fmt.Fprintf(b, "  fact %s=%s\n", k, r.run.Facts[k])
	}
	for _, rec := range r.raws {
		fmt.Fprintf(b, "  raw %s\n", rec.Name)
	}
	for _, tr := range r.trials {
		dumpTrial(b, &tr)
	}
	for _, w := range r.warnings {
		fmt.Fprintf(b, "  warning %s:%d %s\n", w.File, w.Line, w.Message)
	}
}

func dumpTrial(b *strings.Builder, tr *memoryTrial) {
	d := tr.Details
	fmt.Fprintf(b, "  trial %s/%s#%d %s score=%s %s %q\n", tr.Scenario, tr.Task, tr.Attempt, tr.Status, number(tr.Score), d.ErrorType,
		d.ErrorText)
	fmt.Fprintf(b, "    started=%s duration=%s agent=%s in=%s out=%s cached=%s total=%s cost=%s\n", whole64(tr.StartedAt),
		whole64(tr.DurationMS), whole64(tr.AgentMS),
		whole64(tr.Usage.Input), whole64(tr.Usage.Output), whole64(tr.Usage.CacheRead), whole64(tr.Usage.Total), number(tr.Usage.CostUSD))
	for _, c := range tr.Checks {
		fmt.Fprintf(b, "    check %s %s weight=%g passed=%s %q\n", c.Day, c.ID, c.Weight, truth(c.Passed), c.Detail)
	}
	for _, k := range slices.Sorted(maps.Keys(d.Metrics)) {
		fmt.Fprintf(b, "    metric %s=%g\n", k, d.Metrics[k])
	}
	for _, p := range d.Phases {
		fmt.Fprintf(b, "    phase %s %s\n", p.Name, whole64(ingest.Took(p.StartedAt, p.FinishedAt)))
	}
	for _, s := range d.Stages {
		fmt.Fprintf(b, "    stage %s %s score=%s success=%s %q\n", s.ID, s.State, number(s.Score), truth(s.Success), s.Error)
	}
	if v := d.Verdict; v != nil {
		fmt.Fprintf(b, "    verdict passed=%s %q %s\n", truth(v.Passed), v.Stdout, v.File)
	}
	for _, s := range d.Signals {
		fmt.Fprintf(b, "    suspicion %s\n", s)
	}
	fmt.Fprintf(b, "    prompt=%q note=%q session=%s source=%s\n", d.Prompt, d.TraceNote, d.Session, d.SourceTrial)
	for _, rec := range tr.raws {
		fmt.Fprintf(b, "    raw %s %s\n", rec.Name, rec.Media)
	}
	for _, s := range tr.steps {
		dumpStep(b, &s)
	}
}

func dumpStep(b *strings.Builder, s *results.Step) {
	fmt.Fprintf(b, "    step %d %s%s %q calls=%d day=%s\n", s.StepID, s.Source, s.Event, s.Message, len(s.ToolCalls), s.Day)
	if s.Observation == nil {
		return
	}
	for _, r := range s.Observation.Results {
		fmt.Fprintf(b, "      result %q\n", r.Content)
		for _, p := range r.Parts {
			fmt.Fprintf(b, "      part %s %s raw=%s bytes=%d %q\n", p.Type, p.Path, p.Raw, p.Bytes, p.Note)
		}
	}
}

func truth(v *bool) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}

// TestEndings holds each way to end against its status, so that a change of
// the golden file cannot hide a change of the rule.
func TestEndings(t *testing.T) {
	m := readFixture(t, "endings")
	got := map[string]string{}
	for _, tr := range m.runs[0].trials {
		got[tr.Task] = string(tr.Status) + " " + number(tr.Score)
	}
	want := map[string]string{
		"passed": "passed 1", "failed": "failed 0.3", "timeout-scored": "passed 1",
		"exit-scored": "agent_error 0", "exit-unscored": "agent_error 0", "setup-failed": "infra_error 0",
		"cancelled": "infra_error 0", "tests-lost": "infra_error 0", "no-reward-file": "judge_error 0",
		"verifier-slow": "judge_error 0", "exec-slow": "timeout 0", "docker-down": "infra_error 0",
		"adapter-bug": "agent_error 0", "verifier-bug": "judge_error 0", "refused": "agent_error 0",
		"quota": "infra_error 0", "silent": "judge_error 0", "too-much": "judge_error 0", "negative": "judge_error 0",
		"mean-of-two": "failed 0.75", "only-key": "passed 1", "odd-values": "passed 1",
	}
	must.Same(t, want, got, "endings")
}

// TestPictures keeps what the trace refers to and plays, and opens nothing outside of
// the trial.
func TestPictures(t *testing.T) {
	m := readFixture(t, "current")
	var kept []string
	for _, r := range m.runs {
		for _, rec := range r.allRaws() {
			if strings.HasPrefix(rec.Media, "image/") || strings.HasPrefix(rec.Media, "audio/") {
				kept = append(kept, rec.Media+" "+rec.Name)
			}
		}
	}
	want := []string{
		"image/png job/fix-it__ddddddd/agent/images/shot.png",
		"audio/mpeg job/fix-it__ddddddd/agent/sounds/said.mp3",
		"audio/webm job/fix-it__ddddddd/agent/sounds/heard.webm",
	}
	must.Same(t, want, kept, "pictures and sounds")
}

// TestIdentity fills in what records do not state; only the benchmark, which
// for a folder of tasks is no more than the folder's name, can be overruled.
func TestIdentity(t *testing.T) {
	id := ingest.Identity{Benchmark: "My Bench", Model: "other", Framework: "other", Variant: "v2", Provider: "other"}
	m := newMemory()
	read(t, fixture(t, "legacy"), m, id)
	got := m.runs[0].run
	want := results.System{Model: "qwen-x", Framework: "terminus-2", Variant: "v2", Provider: "openrouter"}
	if got.Benchmark != "my-bench" || got.System != want {
		t.Errorf("got %s %+v, want my-bench %+v", got.Benchmark, got.System, want)
	}
}

// TestKnownBenchmarks files trials under the benchmarks that are stored.
func TestKnownBenchmarks(t *testing.T) {
	for _, c := range []struct{ source, path, repo, task, want string }{
		{"liveclawbench", "", "", "email-writing", "liveclawbench domain-2/email-writing"},
		{"liveclawbench@0.2.1", "", "", "mosi/email-writing", "liveclawbench domain-2/email-writing"},
		{"Mosi-AI/LiveClawBench", "", "", "email-writing", "liveclawbench domain-2/email-writing"},
		{"", "../LiveClawBench/tasks/06-email-writing", "", "06-email-writing", "liveclawbench domain-2/email-writing"},
		{"", "tasks/email-writing", "https://github.com/Mosi-AI/LiveClawBench.git", "email-writing",
			"liveclawbench domain-2/email-writing"},
		{"", "here/email-writing", "", "email-writing", "liveclawbench domain-2/email-writing"},
		{"liveclawbench", "", "", "flight-from-v9", "liveclawbench-unlisted liveclawbench/flight-from-v9"},
		{"", "here/never-heard-of", "", "never-heard-of", "harbor-adhoc-here tasks/never-heard-of"},
		{"", "", "", "org/never-heard-of", "harbor-adhoc-org org/never-heard-of"},
		{"", "examples/tasks/x", "", "x", "harbor-adhoc tasks/x"},
		{"", "/home/someone/tasks/x", "", "x", "harbor-adhoc tasks/x"},
		{"clawarena", "", "", "q1", "clawarena-harbor clawarena/q1"},
		{"terminal-bench@2.0", "", "", "chess", "terminal-bench terminal-bench/chess"},
	} {
		name := c.source + c.path + c.task
		t.Run(name, func(t *testing.T) {
			m := newMemory(liveclaw(), &results.Dataset{Benchmark: results.Benchmark{ID: "clawarena", Name: "ClawArena",
				Scoring: results.ScoringClawArena}})
			res := fmt.Sprintf(`{"task_name":%q,"trial_name":"t__0000000","task_id":{"path":%q,"git_url":%q},"source":%q,`+
				`"config":{},"agent_info":{"name":"a","model_info":{"name":"m"}},"verifier_result":{"rewards":{"reward":1}}}`,
				c.task, c.path, c.repo, c.source)
			read(t, fstest.MapFS{"t__0000000/result.json": {Data: []byte(res)}}, m, ingest.Identity{})
			tr := m.runs[0].trials[0]
			if got := m.runs[0].run.Benchmark + " " + tr.Scenario + "/" + tr.Task; got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if d := m.datasets["liveclawbench"]; len(d.Tasks) != 3 {
				t.Errorf("got %d tasks in a described benchmark, want 3", len(d.Tasks))
			}
		})
	}
}

// TestSessionBeside takes the model and the tokens from an agent's own session
// where its trajectory and the result state neither.
func TestSessionBeside(t *testing.T) {
	const result = `{"task_name": "t", "trial_name": "t__7654321", "task_id": {"path": "s/t"}, "source": "set",
	"config": {"trial_name": "t__7654321", "task": {"path": "s/t"}, "agent": {"name": "gateway"}},
		"agent_info": {"name": "gateway", "version": "1", "model_info": null}, "agent_result": null,
		"verifier_result": {"rewards": {"reward": 1}}, "exception_info": null,
		"started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:01:00Z"}`
	const doc = `{"schema_version": "ATIF-v1.2", "session_id": "s", "agent": {"name": "gateway", "version": "1"}, ` +
		`"steps": [{"step_id": 1, "source": "user", "message": "go"}, {"step_id": 2, "source": "agent", "message": "done"%s}]}`
	const session = `{"id": "s", "model": "m-7", "input_tokens": 8, "output_tokens": 164, "cache_read_tokens": 14293, ` +
		`"cache_write_tokens": 14543, "messages": [{"role": "user", "content": "go"}, {"role": "assistant", "content": "done"}]}`
	for _, test := range []struct {
		name, metrics, session string
		model, tokens          string
	}{
		{"only the session says it", "", session, "m-7", "8 164"},
		{"the trajectory says it", `, "model_name": "m-1", "metrics": {"prompt_tokens": 5, "completion_tokens": 6}`, session, "m-1", "5 6"},
		{"a helper speaks first", `}, {"step_id": 3, "source": "agent", "model_name": "m-small", "message": "x", "metrics": {"prompt_tokens": 1, "completion_tokens": 1}},` +
			` {"step_id": 4, "source": "agent", "message": "y", "model_name": "m-1", "metrics": {"prompt_tokens": 5, "completion_tokens": 6}`, session, "m-1", "6 7"},
		{"nobody says it", "", `{"messages": [{"role": "assistant", "content": "done"}]}`, ingest.Unrecorded, "- -"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMemory()
			read(t, fstest.MapFS{
				"x/t__7654321/result.json":                 {Data: []byte(result)},
				"x/t__7654321/agent/trajectory.json":       {Data: fmt.Appendf(nil, doc, test.metrics)},
				"x/t__7654321/agent/gateway-session.jsonl": {Data: []byte(test.session + "\n")},
			}, m, ingest.Identity{})
			must.Equal(t, test.model, m.runs[0].run.System.Model, "model")
			u := m.runs[0].trials[0].Usage
			must.Equal(t, test.tokens, count(u.Input)+" "+count(u.Output), "tokens")
		})
	}
}

func count(n *int64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}
