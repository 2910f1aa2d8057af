package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// What the sessions below are made of: %s are the members that tell agents apart.
const (
	piSession = `{"type":"session","version":3,"id":"s"%s}
{"type":"message","id":"1","parentId":null,"message":{"role":"assistant","model":"m","content":[{"type":"toolCall","id":"c","name":"%s","arguments":{}}]}}`
	ccSession = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"%[1]s","message":{"role":"user","content":"go"}}
{"type":"assistant","uuid":"2","parentUuid":"1","sessionId":"%[1]s","message":{"role":"assistant","id":"m","model":"m","content":[{"type":"tool_use","id":"c","name":"%[2]s","input":{}}]}}`
	codexSession = `{"type":"session_meta","timestamp":"2026-09-01T10:00:00Z","payload":{"id":"s","originator":"%s","model_provider":"%s"}}
{"type":"history_mutation","payload":{"operation":"append","items":[{"type":"custom_tool_call","name":"exec","call_id":"c","input":"ls"},{"type":"trae_extra_info"}]}}
{"type":"token_usage_record","payload":{"usage":{"input_tokens":100,"cached_input_tokens":40,"output_tokens":12}}}`
)

// TestAgents: the agent of a session is named by what only that agent writes.
func TestAgents(t *testing.T) {
	for _, c := range []struct {
		d             Dialect
		form, a, b    string
		agent, reason string
	}{
		{DialectOpenClaw, piSession, "", "exec", "openclaw", "tool of OpenClaw"},
		{DialectOpenClaw, piSession, "", "bash", "pi", "tool of pi"},
		{DialectOpenClaw, piSession, "", "read", "", "tool of both"},
		{DialectOpenClaw, piSession, `,"cwd":"/root/.openclaw/workspace"`, "read", "openclaw", "folder of OpenClaw"},
		{DialectOpenClaw, piSession, `,"provider":"p","modelId":"m"`, "todo", "pi", "header of pi"},
		{DialectClaudeCode, ccSession, "s1", "Bash", "claude-code", "tool of Claude Code"},
		{DialectClaudeCode, ccSession, "s1", "mcp__a__b", "claude-code", "tool of a server"},
		{DialectClaudeCode, ccSession, "session-041101e6", "run_shell_command", "iflow", "id of iFlow"},
		{DialectClaudeCode, ccSession, "s1", "run_shell_command", "", "tool of Gemini CLI"},
		{DialectCodex, codexSession, "codex-tui", "openai", "codex", "header of Codex"},
		{DialectCodex, codexSession, "codex-tui", "trae", "traex", "provider of TraeX"},
		{DialectCodex, codexSession, "traex_cli", "", "traex", "header of TraeX"},
	} {
		sum := must.Get(Read(c.d, Source{Data: fmt.Appendf(nil, c.form, c.a, c.b)}, Sink{}))(t)
		if sum.Agent != c.agent || sum.ToolCalls != 1 || c.d == DialectCodex && *sum.Usage.CacheRead != 40 {
			t.Errorf("%s: agent %q with %d calls, want %q", c.reason, sum.Agent, sum.ToolCalls, c.agent)
		}
	}
}

// TestCodexCounts: a total that is told again is no usage, and what a fork repeats of
// another rollout, with its old times or with those of the fork, is not its own.
func TestCodexCounts(t *testing.T) {
	count := func(second string, in, out, lastIn, lastOut int) string {
		return fmt.Sprintf(`{"type":"event_msg","timestamp":"2026-09-01T10:%sZ","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"cached_input_tokens":0,"output_tokens":%d},"last_token_usage":{"input_tokens":%d,"cached_input_tokens":0,"output_tokens":%d}}}}`+"\n",
			second, in, out, lastIn, lastOut)
	}
	says := func(second, kind, text string) string {
		return fmt.Sprintf(`{"type":"response_item","timestamp":"2026-09-01T10:%sZ","payload":{"type":"message","role":"%s","content":[{"type":"t","text":"%s"}]}}`+"\n", second, kind, text)
	}
	head := `{"type":"session_meta","timestamp":"2026-09-01T10:05:00Z","payload":{"id":"b"%s}}` + "\n"
	other := `{"type":"session_meta","timestamp":"2026-09-01T10:05:00.1Z","payload":{"id":"a"}}` + "\n"
	old := says("01:00", "user", "old") + says("01:01", "assistant", "built") + count("01:02", 1000, 60, 1000, 60)
	own := says("05:09", "user", "new") + says("05:10", "assistant", "tested") + count("05:11", 1800, 125, 800, 65)
	again := strings.NewReplacer("10:01:0", "10:05:00.0").Replace(old)
	slow := strings.NewReplacer("10:01:00", "10:05:00.95", "10:01:01", "10:05:01.03", "10:01:02", "10:05:01.1").Replace(old)
	for name, c := range map[string]struct {
		text   string
		in     int64
		copied int
	}{
		"alone":                    {fmt.Sprintf(head, "") + own, 800, 0},
		"told again":               {fmt.Sprintf(head, "") + own + says("05:12", "assistant", "more") + count("05:13", 1800, 125, 800, 65), 800, 0},
		"fork, old times":          {fmt.Sprintf(head, `,"forked_from_id":"a"`) + other + old + own, 800, 2},
		"fork, new times":          {fmt.Sprintf(head, `,"forked_from_id":"a"`) + other + again + own, 800, 2},
		"fork that takes longer":   {fmt.Sprintf(head, `,"forked_from_id":"a"`) + other + slow + own, 800, 2},
		"resumed in another file":  {fmt.Sprintf(head, "") + other + old + own, 800, 2},
		"resumed in the same file": {fmt.Sprintf(head, "") + strings.Replace(other, `"a"`, `"b"`, 1) + own, 800, 0},
	} {
		copied := 0
		sum := must.Get(Read(DialectCodex, Source{Data: []byte(c.text)}, Sink{Step: func(s *results.Step) error {
			if s.Copied {
				copied++
			}
			return nil
		}}))(t)
		if *sum.Usage.Input != c.in || *sum.Recorded.Input != c.in+int64(1000*(1-min(1, c.copied))) || copied != c.copied {
			t.Errorf("%s: %d input tokens (%d by its own total), %d copied steps, want %d and %d", name, *sum.Usage.Input, *sum.Recorded.Input, copied, c.in, c.copied)
		}
	}
}

// TestOpenClawTwice: a result that is written twice is one failure, and an export of a branch
// needs no header.
func TestOpenClawTwice(t *testing.T) {
	message := func(id, of, message string) string {
		return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%s,"message":%s}`, id, of, message)
	}
	const result = `{"role":"toolResult","toolCallId":"c","isError":true,"content":[{"type":"text","text":"no"}]}`
	entries := []string{message("1", "null", `{"role":"assistant","model":"m","content":[{"type":"toolUse","id":"c","name":"exec","input":{}}]}`),
		message("2", `"1"`, result), message("3", `"2"`, result)}
	text := `{"header":null,"entries":[` + strings.Join(entries, ",") + `]}`
	d := Recognise(head.Of("session-branch.json", []byte(text))).Dialect
	sum := must.Get(Read(d, Source{Data: []byte(text)}, Sink{}))(t)
	if d != DialectOpenClawBranch || sum.ToolCalls != 1 || sum.FailedCalls != 1 {
		t.Errorf("%s: %d of %d calls failed, want 1 of 1", d, sum.FailedCalls, sum.ToolCalls)
	}
}

// TestServerTools: what a tool of the provider answers is the result of its call, also
// where other records stand between; the tokens of models that it asks count.
func TestServerTools(t *testing.T) {
	line := func(n int, content string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"%d","parentUuid":"0","sessionId":"s","message":{"role":"assistant","id":"m","model":"big","content":[%s],"usage":{"input_tokens":4,"output_tokens":30,"iterations":[{"type":"message","input_tokens":4,"output_tokens":20},{"type":"advisor_message","model":"bigger","input_tokens":600,"output_tokens":90},{"type":"message","input_tokens":7,"output_tokens":10}]}}}`+"\n", n, content)
	}
	call := func(name string) string {
		return `{"type":"server_tool_use","id":"c` + name + `","name":"` + name + `","input":{}}`
	}
	between := `{"type":"user","uuid":"9","parentUuid":"0","sessionId":"s","message":{"role":"user","content":"wait"}}` + "\n"
	var steps []*results.Step
	text := line(1, call("advisor")) + between + line(2, `{"type":"advisor_tool_result","tool_use_id":"cadvisor","content":{"type":"advisor_result","text":"Lock first."}}`) +
		line(3, call("web_search")+`,{"type":"web_search_tool_result","tool_use_id":"cweb_search","content":[{"type":"web_search_result","title":"A","url":"https://a.example","encrypted_content":"x"}]}`) +
		line(4, call("web_fetch")+`,{"type":"web_fetch_tool_result","tool_use_id":"cweb_fetch","content":{"type":"web_fetch_tool_result_error","error_code":"unavailable"}}`) +
		line(5, call("bash")+`,{"type":"bash_code_execution_tool_result","tool_use_id":"cbash","content":{"type":"bash_code_execution_result","stdout":"no","stderr":"","return_code":2}}`)
	sum := must.Get(Read(DialectClaudeCode, Source{Data: []byte(text)}, Sink{Step: func(s *results.Step) error {
		steps = append(steps, s)
		return nil
	}}))(t)
	var got []string
	for i := range steps[0].ToolCalls {
		r := steps[0].ResultOf(i)
		got = append(got, fmt.Sprint(r.Content, " ", r.Failed, " ", r.Subagent))
	}
	must.Same(t, []string{"Lock first. false advisor", "A\nhttps://a.example false ", "unavailable true ", "no true "}, got, "results")
	if *sum.Usage.Input != 611 || *sum.Usage.Output != 120 || len(steps) != 3 || steps[1].ModelName != "bigger" || steps[1].Message != "Lock first." {
		t.Errorf("%d input and %d output tokens in %d steps, want 611, 120 and 3", *sum.Usage.Input, *sum.Usage.Output, len(steps))
	}
}
