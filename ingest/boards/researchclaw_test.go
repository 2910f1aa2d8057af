package boards_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// readResearch gives the trials by model, task and attempt, and all that is said.
func readResearch(t *testing.T, fsys fs.FS) (trials map[string]results.Trial, said string) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Refused) > 0 {
		t.Fatalf("refused: %+v", rep.Refused)
	}
	trials = map[string]results.Trial{}
	var b strings.Builder
	for _, w := range rep.Warnings {
		b.WriteString(w.Message + "\n")
	}
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "researchclawbench", Limit: 10}))(t)
	for _, r := range runs {
		for _, x := range ingesttest.Trials(t, db, r.Slug) {
			trials[r.System.Framework+" "+r.ModelName+" "+x.Trial.Task+"#"+string(rune('0'+x.Trial.Attempt))] = x.Trial.Trial
		}
		for _, w := range must.Get(db.Warnings(t.Context(), r.ID))(t) {
			b.WriteString(w.Message + "\n")
		}
	}
	return trials, b.String()
}

// TestResearchClawBench holds what becomes of each trial of the fixture.
func TestResearchClawBench(t *testing.T) {
	trials, said := readResearch(t, os.DirFS(filepath.Join("testdata", "researchclaw")))
	want := map[string]struct {
		status results.Status
		score  float64 // -1: none
		passed string  // of its items: y, n or - where there is no answer of the judge
		told   string  // in the text of the error
	}{
		"Claude Code claude-test-1 physics_000#1": {results.Failed, 0.294, "yyn", ""},
		"Claude Code claude-test-1 physics_000#2": {results.JudgeError, -1, "yn-", "1 of 3 items could not be read"},
		"Codex CLI gpt-test-5 math_001#1":         {results.Passed, 1, "y", ""},
		"Codex CLI gpt-test-5 math_002#1":         {results.JudgeError, -1, "ny", "its items give 45 points, and its total_score is 80"},
		"Codex CLI gpt-test-5 math_003#1":         {results.JudgeError, -1, "", "It has no score."},
		"Codex CLI gpt-test-5 math_004#1":         {results.Failed, 0, "n", ""},
	}
	if len(trials) != len(want) {
		t.Errorf("%d trials", len(trials))
	}
	for name, want := range want {
		x, ok := trials[name]
		if !ok {
			t.Errorf("%s is not there: %v", name, slices.Collect(maps.Keys(trials)))
			continue
		}
		passed := ""
		for _, c := range x.Checks {
			switch {
			case c.Passed == nil:
				passed += "-"
			case *c.Passed:
				passed += "y"
			default:
				passed += "n"
			}
		}
		got := -1.0
		if x.Score != nil {
			got = *x.Score
		}
		if x.Status != want.status || !resultstest.Near(got, want.score, 1e-9) || passed != want.passed || !strings.Contains(x.Details.ErrorText, want.told) {
			t.Errorf("%s: %s %v %q %q", name, x.Status, got, passed, x.Details.ErrorText)
		}
	}
	x := trials["Claude Code claude-test-1 physics_000#1"]
	if c := x.Checks[2]; c.Weight != 0.5 || !strings.HasPrefix(c.Detail, "5 of 100 points. Damping is named once") || !strings.Contains(c.Detail, "Asked: The damping") {
		t.Errorf("item 3: %+v", c)
	}
	if x.DurationMS == nil || *x.DurationMS != 563_000 || !strings.Contains(x.Details.Prompt, "period of the pendulum") || x.Usage.Output == nil || *x.Usage.Output != 15 {
		t.Errorf("%+v", x)
	}
	if x := trials["Codex CLI gpt-test-5 math_004#1"]; !strings.Contains(x.Details.TraceNote, "the last 500 lines") {
		t.Errorf("a cut output: %q", x.Details.TraceNote)
	}
	for _, want := range []string{"Math_005_20260319_160000: it is running", "no time zone"} {
		if !strings.Contains(said, want) {
			t.Errorf("not said: %s\n%s", want, said)
		}
	}
}

// TestResearchClawBenchDetect holds which folders are claimed.
func TestResearchClawBenchDetect(t *testing.T) {
	runs := os.DirFS(filepath.Join("testdata", "researchclaw"))
	one := must.Get(fs.Sub(runs, "Math_001_20260319_120000"))(t)
	if trials, _ := readResearch(t, one); len(trials) != 1 {
		t.Errorf("one folder: %v", trials)
	}
	for name, text := range map[string]string{"no agent": `{"run_id":"a","task_id":"b","timestamp":"c","status":"completed"}`, "no JSON": `run_id task_id`} {
		fsys := fstest.MapFS{"a/data.json": {Data: []byte(text)}}
		if items := format("researchclaw").Detect(fsys, "a", must.Get(fs.ReadDir(fsys, "a"))(t)); len(items) > 0 {
			t.Errorf("%s: %+v", name, items)
		}
	}
	item := format("researchclaw").Detect(runs, ".", must.Get(fs.ReadDir(runs, "."))(t))[0]
	owned := slices.DeleteFunc(must.Get(fs.ReadDir(runs, "."))(t), func(e fs.DirEntry) bool { return !format("researchclaw").Owns(runs, item, e) })
	if len(owned) != 7 {
		t.Errorf("%d folders are of the run", len(owned))
	}
}

// FuzzResearchClawBench gives the format any data.json and output.
func FuzzResearchClawBench(f *testing.F) {
	for _, name := range []string{"Physics_000_20260319_110000", "Math_001_20260319_120000"} {
		dir := filepath.Join("testdata", "researchclaw", name)
		f.Add(must.Get(os.ReadFile(filepath.Join(dir, "data.json")))(f), must.Get(os.ReadFile(filepath.Join(dir, "output.json")))(f))
	}
	f.Fuzz(func(t *testing.T, data, output []byte) {
		fsys := fstest.MapFS{"data.json": {Data: data}, "output.json": {Data: output}}
		if len(format("researchclaw").Detect(fsys, ".", must.Get(fsys.ReadDir("."))(t))) > 0 {
			ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
		}
	})
}
