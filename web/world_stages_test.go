package web

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
	daysviews "github.com/clawatlas/clawatlas/views/days"
)

// officeResult is a run over officeTask: one silent-linked check holds, one does not.
const officeResult = `{"task_id": "office_task1", "score": 0.7857142857142857, "execution_time": 1, "stages": [
 {"id": "stage0", "success": true, "error": "", "verification_score": 1, "verification": [{"id": "S0_report", "passed": true, "weight": 1.0}]},
 {"id": "stage2", "success": true, "error": "", "verification_score": 0.5, "verification": [{"id": "S1_level_found", "passed": true, "weight": 2.0}, {"id": "S2_budget_right", "passed": false, "weight": 1.5}]},
 {"id": "final", "success": true, "error": "", "verification_score": 1, "verification": [{"id": "S1_redline_no_transfer", "passed": true, "weight": 2.0}, {"id": "tidy", "passed": true, "weight": 0.5}]}], "rubric": []}`

func officeRun(t testing.TB) *testSite {
	t.Helper()
	return openSite(t, "office-run", func(ctx context.Context, l *ingest.Loader) error {
		files := officeTask(t)
		files["results/m/office_task1/result.json"] = &fstest.MapFile{Data: []byte(officeResult)}
		return loadInto(ctx, l, false, ingest.Source{FS: files, Name: "office", Identity: ingest.Identity{Benchmark: "mine", Model: "m"}})
	})
}

func stagedWorldOf(t *testing.T, site *testSite, benchmark string) daysviews.World {
	t.Helper()
	var w daysviews.World
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/"+benchmark+"/world").Body.Bytes(), &w))
	return w
}

// Where its session was read with the changes known, the trial's page and the world
// say how far the agent looked, with the step that proves it.
func TestWorldStagesLooked(t *testing.T) {
	session := `{"type":"session","version":3,"id":"clawmark-0000000b","timestamp":"2026-01-20T11:00:00.000Z","cwd":"/workspace"}
{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-01-20T11:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"[Tue] Hello\n（当前时间：2024-03-26T09:00:00+08:00）"}]}}
{"type":"message","id":"00000002","parentId":"00000001","timestamp":"2026-01-20T11:00:02.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"exec","arguments":{"command":"mcporter call notion.query tickets"}}],"provider":"bench","model":"m","stopReason":"toolUse","responseId":"r1"}}
{"type":"message","id":"00000003","parentId":"00000002","timestamp":"2026-01-20T11:00:03.000Z","message":{"role":"toolResult","toolCallId":"a","toolName":"exec","content":[{"type":"text","text":"Note: see 4711"}],"isError":false}}
`
	site := openSite(t, "office-looked", func(ctx context.Context, l *ingest.Loader) error {
		files := officeTask(t)
		files["results/m/office_task1/result.json"] = &fstest.MapFile{Data: []byte(officeResult)}
		files["results/m/office_task1/messages.jsonl"] = &fstest.MapFile{Data: []byte(session)}
		return loadInto(ctx, l, false, ingest.Source{FS: files, Name: "office", Identity: ingest.Identity{Benchmark: "mine", Model: "m"}})
	})
	s := stagedWorldOf(t, site, "mine").Stages.Systems[0]
	want := &world.StageLooked{Silent: world.LookCount{K: 1, N: 2}, Written: world.LookCount{N: 2}, Undecidable: 1, Untraced: 3}
	if diff := cmp.Diff(want, s.Looked); diff != "" {
		t.Error(diff)
	}
	if w := stagedWorldOf(t, officeRun(t), "mine").Stages.Systems[0]; w.Looked != nil {
		t.Errorf("without a trace: %+v", w.Looked)
	}
}

// The released records, counted anew: of the checks whose ids speak of a silent
// change none is passed.
func testWorldStagesReal(t *testing.T) {
	dir := resultstest.Shared(t, "data", "clawmark", "run")
	site := openSite(t, "clawmark-run", clawmarkRun(dir))
	var want, all world.CheckRate
	files := must.Get(filepath.Glob(filepath.Join(dir, "*", "result.json")))(t)
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(t)
		var rec struct {
			Rubric []struct {
				ID     string `json:"id"`
				Passed bool   `json:"passed"`
			} `json:"rubric"`
		}
		must.Do(t, json.Unmarshal(raw, &rec))
		for _, c := range rec.Rubric {
			for _, r := range []*world.CheckRate{&want, &all} {
				if r == &all || strings.Contains(strings.ToLower(c.ID), "silent") {
					r.N++
					if c.Passed {
						r.K++
					}
				}
			}
		}
	}
	s := stagedWorldOf(t, site, "clawmark").Stages.Systems[0]
	if all.K != 7 || all.N != 53 || s.Silent.N+s.Others.N != 53 || s.Silent.K+s.Others.K != 7 || s.ByName != want || s.Silent != want {
		t.Errorf("%+v; records have %+v of %+v", s.LinkedChecks, want, all)
	}
}

// clawmarkRun loads the released records.
func clawmarkRun(dir string) func(context.Context, *ingest.Loader) error {
	return func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(dir), Name: "run", Identity: ingest.Identity{Benchmark: "clawmark", Model: "nobody"}})
	}
}
