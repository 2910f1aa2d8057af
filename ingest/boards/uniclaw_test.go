package boards_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// files are those of the fixture.
func files(t testing.TB) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, name := range []string{"results.json", "runs.json"} {
		fsys[name] = &fstest.MapFile{Data: must.Get(os.ReadFile(filepath.Join("testdata", "uniclaw", name)))(t)}
	}
	return fsys
}

// readUni gives the trials by framework and task, and all warnings.
func readUni(t *testing.T, fsys fstest.MapFS) (trials map[string]results.Trial, warnings string) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Refused) > 0 {
		t.Fatalf("refused: %+v", rep.Refused)
	}
	trials = map[string]results.Trial{}
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "uniclawbench", Limit: 100}))(t)
	var said strings.Builder
	for _, r := range runs {
		for _, x := range ingesttest.Trials(t, db, r.Slug) {
			trials[r.System.Framework+" "+x.Trial.Task] = x.Trial.Trial
		}
		for _, w := range must.Get(db.Warnings(t.Context(), r.ID))(t) {
			said.WriteString(r.System.Framework + " " + w.File + " " + w.Message + "\n")
		}
	}
	return trials, said.String()
}

// TestUniClawBench holds what becomes of each trial of the fixture.
func TestUniClawBench(t *testing.T) {
	trials, said := readUni(t, files(t))
	if len(trials) != 8 {
		t.Fatalf("%d trials", len(trials))
	}
	for name, want := range map[string]struct {
		status        results.Status
		score, stated float64
		in, out, ms   int64 // -1: not recorded
		ended         string
	}{
		"openclaw task_101_01_one": {results.Passed, 1, 1, 1000, 200, 60000, "pass"},
		"openclaw task_101_02_two": {results.Passed, 1, 0.93, -1, 300, 70000, "pass"},
		"openclaw task_201_01_one": {results.Failed, 0, 0.5, -1, -1, 80000, "budget_exhausted"},
		"openclaw task_201_02_two": {results.Timeout, 0, 0, -1, -1, -1, "global_timeout"},
		"nanobot task_101_01_one":  {results.Failed, 0, 0.2, 2000, 100, 50000, "fail"},
		"nanobot task_201_01_one":  {results.Failed, 0, 0.55, -1, -1, 65000, "pass"},
	} {
		x, ok := trials[name]
		if !ok {
			t.Errorf("%s is not there", name)
			continue
		}
		if x.Status != want.status || x.Score == nil || *x.Score != want.score || x.Points == nil || *x.Points != want.stated ||
			x.Details.Ended != want.ended {
			t.Errorf("%s: %s %v, details %+v", name, x.Status, x.Score, x.Details)
		}
		for what, v := range map[string][2]*int64{"input": {x.Usage.Input, &want.in}, "output": {x.Usage.Output, &want.out}, "time": {x.DurationMS, &want.ms}} {
			if got := v[0]; (got == nil) != (*v[1] < 0) || got != nil && *got != *v[1] {
				t.Errorf("%s: %s %v, want %d", name, what, got, *v[1])
			}
		}
	}
	if got := trials["openclaw task_101_02_two"].Details.Metrics; got["continuations"] != 2 || got["supervision_cycles"] != 3 || got["runs_runtime_ms"] != 90000 {
		t.Errorf("of runs.json: %v", got)
	}
	for _, want := range []string{
		"openclaw runs.json 1 of 4 trials (first: task task_101_02_two): the run time is another one",
		"openclaw results.json 1 of 4 trials (first: task task_101_02_two): input tokens is ignored: it is negative",
		"openclaw results.json 1 of 4 trials (first: task task_201_01_one): 0 tokens are stated",
		"nanobot runs.json 1 of 4 trials (first: task task_201_01_one): the final status is pass",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no warning %q in\n%s", want, said)
		}
	}
}

// TestUniClawBenchDisagrees: a verdict that the two files do not share is not believed, and a trial
// counts by results.json where runs.json is not there or lacks it.
func TestUniClawBenchDisagrees(t *testing.T) {
	fsys := files(t)
	fsys["runs.json"] = &fstest.MapFile{Data: []byte(strings.Replace(string(fsys["runs.json"].Data), "1.0,1.0,true,\"pass\"", "1.0,1.0,false,\"pass\"", 1))}
	trials, said := readUni(t, fsys)
	if x := trials["openclaw task_101_01_one"]; x.Status != results.JudgeError || x.Score != nil || !strings.Contains(said, "verdict ignored") {
		t.Errorf("%s %v\n%s", x.Status, x.Score, said)
	}
	for _, c := range [][3]string{{`1.0,1.0,true,"pass"`, `1.0,1.0,true,"fail"`, "it passed, and its final status is fail"},
		{`1.0,1.0,true,"pass"`, `1.0,0.4,true,"pass"`, "its raw score is 0.4, its final one 1"}, {`1.0,1.0,true,"pass"`, `0.7,0.7,true,"pass"`, "another one than in results.json"}} {
		fsys := files(t)
		fsys["runs.json"] = &fstest.MapFile{Data: []byte(strings.Replace(string(fsys["runs.json"].Data), c[0], c[1], 1))}
		trials, said := readUni(t, fsys)
		if x := trials["openclaw task_101_01_one"]; x.Status != results.JudgeError || x.Score != nil || !strings.Contains(said, c[2]) {
			t.Errorf("%s: %s %v\n%s", c[1], x.Status, x.Score, said)
		}
	}
	delete(fsys, "runs.json")
	trials, said = readUni(t, fsys)
	if x := trials["openclaw task_201_02_two"]; x.Status != results.Failed || x.Details.Ended != "" || strings.Contains(said, "runs.json") {
		t.Errorf("without runs.json: %s %q\n%s", x.Status, x.Details.Ended, said)
	}
}
