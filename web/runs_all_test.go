package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// manyRuns is more than one query of the store gives.
const manyRuns = runsAtOnce + 7

// smallTask is the only one that those runs have tried.
const smallTask = "skill-creation"

// crowdedServer serves a database in which one model has a thousand runs of one
// task.
func crowdedServer(t *testing.T) *testSite {
	t.Helper()
	return openSite(t, "crowded", func(ctx context.Context, l *ingest.Loader) error {
		for i := range manyRuns {
			if err := smallRun(ctx, l.Store.(testStore), i); err != nil {
				return fmt.Errorf("write run %d: %w", i, err)
			}
		}
		return nil
	})
}

// smallRun writes a run of LiveClawBench with one passed trial.
func smallRun(ctx context.Context, db testStore, i int) error {
	one, start := 1.0, int64(i)
	run := results.Run{Benchmark: "liveclawbench", ModelName: "crowd", Label: "small", Evidence: results.Records, Format: "test",
		Digest: fmt.Sprintf("%064x", i), StartedAt: &start}
	tx, err := db.BeginRun(ctx, &run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if run.System.Model, err = tx.ModelID(ctx, run.ModelName, false); err != nil {
		return err
	}
	run.Slug = fmt.Sprintf("liveclawbench-crowd-%08x", i)
	trial := results.Trial{Scenario: "documents_knowledge", Task: smallTask, Attempt: 1, Attempts: 1, Kind: results.KindReward, Status: results.Passed, Score: &one}
	run.Counts.Add(trial.Status, true)
	if err := tx.SaveTrial(ctx, &trial); err != nil {
		return err
	}
	return tx.Finish(ctx, &run, nil)
}

// What a page sums or sets side by side does not end at a thousand runs: the
// oldest run of the model is there.
func TestMoreRunsThanOneQueryGives(t *testing.T) {
	site := crowdedServer(t)
	oldest := fmt.Sprintf("liveclawbench-crowd-%08x", 0)
	for _, path := range []string{
		"/b/liveclawbench/scenarios/documents_knowledge?all=1&format=csv",
		"/api/v1/benchmarks/liveclawbench/scenarios/documents_knowledge?all=1",
		"/api/v1/benchmarks/liveclawbench/scenarios/documents_knowledge/" + smallTask + "?all=1",
		"/api/v1/models/crowd",
	} {
		if !strings.Contains(site.get(path).Body.String(), oldest) {
			t.Errorf("%s lacks the oldest of %d runs", path, manyRuns)
		}
	}
	var tasks, bundled struct{ Runs int }
	site.object(t, "/api/v1/benchmarks/liveclawbench/tasks?all=1&limit=1", &tasks)
	bareServer(t).object(t, "/api/v1/benchmarks/liveclawbench/tasks?all=1&limit=1", &bundled)
	if want := bundled.Runs + manyRuns; tasks.Runs != want {
		t.Errorf("tasks are counted over %d runs, want %d", tasks.Runs, want)
	}
}

// What a page does not list in full it says, with a way to the rest.
func TestRunPageOffersSomeOfManyRuns(t *testing.T) {
	doc := crowdedServer(t).page(t, "/runs/"+fmt.Sprintf("liveclawbench-crowd-%08x", 5))
	if got, want := squash(doc.Find("form + p.note")), "The newest 50 of"; !strings.HasPrefix(got, want) {
		t.Errorf("beside the choice of runs stands %q, want %q", got, want)
	}
}
