package web

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// officeResult is a run over officeTask: one silent-linked check holds, one does not.
const officeResult = `{"task_id": "office_task1", "score": 0.7857142857142857, "execution_time": 1, "stages": [
 {"id": "stage0", "success": true, "error": "", "verification_score": 1, "verification": [{"id": "S0_report", "passed": true, "weight": 1.0}]},
 {"id": "stage2", "success": true, "error": "", "verification_score": 0.5, "verification": [{"id": "S1_level_found", "passed": true, "weight": 2.0}, {"id": "S2_budget_right", "passed": false, "weight": 1.5}]},
 {"id": "final", "success": true, "error": "", "verification_score": 1, "verification": [{"id": "S1_redline_no_transfer", "passed": true, "weight": 2.0}, {"id": "tidy", "passed": true, "weight": 0.5}]}], "rubric": []}`

// Where its session was read with the changes known, the trial's page
// says how far the agent looked, with the step that proves it.
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
	run := site.runs(t, results.RunFilter{Benchmark: "mine", Limit: 1})[0].Slug
	page := site.page(t, "/runs/"+run+"/office/office_task1").Find("main")
	text := strings.Join(strings.Fields(page.Text()), " ")
	for _, want := range []string{"saw itstage1, step 2 call 1 since the change4711none", "no call shows it", "no trace of the stage"} {
		if !strings.Contains(text, want) {
			t.Errorf("the trial lacks %q", want)
		}
	}
}
