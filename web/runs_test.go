package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
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
			if err := smallRun(ctx, l.Store.(*sqlite.DB), i); err != nil {
				return fmt.Errorf("write run %d: %w", i, err)
			}
		}
		return nil
	})
}

// smallRun writes a run of LiveClawBench with one passed trial.
func smallRun(ctx context.Context, db *sqlite.DB, i int) error {
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
		"/api/v1/models/crowd?limit=1000&offset=1000",
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

// Tables that set runs side by side do so in blocks: the links of the pages lead
// to every run once, and what is counted over all of them stays the same.
func TestBlocksHoldEveryRun(t *testing.T) {
	site := crowdedServer(t)
	scenario := "/b/liveclawbench/scenarios/documents_knowledge"
	for _, at := range []string{scenario + "?all=1", scenario + "/" + smallTask + "?all=1"} {
		seen := map[string]int{}
		lead, pages := "", 0
		for next := at; next != ""; pages++ {
			doc := site.page(t, next)
			if text := squash(doc.Find(".heading .lead")); pages == 0 {
				lead = text
			} else if text != lead {
				t.Errorf("%s: the first line is %q, on the first page %q", next, text, lead)
			}
			doc.Find("table.verdicts th.hh a, .run-strip p a").Each(func(_ int, s *goquery.Selection) {
				if href := s.AttrOr("href", ""); strings.Contains(href, "crowd") {
					seen[href]++
				}
			})
			next = doc.Find("nav.pager a[rel=next]:not([data-key])").First().AttrOr("href", "")
		}
		if want := (manyRuns + SystemsAbreast - 1) / SystemsAbreast; pages < want {
			t.Errorf("%s has %d pages, want at least %d", at, pages, want)
		}
		if !strings.Contains(at, smallTask) && len(seen) != manyRuns {
			t.Errorf("%s: the pages hold %d runs, want %d", at, len(seen), manyRuns)
		}
		for href, n := range seen {
			if n != 1 {
				t.Errorf("%s stands on %d pages", href, n)
				break
			}
		}
	}
}
