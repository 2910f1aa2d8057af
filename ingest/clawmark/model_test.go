package clawmark

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
)

func TestModel(t *testing.T) {
	const rec = `{"task_id":"office_task1","score":0,"execution_time":1,"stages":[],"rubric":[]}`
	messages := func(model string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"type":"message","id":"1","parentId":null,"message":{"role":"assistant","model":"` +
			model + `","content":"x"}}` + "\n")}
	}
	at := func(dir, model string) fs.FS {
		m := fstest.MapFS{dir + "/office_task1/result.json": {Data: []byte(rec)}}
		if model != "" {
			m[dir+"/office_task1/messages.jsonl"] = messages(model)
		}
		return m
	}
	for _, test := range []struct {
		name    string
		fsys    fs.FS
		dir     string
		flag    string
		want    string
		warning string // "" means that none is about the model
	}{
		{"flag before all", at("results/qwen_q3", "qwen/q3"), "results/qwen_q3", "q3-plus", "q3-plus", ""},
		{"the session knows the slash", at("results/qwen_q3", "qwen/q3"), "results/qwen_q3", "", "qwen/q3", ""},
		{"provider cut off", at("results/openrouter_qwen_q3", "qwen/q3"), "results/openrouter_qwen_q3", "", "qwen/q3", ""},
		{"directory only", at("results/qwen_q3", ""), "results/qwen_q3", "", "qwen_q3", `the model's name "qwen_q3" is the directory's`},
		{"directory renamed", at("results/best-run", "qwen/q3"), "results/best-run", "", "qwen/q3", `the directory is named "best-run"`},
		{"a results directory is no model", at("results", ""), "results", "", "unrecorded", "pass --model"},
		{"nor is a numbered run", at("run-2026-04-22", ""), "run-2026-04-22", "", "unrecorded", "pass --model"},
		{"nor a plain word", at("legacy", ""), "legacy", "", "unrecorded", "pass --model"},
		{"a plain word in its place is", at("results/deepseek", ""), "results/deepseek", "", "deepseek", "is the directory's"},
		{"a name like a model's", at("gpt-5.4", ""), "gpt-5.4", "", "gpt-5.4", "is the directory's"},
		{"nor a scenario", at("office", ""), "office", "", "unrecorded", "pass --model"},
		{"a lone task takes the level above", at("results/qwen_q3", ""), "results/qwen_q3/office_task1", "", "qwen_q3",
			"is the directory's"},
		{"a lone task without it", at("results", ""), "results/office_task1", "", "unrecorded", "pass --model"},
		{"recorded by the fixtures", os.DirFS("testdata"), acme, "", "acme/ant-2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := read(t, test.fsys, test.dir, office(), ingest.Identity{Model: test.flag})
			if m.run.System.Model != test.want || m.run.ModelName != test.want {
				t.Errorf("got model %q (recorded %q), want %q", m.run.System.Model, m.run.ModelName, test.want)
			}
			if test.warning != "" && !hasWarning(m, test.warning) {
				t.Errorf("got warnings %v, want %q", m.warnings, test.warning)
			}
			if test.warning == "" && hasWarning(m, "--model") {
				t.Errorf("got warnings %v, want none about the model", m.warnings)
			}
		})
	}
}

func TestSeveralModels(t *testing.T) {
	fsys := fstest.MapFS{}
	for task, model := range map[string]string{"office_task1": "a/x", "office_task2": "b/y", "office_task3": "b/y"} {
		fsys["r/"+task+"/result.json"] = &fstest.MapFile{Data: []byte(`{"task_id":"` + task + `","stages":[],"rubric":[]}`)}
		fsys["r/"+task+"/messages.jsonl"] = &fstest.MapFile{Data: []byte(`{"type":"message","id":"1",` +
			`"message":{"role":"assistant","model":"` + model + `","content":"x"}}`)}
	}
	m := read(t, fsys, "r", office(), ingest.Identity{})
	if m.run.System.Model != "b/y" || !hasWarning(m, "several models: a/x, b/y") {
		t.Errorf("got %q and %v, want b/y and a warning", m.run.System.Model, m.warnings)
	}
}
