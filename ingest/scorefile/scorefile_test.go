package scorefile_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/scorefile"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
)

// read loads a folder beside the bundled facts: the run, its trials by task and attempt,
// and the warnings.
func read(t *testing.T, benchmark, dir string) (run results.Run, trials map[string]results.Trial, said string) {
	t.Helper()
	db := ingesttest.OpenBundled(t)
	if rep := ingesttest.Load(t, db, os.DirFS(filepath.Join("testdata", dir)), ingest.Identity{}); len(rep.Refused) > 0 {
		t.Fatalf("refused: %+v", rep.Refused)
	}
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: benchmark, Limit: 10}))(t)
	if len(runs) != 1 {
		t.Fatalf("%d runs of %s", len(runs), benchmark)
	}
	trials = map[string]results.Trial{}
	for _, x := range ingesttest.Trials(t, db, runs[0].Slug) {
		trials[x.Trial.Task+"#"+string(rune('0'+x.Trial.Attempt))] = x.Trial.Trial
	}
	var b strings.Builder
	for _, w := range must.Get(db.Warnings(t.Context(), runs[0].ID))(t) {
		b.WriteString(w.Message + "\n")
	}
	return runs[0], trials, b.String()
}

// TestStageClaw holds what becomes of each trial of STAGE-Claw.
func TestStageClaw(t *testing.T) {
	run, trials, said := read(t, "stage-claw", "stage")
	for name, want := range map[string]struct {
		status        results.Status
		score, points float64 // -1: none
		failures      string
	}{
		"t09#1": {results.Failed, 0, 0.42, "Tool Failure, Invalid Format"},
		"t05#1": {results.Failed, 0, 0.6, "Tool Failure"}, // more than 60 passes
		"t01#1": {results.Passed, 1, 0.61, ""},            // of its checks
		"t25#1": {results.InfraError, -1, -1, ""},         // no valid run
		"t23#1": {results.JudgeError, -1, -1, ""},         // its checks give 10
		"t12#1": {results.Timeout, 0, 0.2, "Incomplete Execution"},
		"t30#1": {results.JudgeError, -1, -1, ""}, // 70 passes, and it says not
		"t30#2": {results.Passed, 1, 1, ""},
		"t18#1": {results.JudgeError, -1, -1, ""}, // 120 of 100
	} {
		x, ok := trials[name]
		if !ok {
			t.Errorf("%s is not there", name)
			continue
		}
		if x.Status != want.status || number(x.Score) != want.score || number(x.Points) != want.points ||
			strings.Join(x.Details.Failures, ", ") != want.failures {
			t.Errorf("%s: %s, score %v, points %v, failures %q", name, x.Status, number(x.Score), number(x.Points), x.Details.Failures)
		}
	}
	if want := "of 3 trials that did not pass: Tool Failure 2, Incomplete Execution 1, Invalid Format 1"; run.Facts["failure_types"] != want {
		t.Errorf("failure types %q, want %q", run.Facts["failure_types"], want)
	}
	x := trials["t09#1"]
	if *x.DurationMS != 300500 || *x.Usage.Input != 90000 || *x.Usage.CostUSD != 0.25 || x.ToolCalls != 2 || x.StepsTotal == 0 {
		t.Errorf("%+v, %d steps, %d calls", x.Usage, x.StepsTotal, x.ToolCalls)
	}
	if c := x.Checks; len(c) != 3 || c[1].ID != "calendar: launch dates" || c[1].Weight != 30 || *c[1].Passed || c[2].Detail != "10 of 30 points." {
		t.Errorf("checks %+v", c)
	}
	if run.StartedAt == nil || run.Complete || !strings.Contains(said, "STAGE-Claw has no task No Such Task") {
		t.Errorf("started %v, complete %v, warned %s", run.StartedAt, run.Complete, said)
	}
}

// TestWhole holds that a run over all tasks has the numbers of its file, and that the run,
// its stored outcomes and the board say the same.
func TestWhole(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	tasks := must.Get(db.Tasks(t.Context(), "stage-claw", ""))(t)
	trace := must.Get(os.ReadFile(filepath.Join("testdata", "stage", "traces", "competitor-radar.jsonl")))(t)
	fsys := fstest.MapFS{}
	var rows []string
	points, passed := 0, 0
	for i, task := range tasks {
		name := fmt.Sprintf("traces/%d.jsonl", i)
		fsys[name] = &fstest.MapFile{Data: bytes.ReplaceAll(trace, []byte(`"id":"`), fmt.Appendf(nil, `"id":"%d-`, i))}
		rows = append(rows, fmt.Sprintf(`{"task":%q,"score":%d,"time_s":%d,"tokens":%d,"cost_usd":0.5,"trace":%q}`, task.Title, 2*i, 10+i, 1000*i+1, name))
		points += 2 * i
		if 2*i > 60 {
			passed++
		}
	}
	fsys["scores.json"] = &fstest.MapFile{Data: []byte(`{"schema":"clawatlas-scores/1","benchmark":"stage-claw","model":"scripted-clerk","framework":"openclaw","trials":[` +
		strings.Join(rows, ",") + "]}")}
	if rep := ingesttest.Load(t, db, fsys, ingest.Identity{}); len(rep.Refused) > 0 {
		t.Fatalf("%+v", rep.Refused)
	}
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "stage-claw", Limit: 10}))(t)
	n := float64(len(tasks))
	want := map[string]float64{"score": float64(points) / n / 100, "first_pass": float64(passed) / n, "time_s": 10 + (n-1)/2,
		"tokens_m": (1000*(n-1)/2 + 1) / 1e6, "cost_usd": 0.5, "tool_calls": 2}
	equal := func(what string, list []results.Metric) {
		got := map[string]float64{}
		for _, m := range list {
			if m.Scope == "" {
				got[m.Key] = number(m.Value)
			}
		}
		for key, x := range want {
			if !(math.Abs(got[key]-x) <= 1e-9) {
				t.Errorf("%s: %s is %v, want %v", what, key, got[key], x)
			}
		}
	}
	equal("the run", must.Get(db.RunMetrics(t.Context(), runs[0].ID))(t))
	_, _, again := score.Run(results.ScoringStageClaw, tasks, must.Get(db.Outcomes(t.Context(), runs[0].ID))(t))
	equal("its outcomes", again)
	scores := must.Get(db.RunScores(t.Context(), "stage-claw"))(t)
	if len(scores) != 1 {
		t.Errorf("%d scores for the board", len(scores))
	}
	for _, s := range scores {
		for i, key := range score.StageClawKeys() {
			c := s.Conventions[0]
			if !(math.Abs(c.Values[i]-want[key]) <= 1e-9) || math.IsNaN(c.SE[i]) {
				t.Errorf("the board: %s is %v (%v), want %v", key, c.Values[i], c.SE[i], want[key])
			}
		}
	}
}

// TestContrary: a row that cannot be as it is stated has no score.
func TestContrary(t *testing.T) {
	for rows, want := range map[string]string{
		`{"task":"t01","score":90,"checks":[{"id":"a","points":120,"of":100}]}`:                                 "a has 120 of 100 points",
		`{"task":"t01","score":90,"status":"error"}`:                                                            "its status is \"error\", but it states that it passed",
		`{"task":"t01","score":90,"trace":"traces/a.jsonl"},{"task":"t02","score":90,"trace":"traces/a.jsonl"}`: "2 tasks",
		`{"task":"t01","score":90,"of":80}`:                                                                     "score is not a number from 0 to its maximum",
	} {
		db := ingesttest.OpenBundled(t)
		rep := ingesttest.Load(t, db, fstest.MapFS{"scores.json": {Data: []byte(`{"schema":"clawatlas-scores/1","benchmark":"stage-claw","model":"m","trials":[` + rows + `]}`)}}, ingest.Identity{})
		if len(rep.Runs) != 1 || rep.Runs[0].Counts.Scored != 0 || len(rep.Runs[0].Exclusions) == 0 || !strings.Contains(rep.Runs[0].Exclusions[0].Message, want) {
			t.Errorf("%s: %+v, want %q", rows, rep.Runs, want)
		}
	}
}

// TestWithoutTraces: scores without traces have a value and no rank.
func TestWithoutTraces(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	var rows []string
	for _, task := range must.Get(db.Tasks(t.Context(), "stage-claw", ""))(t) {
		rows = append(rows, fmt.Sprintf(`{"task":%q,"score":90}`, task.Title))
	}
	ingesttest.Load(t, db, fstest.MapFS{"scores.json": {Data: []byte(`{"schema":"clawatlas-scores/1","benchmark":"stage-claw","model":"m","trials":[` +
		strings.Join(rows, ",") + "]}")}}, ingest.Identity{})
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "stage-claw", Limit: 10}))(t)
	if len(runs) != 1 || !runs[0].Complete || !runs[0].Objects(results.ExclusionTraces) || runs[0].Ranked() {
		t.Errorf("%+v", runs)
	}
	for _, m := range must.Get(db.RunMetrics(t.Context(), runs[0].ID))(t) {
		if m.Scope == "" && m.Key == "score" && number(m.Value) < 0.8999 {
			t.Errorf("score %v", number(m.Value))
		}
	}
}

func number(x *float64) float64 {
	if x == nil {
		return -1
	}
	return *x
}

// TestOther reads a benchmark that nobody has described.
func TestOther(t *testing.T) {
	run, trials, said := read(t, "scores-desk-errands", "errands")
	var got []float64
	for _, name := range []string{"sort-the-inbox", "answer-the-landlord", "rename-the-scans", "find-the-lease"} {
		for id, x := range trials {
			if strings.HasPrefix(id, name) {
				got = append(got, number(x.Score), number(x.Points))
			}
		}
	}
	if !slices.Equal([]float64{0.75, -1, 1, 0.7, 0, -1, 1, -1}, got) {
		t.Errorf("scores and points %v", got)
	}
	if run.Evidence != results.Recomputed || !run.Complete || !strings.Contains(said, "outside the folder traces") {
		t.Errorf("evidence %s, complete %v, warned %s", run.Evidence, run.Complete, said)
	}
}

// TestRefused: what cannot be compared is not read.
func TestRefused(t *testing.T) {
	const head = `{"schema":"clawatlas-scores/1","model":"m","trials":[{"task":"t09","score":1}]`
	for rest, want := range map[string]string{
		`,"benchmark":"stage-claw","setting":"virtual"}`: "only runs whose final state was inspected",
		`,"benchmark":"clawmark"}`:                       "records of its own harness",
		`}`:                                              "no benchmark is stated",
	} {
		rep := ingesttest.Load(t, ingesttest.OpenBundled(t), fstest.MapFS{"scores.json": {Data: []byte(head + rest)}}, ingest.Identity{})
		if len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, want) {
			t.Errorf("%s: %+v", rest, rep.Refused)
		}
	}
}

// TestShares: scores that look like shares are points of 100 as the page says, and the run
// says so.
func TestShares(t *testing.T) {
	const head = `{"schema":"clawatlas-scores/1","benchmark":"stage-claw","model":"m","trials":[{"task":"t01","score":0.9},{"task":"t02","score":1`
	for rest, warned := range map[string]bool{`}]}`: true, `,"of":1}]}`: false, `},{"task":"t03","score":60}]}`: false} {
		db := ingesttest.OpenBundled(t)
		rep := ingesttest.Load(t, db, fstest.MapFS{"scores.json": {Data: []byte(head + rest)}}, ingest.Identity{})
		if got := rep.WarningCount() > 0; got != warned {
			t.Errorf("%s: warned %v, want %v: %+v", rest, got, warned, rep.Runs)
		}
	}
}

// TestExample reads the example of docs/submit.md as it stands there.
func TestExample(t *testing.T) {
	page := string(must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "submit.md")))(t))
	_, rest, _ := strings.Cut(page, "```json\n")
	example, _, _ := strings.Cut(rest, "```")
	trace := must.Get(os.ReadFile(filepath.Join("testdata", "stage", "traces", "competitor-radar.jsonl")))(t)
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"scores.json": {Data: []byte(example)}, "traces/competitor-radar.jsonl": {Data: trace}}, ingest.Identity{})
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "stage-claw", Limit: 10}))(t)
	if len(rep.Refused) > 0 || rep.WarningCount() > 0 || len(runs) != 1 {
		t.Fatalf("%+v, %d runs", rep, len(runs))
	}
	x := ingesttest.Trials(t, db, runs[0].Slug)[0].Trial.Trial
	if x.Status != results.Failed || number(x.Points) != 0.42 || x.ToolCalls != 2 || len(x.Details.Failures) != 2 {
		t.Errorf("%+v", x)
	}
}

// FuzzRead: no bytes of the file break the reader.
func FuzzRead(f *testing.F) {
	for _, dir := range []string{"stage", "errands"} {
		f.Add(must.Get(os.ReadFile(filepath.Join("testdata", dir, "scores.json")))(f))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := fstest.MapFS{"scores.json": {Data: data}}
		if len((scorefile.Format{}).Detect(fsys, ".", must.Get(fsys.ReadDir("."))(t))) > 0 {
			ingesttest.Load(t, ingesttest.OpenBundled(t), fsys, ingest.Identity{})
		}
	})
}
