package sweagent_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/sweagent"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// tree is a changeable copy of a folder of the testdata.
func tree(t testing.TB, folder string) fstest.MapFS {
	t.Helper()
	m := fstest.MapFS{}
	src := os.DirFS("testdata/" + folder)
	for name, data := range must.Files(t, src) {
		m[folder+"/"+name] = &fstest.MapFile{Data: data}
	}
	return m
}

// load reads a tree whose only run it returns with its trials, by task.
func load(t testing.TB, fsys fs.FS) (results.Run, map[string]results.StoredTrial, []results.Warning) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("runs %+v, refused %+v, warnings %+v", rep.Runs, rep.Refused, rep.Warnings)
	}
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	list := must.Get(db.RunTrials(t.Context(), run.ID, ""))(t)
	trials := map[string]results.StoredTrial{}
	for i := range list {
		tr := must.Get(db.FindTrial(t.Context(), run.Slug, list[i].Scenario, list[i].Task, list[i].Attempt))(t)
		trials[tr.Task] = tr
	}
	warnings := must.Get(db.Warnings(t.Context(), run.ID))(t)
	return run, trials, append(warnings, rep.Warnings...)
}

// line is what a test expects of a trial.
type line struct {
	Status results.Status
	Score  float64 // -1: none
	Ended  string
	Patch  string // files and lines; empty: none is recorded
	Steps  int
	Calls  int
}

func lineOf(t *results.StoredTrial) line {
	l := line{Status: t.Status, Score: -1, Ended: t.Details.Ended, Steps: t.StepsTotal, Calls: t.ToolCalls}
	if t.Score != nil {
		l.Score = *t.Score
	}
	if p := t.Details.Patch; p != nil {
		if l.Patch = "empty"; p.Text != "" {
			l.Patch = strings.Repeat("+", p.Added) + strings.Repeat("-", p.Removed)
		}
	}
	return l
}

func TestRun(t *testing.T) {
	run, trials, warnings := load(t, tree(t, "run"))
	if run.Benchmark != "swe-bench" || run.System != (results.System{Model: "tiny-1", Framework: "mini-swe-agent", Provider: "acme"}) {
		t.Errorf("run of %s by %+v", run.Benchmark, run.System)
	}
	got := map[string]line{}
	for task, tr := range trials {
		got[task] = lineOf(&tr)
	}
	want := map[string]line{
		"acme__app-1": {results.Passed, 1, "Submitted", "++-", 8, 4},
		"acme__app-2": {results.Failed, 0, "Submitted", "++-", 6, 3},
		"acme__app-3": {results.NotJudged, -1, "Submitted", "empty", 3, 1},
		"acme__app-4": {results.NotJudged, -1, "Submitted", "++-", 0, 0},
		"acme__app-5": {results.NotJudged, -1, "LimitsExceeded", "", 0, 0},
	}
	must.Same(t, want, got, "trials")
	if run.Counts.Scored != 2 || run.Counts.Passed != 1 || run.Counts.Expected != 5 || run.Complete {
		t.Errorf("counts %+v, complete %v", run.Counts, run.Complete)
	}
	one := trials["acme__app-1"]
	if u := one.Usage; *u.Input != 930 || *u.Output != 68 || *u.CostUSD != 0.25 {
		t.Errorf("usage %+v", u)
	}
	if c := one.Checks; len(c) != 3 || c[0].Detail != "FAIL_TO_PASS" || c[0].Weight != 1 {
		t.Errorf("checks %+v", c)
	}
	if u := trials["acme__app-3"].Usage; *u.CostUSD != 0.01 {
		t.Errorf("a cost of 0 in all hides that of an answer: %v", *u.CostUSD)
	}
	if !said(warnings, "3 of 4 answers of the model are recorded") {
		t.Errorf("nothing says that answers are missing: %v", warnings)
	}
}

func said(warnings []results.Warning, text string) bool {
	for _, w := range warnings {
		if strings.Contains(w.Message, text) {
			return true
		}
	}
	return false
}

// TestSWEAgent reads runs of both kinds of SWE-agent.
func TestSWEAgent(t *testing.T) {
	run, trials, _ := load(t, tree(t, "new"))
	if run.Benchmark != "swe-bench-lite" || run.System.Model != "tiny-2" || run.Facts[results.FactAgentVersion] != "1.0.1" {
		t.Errorf("run of %s by %+v, facts %v", run.Benchmark, run.System, run.Facts)
	}
	tr := trials["acme__app-6"]
	if got, want := lineOf(&tr), (line{results.NotJudged, -1, "submitted (exit_cost)", "++-", 5, 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	run, trials, _ = load(t, tree(t, "old"))
	if run.Benchmark != "swe-bench" || run.System.Model != "tiny3" || run.System.Framework != "swe-agent" {
		t.Errorf("run of %s by %+v", run.Benchmark, run.System)
	}
	tr = trials["acme__app-7"]
	if got, want := lineOf(&tr), (line{results.NotJudged, -1, "submitted", "++-", 4, 2}); got != want || *tr.Usage.CostUSD != 0.75 {
		t.Errorf("got %+v at %v, want %+v", got, *tr.Usage.CostUSD, want)
	}
}

// TestReportAlone holds that what was not submitted is missing, and that an empty
// patch and an error count as not resolved.
func TestReportAlone(t *testing.T) {
	run, trials, warnings := load(t, tree(t, "report"))
	want := map[string]results.Status{"acme__app-1": results.Passed, "acme__app-2": results.Failed,
		"acme__app-3": results.NoAnswer, "acme__app-4": results.JudgeError}
	got := map[string]results.Status{}
	for task, tr := range trials {
		if got[task] = tr.Status; tr.Score == nil || (*tr.Score == 1) != (tr.Status == results.Passed) {
			t.Errorf("%s has the score %v", task, tr.Score)
		}
	}
	must.Same(t, want, got, "verdicts")
	if c := run.Counts; c.Expected != 6 || c.Scored != 4 || c.Missing != 2 || run.Complete || run.Evidence != results.Records {
		t.Errorf("counts %+v, complete %v, %s", c, run.Complete, run.Evidence)
	}
	if len(run.Reported) != 1 || *run.Reported[0].Value != 0.25 || said(warnings, "report states") {
		t.Errorf("reported %+v, warnings %v", run.Reported, warnings)
	}
}

// TestLies holds that records which contradict each other give no score, and say so.
func TestLies(t *testing.T) {
	for name, c := range map[string]struct {
		folder, file, old, new string
		task                   string
		status                 results.Status
		warns                  string
	}{
		"resolved with failures": {"run", "eval_results/acme__tiny-1/acme__app-2/report.json", `"resolved": false`,
			`"resolved": true`, "acme__app-2", results.JudgeError, "tests that decide have failed"},
		"unresolved without any": {"run", "logs/acme__app-1/report.json", `"resolved": true`, `"resolved": false`,
			"acme__app-1", results.JudgeError, "every test that decides has passed"},
		"resolved without a patch": {"run", "logs/acme__app-1/report.json", `"patch_exists": true`, `"patch_exists": false`,
			"acme__app-1", results.JudgeError, "there is no patch"},
		"no verdict": {"run", "logs/acme__app-1/report.json", `"resolved": true`, `"resolved": null`, "acme__app-1",
			results.JudgeError, "states no verdict"},
		"in two lists": {"report", "acme__tiny-4.demo.json", `"unresolved_ids": [`,
			`"unresolved_ids": ["acme__app-1",`, "acme__app-1", results.JudgeError, "exclude each other"},
		"another patch": {"run", "preds.json", `x = 2`, `x = 9`, "acme__app-1", results.Passed, "not the patch of the predictions"},
		"counts that are not so": {"report", "acme__tiny-4.demo.json", `"resolved_instances": 1`, `"resolved_instances": 3`,
			"acme__app-1", results.Passed, "report states avg"},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := tree(t, c.folder)
			at := c.folder + "/" + c.file
			data := strings.Replace(string(fsys[at].Data), c.old, c.new, 1)
			if data == string(fsys[at].Data) {
				t.Fatalf("%s has no %s", at, c.old)
			}
			fsys[at] = &fstest.MapFile{Data: []byte(data)}
			_, trials, warnings := load(t, fsys)
			tr := trials[c.task]
			if tr.Status != c.status || tr.Status == results.JudgeError && tr.Score != nil {
				t.Errorf("%s with the score %v, want %s", tr.Status, tr.Score, c.status)
			}
			if !said(warnings, c.warns) {
				t.Errorf("no warning says %q: %v", c.warns, warnings)
			}
		})
	}
}

// TestNotClaimed holds that what only looks like such records is not read as them.
func TestNotClaimed(t *testing.T) {
	fsys := fstest.MapFS{
		"a/other.traj":   {Data: []byte(`{"steps":[{"x":1}]}`)},
		"b/results.json": {Data: []byte(`{"resolved":true,"by":"me"}`)},
		"c/preds.json":   {Data: []byte(`{"x":{"prediction":1}}`)},
		"d/x.traj.json":  {Data: []byte(`{"messages":[{"role":"user","content":"hi"}]}`)},
		"e/report.json":  {Data: []byte(`{"x":{"resolved":1}}`)},
	}
	for dir := range map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true} {
		entries := must.Get(fs.ReadDir(fsys, dir))(t)
		for _, item := range (sweagent.Format{}).Detect(fsys, dir, entries) {
			if item.Lacks == "" {
				t.Errorf("%s is claimed: %+v", dir, item)
			}
		}
	}
}

// FuzzFiles feeds any bytes as each kind of file: whatever they are, the folder is
// read to its end.
func FuzzFiles(f *testing.F) {
	for _, folder := range []string{"run", "new", "old", "report"} {
		for name, file := range tree(f, folder) {
			f.Add(name[len(folder)+1:], file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if !fs.ValidPath(name) || name == "." || len(name) > 100 {
			return
		}
		fsys := fstest.MapFS{"preds.json": {Data: []byte(`{"a__b-1":{"model_name_or_path":"m","instance_id":"a__b-1",` +
			`"model_patch":"x"}}`)}, name: {Data: data}}
		if _, err := fs.ReadDir(fsys, "."); err != nil {
			return
		}
		rep := must.Get(ingesttest.Loader(ingesttest.Open(t)).Load(t.Context(), []ingest.Source{{FS: fsys, Name: "fuzz"}}))(t)
		for _, r := range rep.Refused {
			t.Logf("refused %+v", r)
		}
	})
}

// TestLateMembers holds that a trajectory is one whose verdict comes after more messages
// than are looked at, and that the one prediction of a file may be on several lines.
func TestLateMembers(t *testing.T) {
	long := strings.Repeat("word ", 30000)
	fsys := fstest.MapFS{
		"a/a__b-1.traj.json": {Data: []byte(`{"messages":[{"role":"user","content":"` + long +
			`"},{"role":"assistant","content":"done"}],"info":{"mini_version":"1.14.0","exit_status":"Submitted","submission":"",` +
			`"model_stats":{"instance_cost":0.5,"api_calls":1},"config":{"model":{"model_name":"m-1"}}},"trajectory_format":"mini-swe-agent-1"}`)},
		"b/a__b-2.traj": {Data: []byte(`{"environment":"swe_main","history":[{"role":"user","content":"` + long +
			`"}],"info":{"exit_status":"submitted","submission":"x"},"trajectory":[{"action":"ls","observation":"f",` +
			`"response":"r","thought":"t"}]}`)},
		"b/all_preds.jsonl": {Data: []byte("{\n  \"instance_id\": \"a__b-2\",\n  \"model_name_or_path\": \"m-2\",\n  " +
			"\"model_patch\": \"x\"\n}\n")},
	}
	rep := ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
	var got []string
	for _, r := range rep.Runs {
		got = append(got, r.Run[:strings.LastIndex(r.Run, "-")])
	}
	slices.Sort(got)
	if want := []string{"swe-bench-m-1-mini-swe-agent", "swe-bench-m-2-swe-agent"}; !slices.Equal(got, want) || len(rep.Refused) > 0 {
		t.Errorf("runs %q, want %q; refused %+v", got, want, rep.Refused)
	}
}
