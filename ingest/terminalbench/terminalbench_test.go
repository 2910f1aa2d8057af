package terminalbench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/terminalbench"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

const runDir = "tiny-core@0.2/20260101_shell-agent_m-1/night-1"

// file is one of the test's own records.
func file(t testing.TB, name string) string {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join("testdata", runDir, name)))(t)
	return string(data)
}

// read loads files and gives the trials of the first run in few words.
func read(t testing.TB, files map[string]string) (run results.Run, trials []string, rep *ingest.RunReport) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	db := ingesttest.Open(t)
	rep = ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Runs) == 0 {
		return run, nil, rep
	}
	for _, x := range ingesttest.Trials(t, db, rep.Runs[0].Run) {
		run = x.Run
		tr := x.Trial
		score := "-"
		if tr.Score != nil {
			score = fmt.Sprint(*tr.Score)
		}
		tokens := "-"
		if tr.Usage.Input != nil {
			tokens = fmt.Sprint(*tr.Usage.Input)
		}
		trials = append(trials, fmt.Sprintf("%s %d: %s %s %s tokens %s, %d checks, %d steps", tr.Task, tr.Attempt, tr.Status, score, tr.Details.ErrorType, tokens, len(tr.Checks), tr.StepsTotal))
	}
	return run, trials, rep
}

// TestRun reads a run with one folder of a trial.
func TestRun(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, os.DirFS("testdata"), ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 || len(rep.Runs[0].Warnings) > 0 {
		t.Fatalf("%+v", rep)
	}
	files := map[string]string{}
	err := filepath.WalkDir("testdata", func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		files[strings.TrimPrefix(name, "testdata/")] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	run, got, _ := read(t, files)
	want := []string{
		"boot 1: passed 1  tokens 120, 2 checks, 7 steps", "boot 2: failed 0  tokens -, 2 checks, 0 steps",
		"maze.hard 1: passed 1 agent_timeout tokens -, 1 checks, 0 steps", "maze.hard 2: timeout 0 agent_timeout tokens -, 1 checks, 0 steps",
		"mail 1: judge_error 0 test_timeout tokens -, 0 checks, 0 steps", "mail 2: agent_error 0 unknown_agent_error tokens -, 0 checks, 0 steps",
	}
	for i := range got { // a slug that is no name has a digest
		name, rest, _ := strings.Cut(got[i], " ")
		name, _, _ = strings.Cut(name, "--")
		got[i] = name + " " + rest
	}
	must.Same(t, want, got, "what was got")
	if s := run.System; s.Framework != "shell-agent" || run.ModelName != "acme/m-1" || s.Provider != "acme" || run.Benchmark != "terminal-bench-tiny-core-0.2" {
		t.Errorf("%+v in %s", s, run.Benchmark)
	}
	if !run.Complete || len(run.Reported) != 2 || run.Reported[0].Metric != "avg" || run.Reported[1].Metric != "pass_at_2" {
		t.Errorf("complete %v, reported %+v", run.Complete, run.Reported)
	}
}

// TestCrash holds that trials of a run without results count by their own, and that a
// file of rows needs no folder.
func TestCrash(t *testing.T) {
	trial := file(t, "boot/boot.1-of-2.night-1/results.json")
	if _, got, rep := read(t, map[string]string{"run/boot/boot.1-of-2.night-1/results.json": trial, "run/run_metadata.json": file(t, "run_metadata.json")}); len(got) != 1 || len(rep.Runs) != 1 {
		t.Errorf("without results: %v, %+v", got, rep)
	}
	run, got, rep := read(t, map[string]string{"goose/20260102_results.json": file(t, "results.json"), "goose/20260103_results.json": strings.ReplaceAll(file(t, "results.json"), "night-1", "night-2")})
	if len(got) != 6 || len(rep.Runs) != 2 || run.System.Model != ingest.Unrecorded {
		t.Errorf("rows alone: %v of %+v, %+v", got, run.System, rep.Refused)
	}
}

// TestLies holds that rows that contradict themselves, stand there twice or cannot be
// are no verdicts.
func TestLies(t *testing.T) {
	text := file(t, "results.json")
	row := func(old, changed string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(text, old, changed, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"resolved with a failed test": {row(`"test_up": "passed"`, `"test_up": "failed"`), "verdict ignored"},
		"resolved without tests":      {row("\"parser_results\": {\n    \"test_up\": \"passed\",\n    \"test_log\": \"passed\"\n   }", `"parser_results": null`), "no test result is recorded"},
		"resolved in words":           {row(`"is_resolved": true`, `"is_resolved": "yes"`), "verdict ignored"},
		"twice": {row(`"trial_name": "boot.2-of-2.night-1"`, `"trial_name": `+
			`"boot.1-of-2.night-1"`), "twice with different values"},
		"other sum":     {row(`"n_resolved": 2`, `"n_resolved": 5`), "states 5 resolved"},
		"accuracy of 7": {row(`"accuracy": 0`, `"accuracy": 7`), "is not a number from 0 to 1"},
	} {
		_, _, rep := read(t, map[string]string{"run/results.json": c.text})
		said := ""
		for _, r := range rep.Runs {
			for _, w := range r.Warnings {
				said += w.Message + "\n"
			}
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, %+v", name, said, rep.Refused)
		}
	}
	changed := row(`"trial_name": "boot.2-of-2.night-1"`, `"trial_name": "boot.1-of-2.night-2"`)
	changed = strings.Replace(changed, `"failure_mode": "test_timeout"`, `"failure_mode": "agent_installation_failed"`, 1)
	_, got, _ := read(t, map[string]string{"run/results.json": changed})
	if all := strings.Join(got, "\n"); !strings.Contains(all, "boot 2: failed") || !strings.Contains(all, "mail 1: infra_error 0") {
		t.Errorf("attempts of one number, and an agent that was not installed: %s", all)
	}
	if _, got, rep := read(t, map[string]string{"run/results.json": text[:len(text)/2]}); len(got) > 0 || len(rep.Refused) != 1 {
		t.Errorf("half a file: %v, %+v", got, rep)
	}
	// Results of other programs.
	for _, other := range []string{`{"results": [{"instance_id": "a", "resolved": true}]}`, `{"trial_name": "a", "task_name": ` +
		`"b", "verifier_result": {}}`} {
		fsys := fstest.MapFS{"results.json": {Data: []byte(other)}}
		entries := must.Get(fsys.ReadDir("."))(t)
		if got := (terminalbench.Format{}).Detect(fsys, ".", entries); len(got) > 0 {
			t.Errorf("taken: %s", other)
		}
	}
}

// FuzzRun gives the format any results.
func FuzzRun(f *testing.F) {
	f.Add([]byte(file(f, "results.json")))
	f.Add([]byte(file(f, "boot/boot.1-of-2.night-1/results.json")))
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := fstest.MapFS{"results.json": {Data: data}}
		entries := must.Get(fsys.ReadDir("."))(t)
		if len((terminalbench.Format{}).Detect(fsys, ".", entries)) == 0 {
			return
		}
		ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
	})
}
