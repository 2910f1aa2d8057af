package clawmark_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// officeSession is the session of an agent that reads the ticket on the second day,
// the sheet on the third, and writes what it found there.
func officeSession() []byte {
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"clawmark-0000000a","timestamp":"2026-01-20T11:00:00.000Z","cwd":"/workspace"}` + "\n")
	n := 0
	line := func(message string) {
		parent := "null"
		if n > 0 {
			parent = fmt.Sprintf(`"%08x"`, n)
		}
		n++
		fmt.Fprintf(&b, `{"type":"message","id":"%08x","parentId":%s,"timestamp":"2026-01-20T11:00:%02d.000Z","message":%s}`+"\n", n,
			parent, n, message)
	}
	day := func(text, at string) {
		line(fmt.Sprintf(`{"role":"user","content":[{"type":"text","text":"%s\n（当前时间：%s）"}]}`, text, at))
	}
	call := func(name, arguments, result string) {
		id := fmt.Sprintf("functions.exec:%d", n)
		line(fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":"%s","name":"%s","arguments":%s}],`+
			`"provider":"bench","model":"m","stopReason":"toolUse","responseId":"r%d"}`, id, name, arguments, n))
		line(fmt.Sprintf(`{"role":"toolResult","toolCallId":"%s","toolName":"%s","content":[{"type":"text","text":%q}],"isError":false}`,
			id, name, result))
	}
	day("Check the inbox. All in English.\\n\\n[Mon] Hello", "2024-03-25T09:00:00+08:00")
	call("exec", `{"command":"ls"}`, "AGENTS.md")
	day("[Tue] There is a new file input/rule_v2.pdf", "2024-03-26T09:00:00+08:00")
	call("exec", `{"command":"ls"}`, "AGENTS.md")
	call("exec", `{"command":"mcporter call notion.query tickets"}`, `{"ID": "T-2", "Level": "IV", "Note": "see 4711"}`)
	day("[Wed] The spreadsheet is corrected", "2024-03-27T09:00:00+08:00")
	call("exec", `{"command":"python3 read_sheet.py Budget"}`, "k,v\nb,9876")
	call("write", `{"path":"report.md","content":"b is 9876, see 4711"}`, "ok")
	return []byte(b.String())
}

// A trial with a trace says of each change how far its agent got with it; one
// without, and a task whose changes are not known, say nothing.
func TestStageLooks(t *testing.T) {
	const result = `{"task_id": "office_task1", "score": 0.1, "stages": [{"id": "stage0", "success": true, ` +
		`"verification": [{"id": "S0_report", "passed": true, "weight": 1.0}]}], "rubric": []}`
	files := officeTree(t, "tasks/office/task1/")
	files["results/traced/office_task1/result.json"] = &fstest.MapFile{Data: []byte(result)}
	files["results/traced/office_task1/messages.jsonl"] = &fstest.MapFile{Data: officeSession()}
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, files, ingest.Identity{Benchmark: "mine", Model: "m"})
	if len(rep.Runs) != 1 {
		t.Fatalf("runs %+v, refused %+v", rep.Runs, rep.Refused)
	}
	trial := must.Get(db.FindTrial(t.Context(), rep.Runs[0].Run, "office", "office_task1", 1))(t)
	want := []results.StageLook{
		{Stage: "stage1", Change: 1, Level: "undecidable"}, // the mail's one name is in the message
		{Stage: "stage1", Change: 2, Level: "content", At: "stage1", Step: 5, Call: 1, Calls: 2, Quote: "4711"},
		{Stage: "stage1", Change: 3, Level: "content", At: "stage2", Step: 7, Call: 1, Calls: 3, Quote: "9876"},
		{Stage: "stage2", Change: 1, Level: "never"},
		{Stage: "stage2", Change: 2, Level: "undecidable"},
		{Stage: "stage2", Change: 3, Level: "undecidable"},
	}
	if diff := cmp.Diff(want, trial.Details.StageLooks); diff != "" {
		t.Error(diff)
	}
	delete(files, "results/traced/office_task1/messages.jsonl")
	bare := ingesttest.OpenBundled(t)
	rep = ingesttest.Load(t, bare, files, ingest.Identity{Benchmark: "mine", Model: "m"})
	if trial, err := bare.FindTrial(t.Context(), rep.Runs[0].Run, "office", "office_task1", 1); err != nil ||
		trial.Details.StageLooks != nil {
		t.Errorf("without a trace: %+v, %v", trial.Details.StageLooks, err)
	}
}
