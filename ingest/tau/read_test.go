package tau_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile("testdata/" + name))(t)
}

func load(t testing.TB, fsys fs.FS) (*ingesttest.DB, []ingesttest.Told) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("runs %+v, refused %+v, warnings %+v", rep.Runs, rep.Refused, rep.Warnings)
	}
	return db, ingesttest.Trials(t, db, rep.Runs[0].Run)
}

// TestRewards holds what a reward means: 1 but for rounding passes, an early end
// fails, no reward is no verdict, and a trial that was planned and is not there is
// missing. Of a trial that is there twice the later one counts.
func TestRewards(t *testing.T) {
	db, list := load(t, fstest.MapFS{"results.json": {Data: read(t, "results.json")}})
	run := list[0].Run
	if run.Benchmark != "tau2-bench-shop" || run.System != (results.System{Model: "tiny-1", Framework: "llm_agent",
		Variant: "user acme/user-1", Provider: "acme"}) {
		t.Errorf("run of %s by %+v", run.Benchmark, run.System)
	}
	got := map[string]results.Status{}
	for _, x := range list {
		got[fmt.Sprintf("%s#%d", x.Trial.Task, x.Trial.Attempt)] = x.Trial.Status
	}
	want := map[string]results.Status{"1#1": results.Passed, "1#2": results.Passed, "2#1": results.Failed, "2#2": results.Failed,
		"3#1": results.NotJudged, "3#2": results.Missing}
	must.Same(t, want, got, "trials")
	tr := list[0].Trial
	if *tr.Usage.Input != 230 || *tr.Usage.Output != 16 || *tr.Usage.CostUSD != 0.005 || tr.Details.Metrics["user_cost_usd"] != 0.003 {
		t.Errorf("the agent used %+v, the user %v", tr.Usage, tr.Details.Metrics)
	}
	if tr.FailedCalls != 1 || tr.ToolCalls != 2 || len(tr.Checks) != 2 || tr.Checks[0].Weight != 1 {
		t.Errorf("%d of %d calls failed, checks %+v", tr.FailedCalls, tr.ToolCalls, tr.Checks)
	}
	metrics := must.Get(db.RunMetrics(t.Context(), run.ID))(t)
	for _, m := range metrics { // one task of two passes both of its trials
		if m.Scope == "" && m.Key == "pass_hat_2" && (m.Recorded() == nil || *m.Recorded() != 0.5) {
			t.Errorf("pass^2 is %v", m.Recorded())
		}
	}
}

// TestInvented holds that times which all simulations share are not shown.
func TestInvented(t *testing.T) {
	text := string(read(t, "results.json"))
	var lines []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, `"start_time"`) {
			line = `   "start_time": "2025-01-01T00:00:00",` + "\n"
		}
		if strings.Contains(line, `"duration"`) {
			line = `   "duration": 60.0,` + "\n"
		}
		lines = append(lines, line)
	}
	_, list := load(t, fstest.MapFS{"results.json": {Data: []byte(strings.Join(lines, ""))}})
	if x := list[0]; x.Run.StartedAt != nil || x.Trial.DurationMS != nil {
		t.Errorf("began %v, took %v", x.Run.StartedAt, x.Trial.DurationMS)
	}
}

// TestBroken holds that a file that is cut off or lies gives no run or no score.
func TestBroken(t *testing.T) {
	text := string(read(t, "results.json"))
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"results.json": {Data: []byte(text[:len(text)/2])}}, ingest.Identity{})
	if len(rep.Runs) != 0 || len(rep.Warnings) == 0 {
		t.Errorf("a file that is cut off gives %d runs, warnings %v", len(rep.Runs), rep.Warnings)
	}
	_, list := load(t, fstest.MapFS{"results.json": {Data: []byte(strings.Replace(text, `"reward": 1.0`, `"reward": 7`, 1))}})
	if tr := list[0].Trial; tr.Status != results.JudgeError || tr.Score != nil {
		t.Errorf("a reward of 7 is %s with the score %v", tr.Status, tr.Score)
	}
}

// FuzzResults feeds any bytes as results.
func FuzzResults(f *testing.F) {
	for _, name := range []string{"results.json", "rows.json", "folder/results.json", "folder/simulations/a.json"} {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := fstest.MapFS{"results.json": {Data: data}, "simulations/a.json": {Data: data}}
		must.Get(ingesttest.Loader(ingesttest.Open(t)).Load(t.Context(), []ingest.Source{{FS: fsys, Name: "fuzz"}}))(t)
	})
}
