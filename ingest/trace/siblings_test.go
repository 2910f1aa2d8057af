package trace_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// lines joins entries to a file of JSON lines.
func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

// TestOtherAgents holds that logs of agents that no reader knows are named, and not taken
// for those that they resemble.
func TestOtherAgents(t *testing.T) {
	for name, test := range map[string]struct{ file, text, looks string }{
		"Droid's session": {"s.jsonl", lines(`{"type":"session_start","id":"d1","title":"t","version":2,"cwd":"/p"}`,
			`{"type":"message","id":"m1","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":[{"type":"text","text":"go"}]}}`,
			`{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-01-01T00:00:01Z","message":{"role":"assistant","content":[{"type":"text","text":"done"}]}}`), "session of Droid"},
		"Droid's stream": {"s.jsonl", lines(`{"type":"system","subtype":"init","session_id":"s","cwd":"/p","model":"m","tools":["Read"]}`,
			`{"type":"message","role":"user","text":"go","session_id":"s"}`,
			`{"type":"tool_call","id":"c1","toolName":"Read","parameters":{"path":"a"},"session_id":"s"}`), "stream of Droid"},
		"CodeBuddy": {"s.jsonl", lines(`{"type":"message","role":"user","content":"go","sessionId":"s"}`, `{"type":"message","role":"assistant","content":"reads","sessionId":"s"}`,
			`{"type":"function_call","callId":"c1","name":"read","arguments":"{}"}`, `{"type":"function_call_result","callId":"c1","name":"read","output":"x"}`), "CodeBuddy"},
		"Cursor's own":      {"t.jsonl", lines(`{"role":"user","message":{"content":[{"type":"text","text":"go"}]}}`, `{"role":"assistant","message":{"content":[{"type":"text","text":"done"}]}}`), "stored by Cursor"},
		"OpenHands' calls":  {"m.json", `{"messages":[{"role":"user","content":"q"}],"kwargs":{},"response":{"id":"r"},"latency_sec":1}`, "model call by OpenHands"},
		"OpenCode's export": {"e.json", `{"info":{"id":"ses_1","projectID":"p","directory":"/p"},"messages":[{"info":{"id":"msg_1","role":"user","sessionID":"ses_1"},"parts":[]}]}`, "opencode export"},
	} {
		t.Run(name, func(t *testing.T) {
			m := trace.Recognise(head.Of(test.file, []byte(test.text)))
			if m.Dialect != trace.Unknown || !strings.Contains(m.Looks, test.looks) || m.Lacks == "" {
				t.Errorf("%q, looks like %q, but %q", m.Dialect, m.Looks, m.Lacks)
			}
		})
	}
}

// TestNamesakes holds that agents that print their stream in the form of Claude Code's
// keep their names.
func TestNamesakes(t *testing.T) {
	for agent, init := range map[string]string{
		"claude-code 2.0.1": `"session_id":"s","claude_code_version":"2.0.1"`,
		"qwen-code 0.15.6":  `"session_id":"s","qwen_code_version":"0.15.6"`,
		"amp ":              `"session_id":"T-1"`,
	} {
		_, sum := readAs(t, "s.jsonl", lines(`{"type":"system","subtype":"init",`+init+`,"cwd":"/p","tools":["Read"],"mcp_servers":[]}`,
			`{"type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"done"}]},"parent_tool_use_id":null,"session_id":"s"}`))
		if got := sum.Agent + " " + sum.AgentVersion; got != agent {
			t.Errorf("%q, want %q", got, agent)
		}
	}
}

// readAs reads a text as what it is recognised as.
func readAs(t *testing.T, name, text string) (collector, trace.Summary) {
	t.Helper()
	m := trace.Recognise(head.Of(name, []byte(text)))
	if m.Dialect == trace.Unknown {
		t.Fatalf("%s is not recognised: looks like %q, but %q", name, m.Looks, m.Lacks)
	}
	var c collector
	sum := must.Get(trace.Read(m.Dialect, trace.Source{Data: []byte(text)}, c.sink()))(t)
	return c, sum
}

// said lists the sources of steps with their texts and the ids of their calls.
func said(steps []*results.Step) []string {
	var list []string
	for _, s := range steps {
		text := s.Source + " " + s.Message + s.Raw
		for _, c := range s.ToolCalls {
			text += " " + c.ID
		}
		list = append(list, text)
	}
	return list
}

// TestCopilotCallsBeforeAnswers holds that a call whose event comes before the answer
// that asks for it is one call, that no call is put beside the answer of an earlier turn,
// and that the model which the session ends with is its model where nothing else says one.
func TestCopilotCallsBeforeAnswers(t *testing.T) {
	c, sum := readAs(t, "events.jsonl", lines(`{"type":"session.start","data":{"sessionId":"s"},"timestamp":"2026-01-01T00:00:00Z"}`,
		`{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"bash","arguments":{"command":"ls"}}}`,
		`{"type":"assistant.message","data":{"messageId":"m1","content":"lists","toolRequests":[{"toolCallId":"c1","name":"bash","arguments":{"command":"ls"}},{"toolCallId":"c2","name":"bash","arguments":{}}]}}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"a"}}}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"c2","success":true,"result":{"content":"b"}}}`,
		`{"type":"assistant.message","data":{"messageId":"m2","content":"done","toolRequests":[]}}`,
		`{"type":"assistant.turn_start","data":{"turnId":"2"}}`,
		`{"type":"tool.execution_start","data":{"toolCallId":"c3","toolName":"bash","arguments":{}}}`,
		`{"type":"session.shutdown","data":{"shutdownType":"routine","currentModel":"gpt-4.1"}}`))
	want := []string{"system session starts", "agent lists c1 c2", "agent done", "agent  c3"}
	if got := said(c.Steps); !slices.Equal(got, want) || sum.ToolCalls != 3 || sum.Model != "gpt-4.1" {
		t.Errorf("%q, %d calls of %q, want %q", got, sum.ToolCalls, sum.Model, want)
	}
}

// TestCopilotTotals holds that the models' totals of the last end are those of the session.
func TestCopilotTotals(t *testing.T) {
	end := func(input, output int) string {
		return fmt.Sprintf(`{"type":"session.shutdown","data":{"currentModel":"m","modelMetrics":{"m":{"requests":{"count":2},"usage":{"inputTokens":%d,"outputTokens":%d,"cacheReadTokens":40,"cacheWriteTokens":10}},"n":{"usage":{"inputTokens":5,"outputTokens":1}},"o":{"requests":1}}}}`, input, output)
	}
	_, sum := readAs(t, "events.jsonl", lines(`{"type":"session.start","data":{"sessionId":"s"},"timestamp":"2026-01-01T00:00:00Z"}`,
		`{"type":"assistant.message","data":{"messageId":"m1","content":"done","outputTokens":7,"toolRequests":[]}}`, end(60, 3), end(100, 9)))
	ptr := func(n int64) *int64 { return &n }
	want := results.Usage{Input: ptr(55), Output: ptr(10), CacheRead: ptr(40), CacheWrite: ptr(10), Total: ptr(115)}
	must.Same(t, want, sum.Usage, "usage")
}

// TestClaudePrompts holds that what the program writes in the user's name is no prompt.
func TestClaudePrompts(t *testing.T) {
	user := func(uuid, more, content string) string {
		return fmt.Sprintf(`{"type":"user","uuid":%q,"parentUuid":null,"sessionId":"s",%s"message":{"role":"user","content":%q}}`, uuid, more, content)
	}
	c, _ := readAs(t, "s.jsonl", lines(user("1", `"isMeta":true,`, "Caveat: local commands follow."), user("2", "", "<command-name>/model</command-name>"),
		user("3", "", "<local-command-stdout>set</local-command-stdout>"), user("4", `"isMeta":true,"sourceToolUseID":"t",`, "Base directory of this skill"), user("5", "", "go")))
	var prompts []string
	for _, s := range c.Steps {
		if s.Source == results.SourceUser && s.Event == "" {
			prompts = append(prompts, s.Message)
		}
	}
	if want := []string{"<command-name>/model</command-name>", "go"}; !slices.Equal(prompts, want) || len(c.Steps) != 5 {
		t.Errorf("prompts %q of %d steps, want %q", prompts, len(c.Steps), want)
	}
}

// TestReasoningIsOutput holds that reasoning which a flat usage block names is a part of
// its output, and that OpenCode's stands beside it.
func TestReasoningIsOutput(t *testing.T) {
	for text, want := range map[string]int64{
		`{"type":"message","id":"a","parentId":null,"message":{"role":"assistant","content":"x","model":"m","usage":{"input":16,"output":5,"reasoning":2,"cacheRead":0,"cacheWrite":0,"totalTokens":21}}}`:   5,
		`{"type":"step_finish","sessionID":"ses_1","part":{"id":"p","messageID":"m1","sessionID":"ses_1","type":"step-finish","tokens":{"input":16,"output":5,"reasoning":2,"cache":{"read":0,"write":0}}}}`: 7,
	} {
		if _, sum := readAs(t, "s.jsonl", lines(text)); sum.Usage.Output == nil || *sum.Usage.Output != want {
			t.Errorf("%s: %v, want %d", text, sum.Usage.Output, want)
		}
	}
}

// TestHermesSession holds that a session of Hermes names its agent and its times.
func TestHermesSession(t *testing.T) {
	_, sum := readAs(t, "s.json", `{"session_id":"h","model":"m","platform":"cli","session_start":"2026-04-29T20:05:00Z","last_updated":"2026-04-29T20:05:12Z","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}`)
	if sum.Agent != "hermes" || sum.StartedAt == nil || sum.FinishedAt == nil || *sum.FinishedAt-*sum.StartedAt != 12_000 {
		t.Errorf("%q from %v to %v", sum.Agent, sum.StartedAt, sum.FinishedAt)
	}
}

// TestCodexRollouts holds that rollouts from before their items had a payload are read,
// and that a search for tools is a call.
func TestCodexRollouts(t *testing.T) {
	c, sum := readAs(t, "rollout.jsonl", lines(`{"id":"s1","timestamp":"2025-06-01T09:00:00Z","instructions":"be brief","cwd":"/p"}`, `{"record_type":"state"}`,
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`,
		`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"c1"}`,
		`{"type":"function_call_output","call_id":"c1","output":"a"}`,
		`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}`))
	if got, want := said(c.Steps), []string{"user go", "agent  c1", "agent done"}; !slices.Equal(got, want) || sum.SessionID != "s1" || len(c.Warnings) > 0 {
		t.Errorf("%q of session %q, warned %q, want %q", got, sum.SessionID, c.Warnings, want)
	}
	c, _ = readAs(t, "rollout.jsonl", lines(`{"timestamp":"2026-08-03T10:48:56Z","type":"session_meta","payload":{"id":"s2"}}`,
		`{"timestamp":"2026-08-03T10:48:56Z","type":"world_state","payload":{"full":true}}`,
		`{"timestamp":"2026-08-03T10:48:56Z","type":"response_item","payload":{"type":"tool_search_call","call_id":"c3","arguments":{"query":"x"}}}`,
		`{"timestamp":"2026-08-03T10:48:56Z","type":"response_item","payload":{"type":"tool_search_output","call_id":"c3","tools":[{"name":"y"}]}}`))
	if got, want := said(c.Steps), []string{"agent  c3"}; !slices.Equal(got, want) || len(c.Warnings) > 0 || c.Steps[0].ToolCalls[0].Name != "tool_search" {
		t.Errorf("%q, warned %q, want %q", got, c.Warnings, want)
	}
}
