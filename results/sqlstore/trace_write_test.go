package sqlstore_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// randomSteps makes a trace whose days come back, whose first steps belong to
// no turn and of which some steps are repeated from an earlier trace.
func randomSteps(n int, rnd *rand.Rand) []results.Step {
	list := make([]results.Step, n)
	for i := range list {
		s := &list[i]
		s.StepID, s.Source = i+1, results.SourceAgent
		if rnd.IntN(3) > 0 {
			at := int64(1000*i + rnd.IntN(9000))
			s.Timestamp = &at
		}
		if rnd.IntN(4) > 0 {
			s.Day = fmt.Sprint("day", rnd.IntN(3))
		}
		if i > 2 && rnd.IntN(7) == 0 {
			s.Source = results.SourceUser
		}
		if i > 2 && rnd.IntN(9) == 0 {
			s.Agent = "sub"
		}
		in := int64(rnd.IntN(100))
		if rnd.IntN(2) == 0 {
			s.Metrics = &results.Metrics{PromptTokens: &in}
		}
		for k := range rnd.IntN(3) {
			s.ToolCalls = append(s.ToolCalls, results.ToolCall{ID: fmt.Sprint(k), Name: "x", Arguments: []byte("{}")})
		}
		if rnd.IntN(5) == 0 {
			s.Observation = &results.Observation{Results: []results.Result{{CallID: "0", Failed: true}}}
		}
		s.Copied = rnd.IntN(20) == 0
	}
	return list
}

// stretches sums up steps the long way: units are windows or turns.
func stretches(steps []results.Step, unit results.TraceUnit, from, to, size int) []results.TraceGroup {
	list := []results.TraceGroup{}
	turn := -1
	for i := range steps {
		g := sqlstore.SumOf(&steps[i], steps[i].FailedCalls() > 0)
		turn += g.Turns
		at := i / results.WindowSteps
		if unit == results.UnitTurn {
			at = turn
		}
		if at < from || at >= to {
			continue
		}
		g.Unit = at - (at-from)%size
		if n := len(list); n > 0 && list[n-1].Unit == g.Unit {
			sqlstore.Merge(&list[n-1], &g)
		} else {
			list = append(list, g)
		}
	}
	return list
}

// TestLadder holds the sums of every level against those of the steps.
func TestLadder(t *testing.T) {
	ctx := t.Context()
	rnd := rand.New(rand.NewPCG(3, 4))
	traces := map[string][]results.Step{}
	for _, n := range []int{0, 1, 50, 51, 499, 500, 501, 5000, 5001, 12_345} {
		traces[fmt.Sprint("t", n)] = randomSteps(n, rnd)
	}
	db := ladderDB(t, traces)
	for name, steps := range traces {
		trial := must.Get(db.FindTrial(ctx, "run", "s", name, 1))(t)
		for _, unit := range []results.TraceUnit{results.UnitWindow, results.UnitTurn} {
			n := (len(steps) + results.WindowSteps - 1) / results.WindowSteps
			if unit == results.UnitTurn {
				n = 0
				for i := range steps {
					n += sqlstore.SumOf(&steps[i], false).Turns
				}
			}
			if n < 2 {
				continue
			}
			for _, size := range []int{1, 2, 5, 10, 20, 50, 100, 200} {
				for _, from := range []int{0, 7, size, 10 * size} {
					to := min(from+40*size, n)
					got := must.Get(db.TraceGroups(ctx, &trial, unit, from, to, size))(t)
					if size >= n {
						continue // the trial says the same
					}
					if diff := cmp.Diff(stretches(steps, unit, from, to, size), got); diff != "" {
						t.Fatalf("%s, %s, %d to %d by %d: -want +got:\n%s", name, unit, from, to, size, diff)
					}
				}
			}
		}
	}
}

// TestManyDays has more days than are summed up each for itself.
func TestManyDays(t *testing.T) {
	steps := make([]results.Step, 2*results.DaysMost+2)
	for i := range steps {
		steps[i] = results.Step{Source: results.SourceAgent, Day: fmt.Sprint("d", i%(results.DaysMost+1))}
	}
	db := ladderDB(t, map[string][]results.Step{"days": steps})
	trial := must.Get(db.FindTrial(t.Context(), "run", "s", "days", 1))(t)
	const n = results.DaysMost + 1
	got := must.Get(db.TraceGroups(t.Context(), &trial, results.UnitDay, n-2, n, 1))(t)
	last := results.DaysMost - 1
	want := []results.TraceGroup{
		{Unit: last, First: last + 1, Steps: 2, Day: fmt.Sprint("d", last)},
		{Unit: last + 1, First: last + 2, Steps: 2},
	}
	must.Same(t, want, got, "what was got")
}

// ladderDB holds a run with a trial of scenario s for each trace.
func ladderDB(t *testing.T, traces map[string][]results.Step) *sqlite.DB {
	t.Helper()
	ctx := t.Context()
	db := must.Get(sqlite.OpenWriter(ctx, filepath.Join(t.TempDir(), "t.db")))(t)
	t.Cleanup(func() { db.Close() })
	d := &results.Dataset{Benchmark: results.Benchmark{ID: "bench", Name: "Bench"}, Scenarios: []results.Scenario{{Slug: "s"}}}
	for name := range traces {
		d.Tasks = append(d.Tasks, results.Task{Scenario: "s", Slug: name})
	}
	must.Do(t, db.SaveDataset(ctx, d))
	run := &results.Run{Slug: "run", Benchmark: "bench", ModelName: "m", Evidence: results.Recomputed, Digest: "d"}
	tx := must.Get(db.BeginRun(ctx, run))(t)
	defer tx.Rollback()
	for name, steps := range traces {
		must.Do(t, tx.SaveTrial(ctx, &results.Trial{Scenario: "s", Task: name, Attempt: 1, Status: results.Passed}))
		for i := range steps {
			must.Do(t, tx.SaveStep(ctx, &steps[i]))
		}
	}
	must.Do(t, tx.Finish(ctx, run, nil))
	return db
}
