package web

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// unjudgedServer serves a run of which one trial failed and two were judged by
// nothing, and a newer run of which none was.
func unjudgedServer(t *testing.T) *testSite {
	t.Helper()
	return openSite(t, "unjudged", func(ctx context.Context, l *ingest.Loader) error {
		db := l.Store.(*sqlite.DB)
		if err := unjudgedRun(ctx, db, "mixed", results.NotJudged, results.NotJudged, results.Failed); err != nil {
			return err
		}
		return unjudgedRun(ctx, db, "loose", results.NotJudged, results.NotJudged)
	})
}

// unjudgedRun writes a run with a trial of each status, on the first tasks of a
// domain.
func unjudgedRun(ctx context.Context, db *sqlite.DB, name string, statuses ...results.Status) error {
	tasks, err := db.Tasks(ctx, "liveclawbench", "documents_knowledge")
	if err != nil {
		return err
	}
	newest := time.Date(2026, 11, 20, len(statuses), 0, 0, 0, time.UTC).UnixMilli()
	run := results.Run{Benchmark: "liveclawbench", ModelName: name, Label: name, Evidence: results.Recomputed, Format: "test",
		Digest: strings.Repeat(strconv.Itoa(len(statuses)), 64), StartedAt: &newest,
		IngestedAt: newest + 48*time.Hour.Milliseconds()}
	tx, err := db.BeginRun(ctx, &run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if run.System.Model, err = tx.ModelID(ctx, name, false); err != nil {
		return err
	}
	run.Slug = "liveclawbench-" + name
	for i, s := range statuses {
		t := results.Trial{Scenario: tasks[i].Scenario, Task: tasks[i].Slug, Attempt: 1, Attempts: 1, Kind: results.KindReward, Status: s}
		if s == results.Failed {
			zero := 0.0
			t.Score = &zero
		}
		run.Counts.Add(s, t.Score != nil)
		if err := tx.SaveTrial(ctx, &t); err != nil {
			return err
		}
	}
	return tx.Finish(ctx, &run, nil)
}

// A trial that nothing judges is no failure and no error, wherever it stands.
func TestNotJudged(t *testing.T) {
	site := unjudgedServer(t)
	first, last := "/runs/liveclawbench-mixed/documents_knowledge/skill-creation", "/runs/liveclawbench-mixed/documents_knowledge/skill-conflict-resolution"

	doc := site.page(t, "/runs/liveclawbench-mixed")
	if got := squash(doc.Find("a[href*='/failures?run=liveclawbench-mixed']").First()); got != "1 not solved" {
		t.Errorf("the run's page counts %q, want one not solved", got)
	}
	if text := squash(doc.Find("#derivation + p")); !strings.Contains(text, " not judged") {
		t.Errorf("the run's counts lack those not judged: %s", text)
	}
	loose := site.page(t, "/runs/liveclawbench-loose")
	if got := squash(loose.Find("main")); !strings.Contains(got, "not judged") || strings.Contains(got, "were not passed") {
		t.Errorf("the run of unjudged trials does not say so")
	}

	var next string
	site.page(t, first).Find("nav a").EachWithBreak(func(_ int, a *goquery.Selection) bool {
		if strings.Contains(a.Text(), "fail") {
			next, _ = a.Attr("href")
		}
		return next == ""
	})
	if next != last {
		t.Errorf("the next failing trial is %q, want %q past the one that nothing judged", next, last)
	}

	var task struct{ Doubts []struct{ Code string } }
	site.object(t, "/api/v1/benchmarks/liveclawbench/scenarios/documents_knowledge/skill-creation", &task)
	for _, d := range task.Doubts {
		if d.Code == "no_verdict" {
			t.Error("the task's page doubts it because nothing judged a trial of it")
		}
	}
}

// The home page names complete runs alone.
func TestHomeListsCompleteRuns(t *testing.T) {
	home := squash(unjudgedServer(t).page(t, "/").Find("main"))
	if strings.Contains(home, "loose") || strings.Contains(home, "mixed") {
		t.Error("the home page names a run that is not complete")
	}
	if all := squash(unjudgedServer(t).page(t, "/runs").Find("main")); !strings.Contains(all, "loose") {
		t.Error("the list of all runs lacks one without verdicts")
	}
}
