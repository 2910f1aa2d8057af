package transcripts_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestCopies holds that a session counts once, however many files hold it, and that a
// warning names the file that was left out.
func TestCopies(t *testing.T) {
	branch := func(session string) string {
		lines := strings.Split(strings.TrimSpace(session), "\n")
		return `{"header":` + lines[0] + `,"entries":[` + strings.Join(lines[1:], ",") + `]}`
	}
	event := func(kind, data string) string {
		return `{"traceSchema":"openclaw-trajectory","schemaVersion":1,"source":"runtime","type":"` + kind + `","ts":"2026-03-19T16:09:25Z","seq":1,"sessionId":"s","modelId":"kimi-x","data":` + data + "}\n"
	}
	events := event("session.started", "{}") + event("prompt.submitted", `{"prompt":"go"}`) + event("model.completed", `{"assistantTexts":["done"]}`)
	more := `{"type":"message","id":"3","parentId":"2","timestamp":"2026-03-19T16:09:29.690Z","message":{"role":"user","content":"on"}}` + "\n"
	stream := `{"type":"system","subtype":"init","session_id":"s1","uuid":"i","tools":["Read"],"mcp_servers":[]}` + "\n" + claude +
		`{"type":"result","subtype":"success","session_id":"s1","uuid":"r","result":"done"}` + "\n"
	forked := claude + strings.ReplaceAll(claude[strings.Index(claude, "\n")+1:], `"s1","uuid":"u2"`, `"s2","uuid":"u3"`)
	rollout := `{"timestamp":"2026-03-19T16:09:24Z","type":"session_meta","payload":{"id":"x"}}` + "\n" +
		`{"timestamp":"2026-03-19T16:09:25Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}}` + "\n"
	stamped := strings.ReplaceAll(atifDoc, `"source"`, `"timestamp":"2026-03-19T16:09:25Z","source"`)
	for name, tt := range map[string]struct {
		files map[string]string
		left  string // file that a warning names
		trial int
	}{
		"Claude Code, same folder":       {map[string]string{"d/s1.jsonl": claude, "d/export.jsonl": claude}, "d/export.jsonl", 1},
		"Claude Code, other folder":      {map[string]string{"d/s1.jsonl": claude, "e/s1.jsonl": claude}, "e/s1.jsonl", 1},
		"Claude Code, fork":              {map[string]string{"d/s1.jsonl": claude, "d/s2.jsonl": forked, "e/s2.jsonl": forked}, "e/s2.jsonl", 2},
		"Claude Code and its stream":     {map[string]string{"a/out.jsonl": stream, "d/s1.jsonl": claude}, "a/out.jsonl", 1},
		"Codex":                          {map[string]string{"2026/r.jsonl": rollout, "archived/r.jsonl": rollout}, "archived/r.jsonl", 1},
		"ATIF":                           {map[string]string{"d/a.json": stamped, "e/b.json": stamped}, "e/b.json", 1},
		"ATIF alike":                     {map[string]string{"d/a.json": stamped, "e/b.json": strings.Replace(stamped, "v/m", "v/n", 1)}, "", 2},
		"OpenClaw, older copy":           {map[string]string{"d/s.jsonl": openClaw + more, "d/old.jsonl": openClaw}, "d/old.jsonl", 1},
		"OpenClaw, older copy first":     {map[string]string{"e/s.jsonl": openClaw + more, "d/old.jsonl": openClaw}, "e/s.jsonl", 2},
		"OpenClaw and its bundle":        {map[string]string{"z/s.jsonl": openClaw, "b/session-branch.json": branch(openClaw), "b/events.jsonl": events}, "b/session-branch.json", 1},
		"OpenClaw and its trajectory":    {map[string]string{"d/s.jsonl": openClaw, "d/s.trajectory.jsonl": events}, "d/s.trajectory.jsonl", 1},
		"OpenClaw, trajectory elsewhere": {map[string]string{"d/s.jsonl": openClaw, "a/s.jsonl": events}, "a/s.jsonl", 1},
		"OpenClaw, trajectory alone":     {map[string]string{"d/s.trajectory.jsonl": events}, "", 1},
		"OpenClaw, reset and deleted": {map[string]string{"d/s.jsonl.reset.2026-04-01T10-00-00.000Z": openClaw,
			"d/t.jsonl.deleted.2026-04-01T10-00-00.000Z": strings.NewReplacer(`"s"`, `"t"`, "03-19", "03-20").Replace(openClaw)}, "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			for file, text := range tt.files {
				fsys[file] = &fstest.MapFile{Data: []byte(text)}
			}
			db := ingesttest.Open(t)
			rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
			trials, said := 0, ""
			for _, r := range rep.Runs {
				trials += len(must.Get(db.RunTrials(t.Context(), mustRun(t, db, r.Run).ID, ""))(t))
				for _, w := range r.Warnings {
					said += fmt.Sprintln(w.File, w.Message)
				}
			}
			for _, w := range rep.Warnings {
				said += fmt.Sprintln(w.File, w.Message)
			}
			if trials != tt.trial || (tt.left != "") != strings.Contains(said, tt.left+" ") || strings.Contains(said, "session in") != (tt.left != "") {
				t.Errorf("%d trials, want %d; said %s, want %s", trials, tt.trial, said, tt.left)
			}
		})
	}
}
