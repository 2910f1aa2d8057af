package trace_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// TestCallsWithoutName holds that what without a tool name, or has null arguments, is no call,
// in any dialect, and is told of.
func TestCallsWithoutName(t *testing.T) {
	for d, text := range map[trace.Dialect]string{
		trace.DialectOpenAIMessages:     `[{"role":"user","content":"q"},{"role":"assistant","content":"a","tool_calls":[{"id":"c1","function":"bash","arguments":{"cmd":"ls"}},{"id":"c2","type":"function","function":{"name":"bash","arguments":"{}"}},{"id":"c3","type":"function","function":{"name":"bash","arguments":null}}]}]`,
		trace.DialectClaudeCodeMessages: `[{"role":"assistant","content":[{"type":"tool_use","id":"c1","input":{"cmd":"ls"}},{"type":"tool_use","id":"c2","name":"bash","input":{}},{"type":"tool_use","id":"c3","name":"bash","input":null}]}]`,
		trace.DialectATIF:               `{"schema_version":"ATIF-v1.6","agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"agent","message":"m","tool_calls":[{"tool_call_id":"c1","function_name":"","arguments":{"cmd":"ls"}},{"tool_call_id":"c2","function_name":"bash","arguments":{}},{"tool_call_id":"c3","function_name":"bash","arguments":null}]}]}`,
	} {
		t.Run(string(d), func(t *testing.T) {
			var calls []results.ToolCall
			var warnings []string
			sum, err := trace.Read(d, trace.Source{Data: []byte(text)}, trace.Sink{
				Step: func(s *results.Step) error {
					calls = append(calls, s.ToolCalls...)
					return nil
				},
				Warn: func(_ int, m string) { warnings = append(warnings, m) },
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(calls) != 1 || calls[0].ID != "c2" || sum.ToolCalls != 1 {
				t.Errorf("calls %+v, counted %d", calls, sum.ToolCalls)
			}
			if !strings.Contains(strings.Join(warnings, "\n"), "null as its arguments") {
				t.Errorf("warned %q", warnings)
			}
			if !strings.Contains(strings.Join(warnings, "\n"), "without a tool name") {
				t.Errorf("warned %q", warnings)
			}
		})
	}
}

// A message of an unknown role is kept raw, and the reading goes on.
func TestUnknownRole(t *testing.T) {
	for d, lines := range map[trace.Dialect]string{
		trace.DialectClawEval: `{"type":"message","message":{"role":"robot","content":"a"}}` + "\n" +
			`{"type":"message","message":{"role":"user","content":"b"}}`,
		trace.DialectCursor: `{"type":"user","message":{"role":"robot","content":"a"}}` + "\n" +
			`{"type":"user","message":{"role":"user","content":"b"}}`,
	} {
		var c collector
		_, err := trace.Read(d, trace.Source{Data: []byte(lines)}, c.sink())
		if err != nil || len(c.Steps) != 2 || c.Steps[0].Event != "raw" || c.Steps[1].Message != "b" {
			t.Errorf("%s: %v, %d steps, want one raw and one of the user", d, err, len(c.Steps))
		}
	}
}
