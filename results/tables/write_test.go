package tables_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/tables"
)

// two is a store of two runs: one trial of the first has all that can be absent,
// that of the second nothing.
type two struct{ fault error }

func (two) Revisions(context.Context) (results.Revision, error) {
	return results.Revision{ID: "d1"}, nil
}

func (two) Runs(_ context.Context, f results.RunFilter) ([]results.Run, int, error) {
	at := int64(1_700_000_000_123)
	list := []results.Run{
		{ID: 1, Slug: "b-full", Benchmark: "b", System: results.System{Model: "m", Framework: "f", Provider: "p"}, StartedAt: &at, Complete: true, Counts: results.Counts{Expected: 1, Passed: 1}},
		{ID: 2, Slug: "b-bare", Benchmark: "b", System: results.System{Model: "m"}, Exclusions: []results.Exclusion{{Kind: results.ExclusionLabel}}},
	}
	return list[min(f.Offset, 2):], 2, nil
}

func (two) RunTrials(_ context.Context, run int64, _ string) ([]results.StoredTrial, error) {
	if run == 2 {
		return []results.StoredTrial{{ID: 20, Run: "b-bare", Trial: results.Trial{Scenario: "s", Task: "t", Attempt: 1, Status: results.NotJudged, StepsTotal: 3}}}, nil
	}
	zero, tokens, ms, yes := 0.0, int64(0), int64(12), true
	return []results.StoredTrial{{ID: 10, Run: "b-full", Trial: results.Trial{Scenario: "s", Task: "t", Attempt: 1, Status: results.Failed, Score: &zero, Selected: []string{"A", "C"},
		PrefPassed: &yes, DurationMS: &ms, Usage: results.Usage{Input: &tokens, CostUSD: &zero}, StepsTotal: 201}}}, nil
}

func (two) ManyChecks(_ context.Context, trials []int64) (map[int64][]results.Check, error) {
	no := false
	return map[int64][]results.Check{10: {{ID: "one", Weight: 0.5, Passed: &no, Detail: "差 =1"}, {ID: "two"}}}, nil
}

func (two) StepRows(_ context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error) {
	var list []results.StepRow
	for n := from; n < from+limit && n <= t.StepsTotal; n++ {
		list = append(list, results.StepRow{StepID: n})
	}
	return list, nil
}

func (s two) Steps(_ context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error) {
	list := make([]results.Step, len(rows))
	for i, r := range rows {
		list[i] = results.Step{StepID: r.StepID, Source: results.SourceUser}
		if r.StepID == 201 || t.StepsTotal == 3 && r.StepID == 2 { // amid those without a call
			list[i] = results.Step{StepID: r.StepID, Source: results.SourceAgent, Message: "done", ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte(`{"x":1}`)}}}
		}
	}
	return list, s.fault
}

// What is absent is null and what is zero is zero, in every file, and a file says
// what it was made from.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	n, err := tables.Write(t.Context(), two{}, dir)
	if err != nil || n != (tables.Written{Runs: 2, Trials: 2, Checks: 2, Steps: 204}) {
		t.Fatalf("wrote %+v, %v", n, err)
	}
	nulls := func(name string, want map[string][]bool) {
		t.Helper()
		got := map[string][]bool{}
		for column := range want {
			got[column] = []bool{}
		}
		f := opened(t, filepath.Join(dir, name+".parquet"))
		for _, group := range f.RowGroups() {
			rows := group.Rows()
			list := make([]parquet.Row, 400)
			k, _ := rows.ReadRows(list)
			for _, row := range list[:k] {
				row.Range(func(column int, v []parquet.Value) bool {
					if path := f.Schema().Columns()[column]; want[path[0]] != nil {
						got[path[0]] = append(got[path[0]], v[0].IsNull())
					}
					return true
				})
			}
			rows.Close()
		}
		must.Same(t, want, got, "%s, which values are null", name)
		if at, ok := f.Lookup("clawatlas.database"); !ok || at != "d1" {
			t.Errorf("%s names the database %q", name, at)
		}
	}
	nulls("runs", map[string][]bool{"framework": {false, true}, "variant": {true, true}, "provider": {false, true}, "started_at": {false, true}, "expected": {false, false}, "objections": {true, false}})
	nulls("trials", map[string][]bool{"score": {false, true}, "tokens_input": {false, true}, "tokens_output": {true, true}, "cost_usd": {false, true}, "pref_passed": {false, true}, "duration_ms": {false, true}, "finished_at": {true, true}})
	nulls("checks", map[string][]bool{"passed": {false, true}, "weight": {false, false}, "detail": {false, true}})
	if unit, ok := opened(t, filepath.Join(dir, "trials.parquet")).Lookup("unit.cost_usd"); !ok || unit != "US dollars" {
		t.Errorf("unit of cost_usd: %q", unit)
	}
	nulls("steps", map[string][]bool{"tool_calls": append(slices.Repeat([]bool{true}, 200), false, true, false, true), "observation": slices.Repeat([]bool{true}, 204), "source": make([]bool, 204)})
	steps := must.Get(parquet.ReadFile[tables.Step](filepath.Join(dir, "steps.parquet")))(t)
	if last := steps[200]; last.Step != 201 || *last.Message != "done" || !cmp.Equal(last.Tools, []string{"exec"}) || *last.Calls != `[{"tool_call_id":"c","function_name":"exec","arguments":{"x":1}}]` {
		t.Errorf("last step: %+v", last)
	}
}

// A fault leaves no file behind.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	if _, err := tables.Write(t.Context(), two{fault: errors.New("gone")}, dir); err == nil {
		t.Fatal("no error")
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func opened(t *testing.T, path string) *parquet.File {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	t.Cleanup(func() { file.Close() })
	info := must.Get(file.Stat())(t)
	return must.Get(parquet.OpenFile(file, info.Size()))(t)
}
