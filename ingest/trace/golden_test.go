package trace_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldens are the fixtures with the dialect that each must be detected as.
var goldens = map[string]trace.Dialect{
	"openclaw-messages.json":    trace.DialectOpenClawMessages,
	"openclaw-session.jsonl":    trace.DialectOpenClaw,
	"openclaw-old.jsonl":        trace.DialectOpenClaw,
	"openclaw.trajectory.jsonl": trace.DialectOpenClawTrajectory,
	"claw-eval.jsonl":           trace.DialectClawEval,
	"openclaw-branch.json":      trace.DialectOpenClawBranch,
	"claude-session.jsonl":      trace.DialectClaudeCode,
	"claude-stream.jsonl":       trace.DialectClaudeCode,
	"claude-messages.json":      trace.DialectClaudeCodeMessages,
	"openai-messages.json":      trace.DialectOpenAIMessages,
	"openai-sessions.jsonl":     trace.DialectOpenAISessions,
	"codex-exec.jsonl":          trace.DialectCodex,
	"codex-rollout.jsonl":       trace.DialectCodex,
	"codex-events.json":         trace.DialectCodexEvents,
	"opencode.jsonl":            trace.DialectOpenCode,
	"opencode-events.json":      trace.DialectOpenCodeEvents,
	"cursor.jsonl":              trace.DialectCursor,
	"copilot.jsonl":             trace.DialectCopilot,
	"gemini-log.jsonl":          trace.DialectGemini,
	"gemini-session.json":       trace.DialectGemini,
	"plain.txt":                 trace.DialectText,
	"atif.json":                 trace.DialectATIF,
	"atif-1.0.json":             trace.DialectATIF,
}

func TestGoldens(t *testing.T) {
	for name, dialect := range goldens {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", name)
			data := readFixture(t, name)
			must.Equal(t, dialect, trace.Detect(name, data), "detected as")
			var c collector
			var media []string
			s := c.sink()
			s.Warn = func(line int, m string) { c.Warnings = append(c.Warnings, fmt.Sprintf("%d: %s", line, m)) }
			s.File = beside(path)
			s.Media = func(name, mediaType string, data []byte) (string, error) {
				media = append(media, fmt.Sprintf("%s %s %d bytes", name, mediaType, len(data)))
				return name, nil
			}
			sum := must.Get(trace.Read(dialect, trace.Source{Data: data}, s))(t)
			checkSteps(t, sum, c.Steps)
			got, err := json.MarshalIndent(struct {
				Summary  trace.Summary
				Warnings []string
				Media    []string
				Steps    any
			}{sum, c.Warnings, media, c.Steps}, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", "golden", name+".golden"), string(got)+"\n")
		})
	}
}

func readFixture(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		must.Do(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want := must.Get(os.ReadFile(path))(t)
	must.Same(t, string(want), got, "%s", path)
}
