package sqlstore_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// trialRoundTrip tests nil against empty, and the dataset's order.
func trialRoundTrip(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	score, took, yes := 0.5, int64(70), true
	first := results.Trial{
		Scenario: "s1", Task: "q1", Attempt: 2, Attempts: 3, Status: results.Failed, Score: &score, Kind: results.KindMultiChoice,
		Selected: []string{}, Gold: []string{"A"}, PrefPassed: &yes, DurationMS: &took, Usage: results.Usage{Output: &took},
		Checks:  []results.Check{{ID: "c1", Day: "d", Weight: 2, RedLine: true, Passed: &yes, Detail: "x"}, {ID: "c2", Weight: 1}},
		Details: results.TrialDetails{Prompt: "sent", Told: &results.Told{Opposite: true, Verdict: "correct"}},
	}
	extra := results.Trial{Scenario: "s1", Task: "extra", Attempt: 1, Attempts: 1, Status: results.NoAnswer, Kind: results.KindExecCheck}
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	must.Do(t, tx.SaveTrial(ctx, &extra))
	open := first
	open.Status = results.Timeout
	must.Do(t, tx.SaveTrial(ctx, &open))
	must.Do(t, tx.SaveLabel(ctx, results.Label{Label: "odd", Step: 1, Note: "n"}))
	must.Do(t, tx.AmendTrial(ctx, &first))
	must.Do(t, tx.Finish(ctx, r, nil))

	got := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", 0))(t)
	if d := cmp.Diff(first, got.Trial); d != "" || got.Run != "run1" || !got.ToldOpposite {
		t.Errorf("trial of %s, told the contrary: %v (-saved +read):\n%s", got.Run, got.ToldOpposite, d)
	}
	if got := must.Get(db.FindTrial(ctx, "run1", "s1", "extra", 1))(t); got.Selected != nil || got.Score != nil ||
		got.DurationMS != nil || got.Usage.Output != nil {
		t.Errorf("what was not recorded is there: %+v", got.Trial)
	}
	_, err := db.FindTrial(ctx, "run1", "s1", "q1", 1)
	notFound(t, "another attempt", err)
	list := must.Get(db.RunTrials(ctx, r.ID, ""))(t)
	if len(list) != 2 || list[0].Task != "q1" || list[1].Task != "extra" {
		t.Errorf("trials %+v, want q1 and then the one that the dataset lacks", list)
	}
	outcomes := must.Get(db.Outcomes(ctx, r.ID))(t)
	same(t, "checks (-saved +read)", first.Checks, outcomes[0].Checks)
	want := []results.Label{{Run: "run1", Scenario: "s1", Task: "q1", Attempt: 2, Label: "odd", Step: 1, Note: "n"}}
	same(t, "labels (-saved +read)", want, must.Get(db.TrialLabels(ctx, got.ID))(t))
	if !must.Get(db.HasCases(ctx, bench))(t) {
		t.Error("a label is no case")
	}
	for _, runs := range [][]int64{{}, {1 << 40}} {
		if n := len(must.Get(db.TaskTrials(ctx, bench, "s1", "q1", runs))(t)); n != 0 {
			t.Errorf("%d trials of other runs", n)
		}
		sums := must.Get(db.ScenarioScores(ctx, bench, "s1", runs, func(x *results.TaskScore) { t.Errorf("a score of another run: %+v", x) }))(t)
		if len(sums) != 0 {
			t.Errorf("sums of other runs: %+v", sums)
		}
	}
	for n, slugs := range [][]string{{}, {"nobody"}} {
		if list, _, err := db.Runs(ctx, results.RunFilter{Benchmark: bench, Slugs: slugs, Limit: 10}); err != nil || len(list) != 0 {
			t.Errorf("list %d of no run: %d runs, %v", n, len(list), err)
		}
	}
	if n := len(must.Get(db.TaskTrials(ctx, bench, "s1", "q1", nil))(t)); n != 1 {
		t.Errorf("%d trials at the task, want 1", n)
	}
}

// outcomes weigh means by attempts and sum exactly.
func outcomes(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	for _, x := range []struct {
		scenario, task    string
		attempt, attempts int
		score             float64
	}{{"s1", "q1", 1, 1, 0}, {"s1", "q1", 2, 3, 0.2}, {"s1", "q2", 1, 1, 0.2}, {"s2", "q1", 1, 1, 0.3}} {
		must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: x.scenario, Task: x.task, Attempt: x.attempt, Attempts: x.attempts,
			Status: results.Failed, Score: &x.score}))
	}
	for _, tool := range []string{"a", "b", "a", "a"} {
		s := running("x", results.Result{Failed: true, Failure: "status"})
		s.ToolCalls[0].Name = tool
		must.Do(t, tx.SaveStep(ctx, &s))
	}
	must.Do(t, tx.Finish(ctx, r, nil))
	if m := must.Get(db.TaskMeans(ctx, []int64{r.ID}))(t)[0]; m.Attempts != 4 || !(math.Abs(*m.Mean-0.15) <= 1e-12) {
		t.Errorf("mean %v of %d attempts, want 0.15 of 4", *m.Mean, m.Attempts)
	}
	must.Do(t, db.TaskOutcomes(ctx, bench, func(o *results.RunOutcomes) {
		if o.Sum != 0.6 {
			t.Errorf("sum %v, want 0.6 to the last bit", o.Sum)
		}
	}))
	if n := must.Get(db.FindTrial(ctx, "run1", "s2", "q1", 1))(t).LoopCalls; n != 3 {
		t.Errorf("%d calls of the most repeated one, want 3", n)
	}
}

// traceWindows reads windows of two adjacent traces of many bytes.
func traceWindows(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	text := strings.Repeat("long text 文本 ", 4000) // 50 of them are megabytes
	steps := says(make([]string, 50)...)
	for i := range steps {
		steps[i].Message = text
		if i%10 == 3 {
			steps[i].Observation = &results.Observation{Results: []results.Result{{CallID: "c", Content: "no", Failed: true}}}
		}
	}
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, steps}, trialOf{"q2", results.Passed, says("alone")}))
	trial := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", 1))(t)
	if trial.StepsTotal != 50 || trial.FailedCalls != 5 {
		t.Errorf("%d steps, %d failed; want 50 and 5", trial.StepsTotal, trial.FailedCalls)
	}
	for _, w := range []struct{ from, limit, want int }{{1, 50, 50}, {20, 10, 10}, {48, 10, 3}, {51, 10, 0}} {
		rows := must.Get(db.StepRows(ctx, &trial, w.from, w.limit))(t)
		opened := must.Get(db.Steps(ctx, &trial, rows))(t)
		if len(rows) != w.want || len(opened) != w.want {
			t.Fatalf("window %+v has %d rows and %d steps", w, len(rows), len(opened))
		}
		for i, s := range opened {
			if n := w.from + i; s.StepID != n || rows[i].StepID != n || s.Message != text || rows[i].Bytes < len(text) ||
				(rows[i].Failed > 0) != (n%10 == 4) {
				t.Errorf("step %d: number %d in its row and %d in its body, %d bytes", n, rows[i].StepID, s.StepID, len(s.Message))
			}
		}
	}
	some := must.Get(db.StepRows(ctx, &trial, 1, 50))(t)
	opened := must.Get(db.Steps(ctx, &trial, []results.StepRow{some[2], some[40]}))(t)
	if opened[0].StepID != 3 || opened[1].StepID != 41 {
		t.Errorf("steps %d and %d, want 3 and 41", opened[0].StepID, opened[1].StepID)
	}
	if got := must.Get(db.FailedSteps(ctx, &trial, 3))(t); !cmp.Equal(got, []int{4, 14, 24}) {
		t.Errorf("failed steps %v", got)
	}
	next := must.Get(db.FindTrial(ctx, "run1", "s1", "q2", 1))(t)
	rows := must.Get(db.StepRows(ctx, &next, 1, 10))(t)
	same(t, "the trace after it (-want +got)",
		[]results.Step{{StepID: 1, Source: results.SourceAgent, Message: "alone"}}, must.Get(db.Steps(ctx, &next, rows))(t), cmpopts.EquateEmpty())
}

// running is a step in which a command is run.
func running(command string, r results.Result) results.Step {
	r.CallID = "c"
	args := []byte(`{"command":"` + command + `"}`)
	return results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: args}},
		Observation: &results.Observation{Results: []results.Result{r}}}
}

// keep keeps a raw record of what is being written.
func keep(t *testing.T, tx results.RunTx, name string, data []byte) {
	t.Helper()
	w, seal, err := tx.OpenRaw(t.Context(), name, "text/plain")
	must.Do(t, err)
	_, err = io.Copy(w, bytes.NewReader(data))
	must.Do(t, errors.Join(err, w.Close(), seal([32]byte{1})))
}

// records keeps raw records of run and trials, one of many pieces, and reads ranges.
func records(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	large := bytes.Repeat([]byte("0123456789abcdef"), 600_000) // 9.6 MB
	for i := 0; i < len(large); i += 1001 {
		large[i] = byte(i)
	}
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	keep(t, tx, "run.json", []byte("{}"))
	must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Status: results.Passed}))
	keep(t, tx, "large.txt", large)
	keep(t, tx, "empty.txt", nil)
	must.Do(t, tx.Finish(ctx, r, nil))

	trial := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", 0))(t)
	if list := must.Get(db.Raws(ctx, r.ID, 0))(t); len(list) != 1 || list[0].Name != "run.json" || list[0].Size != 2 {
		t.Errorf("records of the run: %+v", list)
	}
	if list := must.Get(db.Raws(ctx, r.ID, trial.ID))(t); len(list) != 2 || list[0].Name != "large.txt" || list[1].Size != 0 {
		t.Errorf("records of the trial: %+v", list)
	}
	if raw := must.Get(db.FindTrialRaw(ctx, trial.ID, "run.json"))(t); raw.Size != 2 {
		t.Errorf("the run's record by its trial: %+v", raw)
	}
	_, err := db.FindTrialRaw(ctx, trial.ID, "none")
	notFound(t, "a record of no such name", err)
	raw := must.Get(db.FindTrialRaw(ctx, trial.ID, "large.txt"))(t)
	if again := must.Get(db.FindRaw(ctx, raw.ID))(t); again != raw || raw.Size != int64(len(large)) || raw.Media != "text/plain" {
		t.Errorf("record %+v and %+v", raw, again)
	}
	body := must.Get(db.RawReader(ctx, raw.ID))(t)
	for _, at := range []struct{ from, size int }{{0, len(large)}, {4<<20 - 3, 6}, {8 << 20, 10}, {len(large) - 5, 5}, {1, 1}} {
		must.Get(body.Seek(int64(at.from), io.SeekStart))(t)
		got := make([]byte, at.size)
		if _, err := io.ReadFull(body, got); err != nil || !bytes.Equal(got, large[at.from:at.from+at.size]) {
			t.Errorf("%d bytes from %d differ, %v", at.size, at.from, err)
		}
	}
	if n, err := body.Seek(0, io.SeekEnd); err != nil || n != raw.Size {
		t.Errorf("the end is at %d, %v; want %d", n, err, raw.Size)
	}
	if n, err := body.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("past the end: %d bytes, %v", n, err)
	}
}

// manyRecords keeps more rows of each kind than one statement takes.
func manyRecords(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	r := named("run1")
	tx := must.Get(db.BeginRun(ctx, r))(t)
	defer tx.Rollback()
	const trials, raws = 12, 15
	var checks []results.Check
	for range 50 {
		checks = append(checks, results.Check{ID: "c", Weight: 1})
	}
	for n := range trials {
		must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s1", Task: "q1", Attempt: n + 1, Status: results.Passed, Checks: checks}))
		for range raws {
			keep(t, tx, "x.txt", []byte("text"))
		}
		must.Do(t, tx.SaveStep(ctx, &results.Step{Source: results.SourceAgent, Message: "word"}))
		must.Do(t, tx.SaveLabel(ctx, results.Label{Label: "slow", Step: 1}))
	}
	must.Do(t, tx.Finish(ctx, r, nil))
	last := must.Get(db.FindTrial(ctx, "run1", "s1", "q1", trials))(t)
	if list := must.Get(db.Raws(ctx, r.ID, last.ID))(t); len(list) != raws {
		t.Errorf("%d records of the last trial, want %d", len(list), raws)
	}
	if len(last.Checks) != len(checks) {
		t.Errorf("%d checks of the last trial, want %d", len(last.Checks), len(checks))
	}
}
