package transcripts_test

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func mustRun(t *testing.T, db *ingesttest.DB, slug string) results.Run {
	t.Helper()
	return must.Get(db.FindRun(t.Context(), slug))(t)
}

// trial finds a trial of a run with its details.
func trial(t *testing.T, db *ingesttest.DB, run, scenario, task string) results.StoredTrial {
	t.Helper()
	tr, err := db.FindTrial(t.Context(), run, scenario, task, 0)
	if err != nil {
		t.Fatalf("find %s/%s of %s: %v", scenario, task, run, err)
	}
	return tr
}

// claimed lists the directories that the format claims.
func claimed(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var dirs []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		entries, err := fs.ReadDir(fsys, name)
		for _, it := range (transcripts.Format{}).Detect(fsys, name, entries) {
			if it.Lacks != "" {
				continue // it is told of and not read
			}
			if !it.Shallow || it.Kind != ingest.KindRuns {
				t.Errorf("%s: claimed as %+v, want a shallow claim of runs", name, it)
			}
			dirs = append(dirs, it.Dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

const (
	atifDoc  = `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1","model_name":"v/m"},"steps":[{"step_id":1,"source":"user","message":"go"},{"step_id":2,"source":"agent","message":"done"}]}`
	claude   = `{"parentUuid":null,"type":"user","sessionId":"s1","uuid":"u1","message":{"role":"user","content":"go"}}` + "\n" + `{"type":"assistant","sessionId":"s1","uuid":"u2","message":{"id":"m","role":"assistant","model":"claude-x","content":[{"type":"text","text":"done"}]}}` + "\n"
	openAI   = `{"role":"user","content":"go"}` + "\n" + `{"role":"assistant","content":"done","model":"gpt-x"}` + "\n"
	openClaw = `{"type":"session","version":3,"id":"s","timestamp":"2026-03-19T16:09:24.683Z"}` + "\n" +
		`{"type":"message","id":"1","parentId":null,"timestamp":"2026-03-19T16:09:25.690Z","message":{"role":"user","content":"go"}}` + "\n" +
		`{"type":"custom","id":"m","parentId":"1","customType":"model-snapshot","timestamp":"2026-03-19T16:09:25.691Z"}` + "\n" +
		`{"type":"message","id":"2","parentId":"m","timestamp":"2026-03-19T16:09:26.690Z","message":{"role":"assistant","model":"kimi-x","provider":"p","content":[{"type":"text","text":"done"}]}}` + "\n"
)

func TestDetect(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	tests := []struct {
		name, file, data string
		want             bool
	}{
		{"ATIF", "a.json", atifDoc, true},
		{"ATIF with a byte order mark", "a.json", "\xef\xbb\xbf" + atifDoc, true},
		{"ATIF, version last", "a.json", `{"agent":{"name":"a"},"steps":[],"schema_version":"ATIF-v1.6"}`, true},
		{"ATIF, long", "a.json", `{"schema_version":"ATIF-v1.6","agent":{"name":"` + long + `"},"steps":[]}`, true},
		{"OpenClaw", "s.jsonl", openClaw, true},
		{"Claude Code", "s.jsonl", claude, true},
		{"Codex rollout", "s.jsonl", `{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}`, true},
		{"Codex events", "s.jsonl", `{"type":"thread.started","thread_id":"x"}`, true},
		{"OpenCode", "s.jsonl", `{"type":"step_start","sessionID":"ses_x","part":{"type":"step-start"}}`, true},
		{"chat lines", "s.ndjson", openAI, true},
		{"chat array", "s.json", `[{"role":"user","content":"go"},{"role":"assistant","content":"done"}]`, true},
		{"chat object", "s.json", `{"model":"m","messages":[{"role":"user","content":"go"},{"role":"assistant","content":"x"}]}`, true},
		{"chat with a long first prompt", "s.json", `[{"role":"user","content":"` + long + `"},{"role":"assistant","content":"done"}]`, true},

		{"a list that names ATIF", "index.json", `[{"file":"x","schema_version":"ATIF-v1.6","steps":4}]`, false},
		{"an object that names ATIF deeper", "x.json", `{"doc":{"schema_version":"ATIF-v1.6","steps":[]}}`, false},
		{"a schema without steps", "x.json", `{"schema_version":"ATIF-v1.6"}`, false},
		{"a package", "package.json", `{"name":"x","version":"1","messages":["a"]}`, false},
		{"a request", "request.json", `{"model":"m","messages":[{"role":"system","content":"x"},{"role":"user","content":"go"}]}`, false},
		{"prompts", "prompts.jsonl", `{"role":"user","content":"go"}`, false},
		{"users", "users.json", `[{"role":"admin","content":"x"},{"role":"member","content":"x"}]`, false},
		{"a table", "rows.jsonl", `{"id":1,"score":0.5}` + "\n" + `{"id":2,"score":1}`, false},
		{"events of something else", "e.jsonl", `{"type":"message","id":"1","text":"hello"}`, false},
		{"a log of JSON and text", "run.jsonl", "starting\n" + openAI, false},
		{"text that is a transcript", "run.log", openAI, false},
		{"text that is a transcript too", "run.txt", atifDoc, false},
		{"empty", "x.jsonl", "", false},
		{"not JSON", "x.json", `{"schema_version":"ATIF`, false},
		{"several documents", "x.jsonl", atifDoc + "\n" + atifDoc, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := claimed(t, fstest.MapFS{"d/" + test.file: {Data: []byte(test.data)}})
			if (len(got) == 1 && got[0] == "d") != test.want || len(got) > 1 {
				t.Errorf("claims %v, want %v", got, test.want)
			}
		})
	}
}

// TestDialects reads one file of each dialect, all in one directory.
func TestDialects(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, os.DirFS(path.Join("..", "trace", "testdata")), ingest.Identity{})
	if len(rep.Refused) > 0 {
		t.Fatalf("refused: %v", rep.Refused)
	}
	got := map[string][]string{}
	for _, r := range rep.Runs {
		if c := r.Counts; c.Missing != 0 || c.Scored != 0 || c.Expected == 0 || c.Expected != c.NotJudged {
			t.Errorf("%s counts %+v, want its own transcripts and nothing else", r.Run, c)
		}
		trials := must.Get(db.RunTrials(t.Context(), mustRun(t, db, r.Run).ID, ""))(t)
		key := r.System.Framework + " " + r.System.Model
		for _, tr := range trials {
			got[key] = append(got[key], tr.Scenario+"/"+tr.Task)
			if tr.Status != results.NotJudged || tr.Score != nil || tr.StepsTotal == 0 {
				t.Errorf("%s: status %s, score %v, %d steps", tr.Task, tr.Status, tr.Score, tr.StepsTotal)
			}
		}
	}
	want := map[string][]string{
		" claude-haiku-4-5":             {"test/openai-sessions"},
		" glm-5":                        {"test/openai-messages"},
		" kimi-k2.6":                    {"test/claw-eval"},
		" unrecorded":                   {"test/openclaw-old"},
		"copilot-cli gpt-5-mini":        {"test/copilot"},
		"cursor-agent unrecorded":       {"test/cursor"},
		"gemini-cli gemini-2.5-pro":     {"test/gemini-session"},
		"gemini-cli gemini-3-pro":       {"test/gemini-log"},
		"claude-code claude-sonnet-4-6": {"test/claude-session", "test/claude-stream"},
		"claude-code unrecorded":        {"test/claude-messages"},
		"codex gpt-5.5":                 {"test/codex-rollout"},
		"codex unrecorded":              {"test/codex-events", "test/codex-exec"},
		"goose unrecorded":              {"test/atif-1.0"},
		"openclaw gpt-5.5":              {"test/openclaw-messages"},
		"openclaw kimi-k2.5":            {"test/openclaw-session"},
		"openclaw kimi-k2.6":            {"test/openclaw-branch", "test/openclaw.trajectory"},
		"opencode unrecorded":           {"test/opencode-events", "test/opencode"},
		"terminus-2 gpt-5":              {"test/atif"}, // with its continuation and its sub-agent
	}
	must.Same(t, want, got, "runs")
}

// TestParts reads a file that another one names with that one.
func TestParts(t *testing.T) {
	doc := func(session, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"schema_version":"ATIF-v1.6","session_id":"` + session + `","agent":{"name":"a","version":"1","model_name":"m"},"steps":[{"step_id":1,"source":"agent","message":"` + session + `"}]` + more + `}`)}
	}
	next := func(name string) string { return `,"continued_trajectory_ref":"` + name + `"` }
	tests := []struct {
		name string
		fsys fstest.MapFS
		want map[string]int // steps by task
	}{
		{"continuation", fstest.MapFS{"d/one.json": doc("1", next("two.json")), "d/two.json": doc("2", "")}, map[string]int{"one": 2}},
		{"named by a later file", fstest.MapFS{"d/a.json": doc("1", ""), "d/b.json": doc("2", next("a.json"))}, map[string]int{"b": 2}},
		{"chain", fstest.MapFS{"d/a.json": doc("1", next("b.json")), "d/b.json": doc("2", next("c.json")), "d/c.json": doc("3", "")}, map[string]int{"a": 3}},
		{"circle", fstest.MapFS{"d/a.json": doc("1", next("b.json")), "d/b.json": doc("2", next("a.json"))}, map[string]int{"a": 2}},
		{"itself", fstest.MapFS{"d/a.json": doc("1", next("a.json"))}, map[string]int{"a": 1}},
		{"missing", fstest.MapFS{"d/a.json": doc("1", next("gone.json"))}, map[string]int{"a": 1}},
		{"outside", fstest.MapFS{"d/a.json": doc("1", next("../e/b.json")), "e/b.txt": doc("2", "")}, map[string]int{"a": 1}},
		{"same names", fstest.MapFS{"d/a.json": doc("1", ""), "d/A.json": doc("2", "")}, map[string]int{"a": 1, "a-2": 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			rep := ingesttest.Load(t, db, test.fsys, ingest.Identity{})
			if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
				t.Fatalf("got %d runs, refused %v", len(rep.Runs), rep.Refused)
			}
			trials := must.Get(db.RunTrials(t.Context(), mustRun(t, db, rep.Runs[0].Run).ID, "d"))(t)
			got := map[string]int{}
			for _, tr := range trials {
				got[tr.Task] = tr.StepsTotal
			}
			must.Same(t, test.want, got, "steps by task")
		})
	}
}

// TestPartsBelow reads the sub-agents in directories below a document with it,
// and what it does not name on its own.
func TestPartsBelow(t *testing.T) {
	main := `{"schema_version":"ATIF-v1.6","session_id":"s","agent":{"name":"a","version":"1","model_name":"m"},"steps":[` +
		`{"step_id":1,"source":"agent","message":"go","tool_calls":[{"tool_call_id":"c","function_name":"f","arguments":{}}],` +
		`"observation":{"results":[{"source_call_id":"c","content":"x","subagent_trajectory_ref":[{"session_id":"t","trajectory_path":"runs/1/sub.json"}]}]}}]}`
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"d/main.json":         {Data: []byte(main)},
		"d/runs/1/sub.json":   {Data: []byte(atifDoc)},
		"d/runs/1/other.json": {Data: []byte(atifDoc)},
	}, ingest.Identity{})
	if len(rep.Runs) != 2 || len(rep.Refused) != 0 {
		t.Fatalf("got %d runs, refused %v", len(rep.Runs), rep.Refused)
	}
	if got := trial(t, db, rep.Runs[0].Run, "d", "main").StepsTotal; got != 3 {
		t.Errorf("main document has %d steps, want its own and the two of its sub-agent", got)
	}
	if got := trial(t, db, rep.Runs[1].Run, "1", "other").StepsTotal; got != 2 {
		t.Errorf("the other document has %d steps, want 2", got)
	}
	if d, err := db.FindDataset(t.Context(), "transcripts"); err != nil || len(d.Tasks) != 2 {
		t.Errorf("got tasks %+v, %v, want main and other", d.Tasks, err)
	}
}

// TestSubagentFiles keeps the files of Claude Code's sub-agents with their
// session, in the old and in the new place, and shows their steps in its trace, also
// of those that no call names.
func TestSubagentFiles(t *testing.T) {
	side := `{"parentUuid":null,"isSidechain":true,"type":"assistant","sessionId":"s1","uuid":"x","message":{"role":"assistant","model":"m","content":"aside"}}`
	for _, name := range []string{"p/agent-1.jsonl", "p/s1/subagents/agent-1.jsonl"} {
		t.Run(name, func(t *testing.T) {
			db := ingesttest.Open(t)
			rep := ingesttest.Load(t, db, fstest.MapFS{"p/s1.jsonl": {Data: []byte(claude)}, name: {Data: []byte(side)}}, ingest.Identity{})
			if len(rep.Runs) != 1 || len(rep.Refused) != 0 {
				t.Fatalf("got %d runs, refused %v", len(rep.Runs), rep.Refused)
			}
			r := rep.Runs[0]
			if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "no call names the sub-agent of "+strings.TrimPrefix(name, "p/")) {
				t.Errorf("warnings %+v, want one about the sub-agent", r.Warnings)
			}
			tr := trial(t, db, r.Run, "p", "s1")
			agents, err := db.TraceAgents(t.Context(), tr.ID)
			if err != nil || len(agents) != 2 || agents[1].Agent != "agent" || agents[1].Said != "aside" || agents[0].Steps+1 != tr.StepsTotal {
				t.Errorf("got agents %+v, %v in %d steps, want the main one and one that said aside", agents, err, tr.StepsTotal)
			}
			raws, err := db.Raws(t.Context(), mustRun(t, db, r.Run).ID, tr.ID)
			if err != nil || len(raws) != 2 {
				t.Errorf("got raw records %+v, %v, want session and sub-agent", raws, err)
			}
		})
	}
}

// TestDetails holds what a trial says of its transcript.
func TestDetails(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"sessions/one.jsonl": {Data: []byte(openClaw)}}, ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("report %+v", rep)
	}
	r := rep.Runs[0]
	if !strings.HasPrefix(r.Run, "transcripts-kimi-x-openclaw-") || r.Complete || r.Counts.NotJudged != 1 || r.Counts.Error != 0 || r.Value != nil {
		t.Errorf("run %+v", r)
	}
	tr := trial(t, db, r.Run, "sessions", "one")
	d := tr.Details
	if d.Prompt != "go" || d.Answer == nil || *d.Answer != "done" || d.Session != "s" || d.SourceTrial != "one.jsonl" {
		t.Errorf("details %+v", d)
	}
	if !strings.HasPrefix(d.TraceNote, "No verdict") || tr.StartedAt == nil || tr.FinishedAt == nil {
		t.Errorf("note %q, from %v to %v", d.TraceNote, tr.StartedAt, tr.FinishedAt)
	}
	raws, err := db.Raws(t.Context(), mustRun(t, db, r.Run).ID, tr.ID)
	if err != nil || len(raws) != 1 {
		t.Fatalf("raw records %v, %v", raws, err)
	}
	if data := must.Get(io.ReadAll(must.Get(db.RawReader(t.Context(), raws[0].ID))(t)))(t); string(data) != openClaw {
		t.Errorf("raw record %q, want the session", data)
	}
}

// TestIdentity fills in what transcripts do not say.
func TestIdentity(t *testing.T) {
	chat := `[{"role":"user","content":"go"},{"role":"assistant","content":"done"}]`
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"chat.json": {Data: []byte(chat)}},
		ingest.Identity{Benchmark: "My Bench", Model: "m-1", Framework: "f-1", Variant: "high", Date: "2026-10-02"})
	if len(rep.Runs) != 1 {
		t.Fatalf("report %+v", rep)
	}
	r := rep.Runs[0]
	want := results.System{Model: "m-1", Framework: "f-1", Variant: "high"}
	if r.Benchmark != "my-bench" || r.System != want || len(r.Warnings) != 0 {
		t.Errorf("benchmark %s, system %+v, warnings %v", r.Benchmark, r.System, r.Warnings)
	}
	if run := mustRun(t, db, r.Run); run.StartedAt == nil || *run.StartedAt != 1790899200000 {
		t.Errorf("started at %v, want the stated date", run.StartedAt)
	}

	rep = ingesttest.Load(t, ingesttest.Open(t), fstest.MapFS{"chat.json": {Data: []byte(chat)}}, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Runs[0].Warnings) != 2 {
		t.Errorf("report %+v, want warnings about model and agent", rep.Runs)
	}
}

// TestModelOfASession holds that an answer which was given up names no session, and that
// a header with a model is pi's.
func TestModelOfASession(t *testing.T) {
	answer := func(id, parent, model string, output int) string {
		return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%q,"timestamp":"2026-03-19T16:09:27.690Z","message":{"role":"assistant","model":%q,"provider":"p","usage":{"input":9,"output":%d},"content":[{"type":"text","text":"done"}]}}`,
			id, parent, model, output) + "\n"
	}
	pi := strings.Replace(openClaw, `"version":3,`, `"version":3,"provider":"p","modelId":"kimi-x",`, 1)
	rep := ingesttest.Load(t, ingesttest.Open(t), fstest.MapFS{"s.jsonl": {Data: []byte(pi + answer("3", "2", "glm-x", 40) + answer("4", "3", "glm-x", 50))}},
		ingest.Identity{})
	if len(rep.Runs) != 1 || rep.Runs[0].System != (results.System{Model: "glm-x", Framework: "pi", Provider: "p"}) {
		t.Errorf("report %+v", rep.Runs)
	}
}

// TestResumedSession holds that what a session repeats of another one counts once, in
// the one that began it, and a line that stands twice in a file as well.
func TestResumedSession(t *testing.T) {
	line := func(uuid, parent, kind, at, message string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%s,"sessionId":"s","requestId":"r-%s","timestamp":"2026-03-19T16:09:%sZ","message":%s}`,
			kind, uuid, parent, message[len(message)-4:len(message)-2], at, message) + "\n"
	}
	answer := func(id string) string {
		return `{"role":"assistant","model":"claude-x","usage":{"input_tokens":10,"output_tokens":5},"content":[{"type":"tool_use","id":"c` + id +
			`","name":"Bash","input":{}}],"id":"m` + id + `"}`
	}
	asked := line("u1", "null", "user", "01", `{"role":"user","content":"go 00"}`)
	first, second := line("u2", `"u1"`, "assistant", "02", answer("01")), line("u3", `"u2"`, "assistant", "03", answer("02"))
	// The program has given the second answer another uuid where it was resumed.
	again, third := line("v3", `"u2"`, "assistant", "03", answer("02")), line("v4", `"v3"`, "assistant", "04", answer("03"))
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"a-later.jsonl": {Data: []byte(asked + first + again + third)}, "b-first.jsonl": {Data: []byte(asked + first + first + second)},
	}, ingest.Identity{})
	for task, want := range map[string][3]int64{"a-later": {4, 1, 5}, "b-first": {3, 2, 10}} {
		tr := trial(t, db, rep.Runs[0].Run, "test", task)
		if got := [3]int64{int64(tr.StepsTotal), int64(tr.ToolCalls), *tr.Usage.Output}; got != want {
			t.Errorf("%s: %v steps, calls and tokens, want %v", task, got, want)
		}
	}
	var warned []string
	for _, w := range rep.Runs[0].Warnings {
		warned = append(warned, w.Message)
	}
	if got := strings.Join(warned, "; "); !strings.Contains(got, "entry repeated from an earlier session: shown but not counted (3 times") ||
		!strings.Contains(got, "line with the uuid of an earlier one is left out") {
		t.Errorf("warned %s", got)
	}
}

// TestDescribedBenchmark adds no task to a benchmark that people have
// described, because every other run would then lack it.
func TestDescribedBenchmark(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	before := must.Get(db.FindDataset(t.Context(), "clawmark"))(t)
	task := before.Tasks[0]
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"d/" + task.Slug + ".jsonl": {Data: []byte(openClaw)},
		"d/nothing-of-theirs.jsonl": {Data: []byte(strings.ReplaceAll(openClaw, "2026-03-19", "2026-03-20"))},
	}, ingest.Identity{Benchmark: "clawmark"})
	if len(rep.Runs) != 1 {
		t.Fatalf("report %+v", rep)
	}
	r := rep.Runs[0]
	if r.Counts.NotJudged != 1 || r.Counts.Expected != len(before.Tasks) || len(r.Warnings) != 1 {
		t.Errorf("counts %+v, warnings %v, want one task of theirs and one warning", r.Counts, r.Warnings)
	}
	trial(t, db, r.Run, task.Scenario, task.Slug)
	trial(t, db, r.Run, "d", "nothing-of-theirs")
	if after, err := db.FindDataset(t.Context(), "clawmark"); err != nil || len(after.Tasks) != len(before.Tasks) {
		t.Errorf("benchmark has %d tasks now, %v, want %d", len(after.Tasks), err, len(before.Tasks))
	}
}

// TestLargeResult: what an agent has read says nothing about the tokens that it wrote.
func TestLargeResult(t *testing.T) {
	session := claude + `{"type":"assistant","sessionId":"s1","uuid":"u4","message":{"id":"n","role":"assistant","model":"claude-x","usage":{"input_tokens":9,"output_tokens":12},"content":[{"type":"tool_use","id":"c","name":"Read","input":{}}]}}` + "\n" +
		`{"type":"user","sessionId":"s1","uuid":"u5","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"` + strings.Repeat("x ", 5000) + `"}]}}` + "\n"
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"d/s1.jsonl": {Data: []byte(session)}}, ingest.Identity{})
	if n := trial(t, db, rep.Runs[0].Run, "d", "s1").Usage.Output; n == nil || *n != 12 || len(rep.Runs[0].Warnings) > 0 {
		t.Errorf("%v output tokens, warned %+v", n, rep.Runs[0].Warnings)
	}
}

// TestDamaged keeps what can be read of a damaged transcript, and says so.
func TestDamaged(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{
		"d/cut.json":   {Data: []byte(strings.Replace(atifDoc, `"done"}]}`, `"do`, 1))},
		"d/whole.json": {Data: []byte(atifDoc)},
	}, ingest.Identity{})
	if len(rep.Refused) != 0 || len(rep.Runs) == 0 {
		t.Fatalf("report %+v", rep)
	}
	var messages []string
	for _, r := range rep.Runs {
		for _, w := range r.Warnings {
			messages = append(messages, w.File+": "+w.Message)
		}
	}
	if all := strings.Join(messages, "\n"); !strings.Contains(all, "d/cut.json") {
		t.Errorf("warnings %q, want one about the cut document", all)
	}
}
