package clawmark

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
)

const acme = "results/acme_ant-2"

// states writes the stages of a trial as "id:state" or "id:state=score".
func states(t *results.Trial) []string {
	var list []string
	for _, s := range t.Details.Stages {
		text := s.ID + ":" + s.State
		if s.Score != nil {
			text += fmt.Sprintf("=%.4f", *s.Score)
		}
		list = append(list, text)
	}
	return list
}

func TestEndings(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, office(), ingest.Identity{})
	for _, test := range []struct {
		task      string
		status    results.Status
		score     float64 // NaN: none
		kind      string
		evaluated int
		stages    []string
		signal    string
	}{
		{"office_task1", results.Passed, 1, "", 4,
			[]string{"stage0:checked=1.0000", "stage1:checked=1.0000", "final:checked=1.0000"}, ""},
		{"office_task2", results.InfraError, 4 / 26.5, "stage_raised", 2,
			[]string{"stage0:unchecked", "stage1:not_reached", "stage2:not_reached", "final:checked=1.0000"},
			"recorded score 1.0000 covers 2 of 4 checks (weight 4 of 26.5); over the full rubric it is 0.1509"},
		{"office_task3", results.InfraError, 0, "framework_error", 0,
			[]string{"stage0:not_reached", "stage1:not_reached", "FRAMEWORK_ERROR:framework_error"}, ""},
		{"office_task4", results.Timeout, 0.5, "timeout", 3,
			[]string{"stage0:checked=0.0000", "stage1:checked=0.6667"},
			"the agent called no tool, yet 1 of 3 checks passed"},
		{"office_task5", results.JudgeError, math.NaN(), "unreadable_record", 0, nil, ""},
		{"office_task6", results.JudgeError, math.NaN(), "unreadable_record", 0, nil,
			"every call of the model failed (1 of 1)"},
	} {
		t.Run(test.task, func(t *testing.T) {
			got := m.trial(t, test.task)
			if got.Status != test.status || got.Details.ErrorType != test.kind {
				t.Errorf("got %s by %q (%s), want %s by %q", got.Status, got.Details.ErrorType, got.Details.ErrorText, test.status,
					test.kind)
			}
			switch {
			case math.IsNaN(test.score) && got.Score != nil:
				t.Errorf("got score %v, want none", *got.Score)
			case !math.IsNaN(test.score) && (got.Score == nil || !(math.Abs(*got.Score-test.score) <= 1e-12)):
				t.Errorf("got score %v, want %v", got.Score, test.score)
			}
			n := 0
			for _, c := range got.Checks {
				if c.Passed != nil {
					n++
				}
			}
			if n != test.evaluated {
				t.Errorf("got %d evaluated checks, want %d", n, test.evaluated)
			}
			must.Same(t, test.stages, states(&got.Trial), "stages")
			if (test.signal == "") != (len(got.Details.Signals) == 0) || test.signal != "" &&
				!slices.Contains(got.Details.Signals, test.signal) {
				t.Errorf("got suspicions %q, want %q", got.Details.Signals, test.signal)
			}
		})
	}
	broken := m.trial(t, "office_task5").Details.ErrorText
	if !strings.HasPrefix(broken, "line 13: not valid JSON") || !slices.ContainsFunc(m.warnings, func(w results.Warning) bool {
		return w.File == acme+"/office_task5/result.json" && w.Line == 13 && strings.HasSuffix(w.Message, "the trial has no score")
	}) {
		t.Errorf("got %q and %v, want the damaged line", broken, m.warnings)
	}
	if len(m.trials) != 6 {
		t.Errorf("got %d trials, want 6", len(m.trials))
	}
}

// What is stored must give the same task score as the formula of the board.
func TestScoreAgreesWithFormula(t *testing.T) {
	ds := office()
	m := read(t, os.DirFS("testdata"), acme, ds, ingest.Identity{})
	for _, k := range m.trials {
		if k.Score == nil {
			continue
		}
		for _, x := range score.ClawMark(ds.Tasks, []results.Trial{k.Trial}) {
			if x.Scope == "" && x.Key == "score" && !(math.Abs(*x.Value-*k.Score) <= 1e-12) {
				t.Errorf("%s: trial has %v, formula gives %v", k.Task, *k.Score, *x.Value)
			}
			if x.Scope == "" && x.Key == "task_success" && (*x.Value == 1) != (k.Status == results.Passed) {
				t.Errorf("%s: trial is %s, Task Success is %v", k.Task, k.Status, *x.Value)
			}
		}
	}
}

func TestSession(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, office(), ingest.Identity{})
	got := m.trial(t, "office_task1")

	var steps []string
	for _, s := range got.steps {
		steps = append(steps, strings.TrimSpace(s.Day+" "+s.Source+" "+strings.SplitN(s.Message, "\n", 2)[0]))
	}
	want := []string{
		"system bench/acme/ant-2",
		"stage0 user You help the office manager.",
		"stage0 agent",
		"stage0 agent old tail", // the copy on the branch that was kept, not both
		"stage0 agent Plan written.",
		"stage0 agent Done for today.",
		"stage1 user A colleague joins: 13 seats now.",
		"stage1 agent",
		"stage1 agent Seats updated to 13.",
	}
	must.Same(t, want, steps, "steps")

	in, out, cached := int64(9900), int64(160), int64(900)
	usage := results.Usage{Input: &in, Output: &out, CacheRead: &cached}
	gotUsage := got.Usage
	gotUsage.CacheWrite, gotUsage.Total = nil, nil
	must.Same(t, usage, gotUsage, "tokens count once and a cost of 0 is none")
	if got.DurationMS == nil || *got.DurationMS != 190250 {
		t.Errorf("got duration %v, want 190250 ms", got.DurationMS)
	}
	// Day 1 lasts from second 1 to 12, day 2 from 120 to 130.
	if got.AgentMS == nil || *got.AgentMS != 21000 {
		t.Errorf("got agent time %v, want 21000 ms", got.AgentMS)
	}
	if got.Details.Session != "clawmark-0a1b2c3d" || got.Details.Model != "acme/ant-2" ||
		!strings.HasPrefix(got.Details.Prompt, "You help") {
		t.Errorf("got session %q, model %q, prompt %q", got.Details.Session, got.Details.Model, got.Details.Prompt)
	}
	if got.Details.Answer == nil || *got.Details.Answer != "Seats updated to 13." {
		t.Errorf("got answer %v, want the last message", got.Details.Answer)
	}
}

func TestRawRecords(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, office(), ingest.Identity{})
	got := m.trial(t, "office_task1")
	dir := acme + "/office_task1/"
	file := func(name string) string {
		b := must.Get(os.ReadFile("testdata/" + dir + name))(t)
		return string(b)
	}
	want := map[string]string{
		dir + "result.json":               file("result.json"),
		dir + "messages.jsonl":            file("messages.jsonl"),
		dir + "workspace/AGENTS.md":       file("workspace/AGENTS.md"),
		dir + "workspace/outputs/plan.md": file("workspace/outputs/plan.md"),
		dir + "workspace.listing.txt": "kept\t9\tAGENTS.md\nnot kept: binary\t70\tfloor.png\n" +
			"not kept: binary\t3\tnotes.bin.txt\nkept\t17\toutputs/plan.md\n",
		dir + "messages.media/media-1.png": file("workspace/floor.png"),
	}
	must.Same(t, want, got.raws, "raw records")
	var part *results.Part
	for i := range got.steps {
		if o := got.steps[i].Observation; o != nil && len(o.Results[0].Parts) > 0 {
			part = &o.Results[0].Parts[0]
		}
	}
	if part == nil || part.Raw != "office_task1/messages.media/media-1.png" {
		t.Errorf("got part %+v, want one that names the kept image inside the run", part)
	}
	if len(m.trial(t, "office_task5").raws) != 1 {
		t.Errorf("got raw records %v, want the damaged result.json kept", m.trial(t, "office_task5").raws)
	}
}

func TestWorkspaceLinksAreNotFollowed(t *testing.T) {
	root := t.TempDir()
	secret := root + "/secret.txt"
	ws := root + "/run/office_task1/workspace"
	for _, err := range []error{
		os.MkdirAll(ws, 0o755),
		os.WriteFile(secret, []byte("outside"), 0o644),
		os.Symlink(secret, ws+"/link.txt"),
		os.WriteFile(ws+"/big.log", make([]byte, workspaceEach+1), 0o644),
		os.WriteFile(root+"/run/office_task1/result.json", []byte(`{"task_id":"office_task1","stages":[],"rubric":[]}`), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := read(t, os.DirFS(root), "run", office(), ingest.Identity{}).trial(t, "office_task1")
	want := "not kept: large\t262145\tbig.log\nnot followed: link or device\t\tlink.txt\n"
	must.Equal(t, want, got.raws["run/office_task1/workspace.listing.txt"], "got listing")
	if len(got.raws) != 2 {
		t.Errorf("got %d raw records, want result.json and the listing", len(got.raws))
	}
}

func TestLayoutWithoutModel(t *testing.T) {
	m := read(t, os.DirFS("testdata"), "legacy", office(), ingest.Identity{Model: "acme/ant-2", Framework: "claude-code"})
	if m.run.System.Model != "acme/ant-2" || m.run.System.Framework != "claude-code" || m.run.Evidence != results.Records {
		t.Errorf("got %+v with evidence %s", m.run.System, m.run.Evidence)
	}
	one := m.trial(t, "office_task1")
	if one.Status != results.Failed || *one.Score != 0.3 {
		t.Errorf("got %s with %v, want failed with 0.3", one.Status, *one.Score)
	}
	if one.Details.TraceNote == "" || one.StartedAt != nil || one.Usage != (results.Usage{}) {
		t.Errorf("got note %q, start %v, usage %+v: what was not recorded must be absent and explained", one.Details.TraceNote,
			one.StartedAt, one.Usage)
	}
	four := m.trial(t, "office_task4")
	if four.Status != results.AgentError || *four.Score != 0.5 {
		t.Errorf("got %s with %v, want agent_error with its score 0.5", four.Status, *four.Score)
	}
}

func TestWithoutDataset(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, nil, ingest.Identity{})
	if m.saved == nil || len(m.saved.Tasks) != 6 || m.saved.Tasks[0].Scenario != "office" {
		t.Fatalf("got dataset %+v, want the six recorded tasks", m.saved)
	}
	for _, task := range m.saved.Tasks {
		if len(task.Checks) > 0 {
			t.Errorf("%s: a rubric was made up from a record", task.Slug)
		}
	}
	// Days follow the order of the times.
	var days []string
	for _, s := range m.trial(t, "office_task1").steps {
		days = append(days, s.Day)
	}
	if got := slices.Compact(days); !slices.Equal(got, []string{"", "stage0", "stage1"}) {
		t.Errorf("got days %v", got)
	}
	two := m.trial(t, "office_task2")
	if *two.Score != 1 || len(two.Checks) != 2 || !two.Checks[0].RedLine {
		t.Errorf("got score %v of %v: without a rubric only the recorded checks count", *two.Score, two.Checks)
	}
	if !hasWarning(m, "rubric of benchmark clawmark is not in the database") {
		t.Errorf("got warnings %v, want one about the missing rubric", m.warnings)
	}
}

// Records of a benchmark that nobody knows are in ClawMark's format, but not of
// ClawMark: two benchmarks of one name could not be told apart on any list.
func TestUnknownBenchmarkHasItsOwnName(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, nil, ingest.Identity{Benchmark: "my-office"})
	if m.saved == nil || m.saved.Benchmark.ID != "my-office" || m.saved.Benchmark.Name != "my-office" {
		t.Errorf("got %+v saved, want a benchmark named as it was called", m.saved)
	}
}

func hasWarning(m *memory, text string) bool {
	return slices.ContainsFunc(m.warnings, func(w results.Warning) bool { return strings.Contains(w.Message, text) })
}

func TestRunAsAWhole(t *testing.T) {
	m := read(t, os.DirFS("testdata"), acme, office(), ingest.Identity{Variant: "high"})
	if m.run.Evidence != results.Records || !hasWarning(m, "3 of 6 trials have no readable messages.jsonl") {
		t.Errorf("got evidence %s and %v: half of the traces are not enough", m.run.Evidence, m.warnings)
	}
	base := int64(1776844800000) // 2026-04-22T08:00:00Z
	if m.run.StartedAt == nil || *m.run.StartedAt != base || *m.run.FinishedAt != base+130_000 {
		t.Errorf("got %v to %v, want the first to the last entry of all sessions", m.run.StartedAt, m.run.FinishedAt)
	}
	want := results.System{Model: "acme/ant-2", Framework: "openclaw", Variant: "high"}
	if m.run.System != want || m.run.Label != "acme_ant-2" || m.run.Format != "clawmark" {
		t.Errorf("got %+v, label %q, format %q", m.run.System, m.run.Label, m.run.Format)
	}
	var order []string
	for _, k := range m.trials {
		order = append(order, k.Task)
	}
	if !slices.IsSorted(order) {
		t.Errorf("got order %v", order)
	}
}

// run makes one task directory for every name; each records the task id that
// it maps to.
func run(ids map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for dir, id := range ids {
		fsys["r/"+dir+"/result.json"] = &fstest.MapFile{Data: []byte(`{"task_id":"` + id + `","score":0,"stages":[{"id":"stage0"}],"rubric":[]}`)}
	}
	return fsys
}

func TestOddDirectories(t *testing.T) {
	ds := office()
	slices.Reverse(ds.Tasks) // the dataset's order, not the alphabet's
	fsys := run(map[string]string{
		"office_task1": "office_task1", "office_task2": "office_task2", "copy": "office_task1",
		"office_task99": "office_task99",
	})
	fsys["r/other/result.json"] = &fstest.MapFile{Data: []byte(`{"id":"x","stats":{}}`)}
	fsys["r/empty/readme.md"] = &fstest.MapFile{Data: []byte("x")}
	m := read(t, fsys, "r", ds, ingest.Identity{Model: "m", Date: "2026-04-22"})
	var got []string
	for _, k := range m.trials {
		got = append(got, fmt.Sprintf("%s/%s#%d", k.Scenario, k.Task, k.Attempt))
	}
	want := []string{"office/office_task2#1", "office/office_task1#1", "office/office_task1#2", "office/office_task99#1"}
	must.Same(t, want, got, "trials")
	for _, text := range []string{
		"second record of task office_task1", "copy (office_task1)", "not a ClawMark result", "does not have office_task99",
	} {
		if !hasWarning(m, text) {
			t.Errorf("got no warning %q in %v", text, m.warnings)
		}
	}
	if m.run.StartedAt == nil || *m.run.StartedAt != 1776816000000 {
		t.Errorf("got start %v, want the date that the caller states", m.run.StartedAt)
	}
}

func TestEvidenceOfTraces(t *testing.T) {
	fsys := run(map[string]string{"office_task1": "office_task1"})
	fsys["r/office_task1/messages.jsonl"] = &fstest.MapFile{Data: []byte(`{"type":"message","id":"1","message":{"role":"user",` +
		`"content":"x"}}`)}
	if m := read(t, fsys, "r", office(), ingest.Identity{Model: "m"}); m.run.Evidence != results.Recomputed {
		t.Errorf("got evidence %s, want recomputed", m.run.Evidence)
	}
}
