package trace_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results/must"
)

// also lists what a trace also has, by step, call and result.
func also(t *testing.T, d trace.Dialect, record string) []string {
	t.Helper()
	var c collector
	sum := must.Get(trace.Read(d, trace.Source{Data: []byte(record)}, c.sink()))(t)
	checkSteps(t, sum, c.Steps)
	var list []string
	add := func(where string, v json.RawMessage) {
		if v != nil {
			list = append(list, where+" "+string(v))
		}
	}
	for _, s := range c.Steps {
		add(fmt.Sprint(s.StepID), s.Also)
		for i := range s.ToolCalls {
			add(fmt.Sprint(s.StepID, " call"), s.ToolCalls[i].Also)
		}
		if s.Observation != nil {
			for i := range s.Observation.Results {
				add(fmt.Sprint(s.StepID, " result"), s.Observation.Results[i].Also)
			}
		}
	}
	return append(list, c.Warnings...)
}

// Members that no reader knows stand beside the step, the call or the result that
// they are said of; what they repeat is left out, and records that make no step stand
// beside the next one.
func TestUnknownMembers(t *testing.T) {
	for name, c := range map[string]struct {
		dialect trace.Dialect
		record  string
		want    []string
	}{
		"OpenClaw session": {trace.DialectOpenClaw, `{"type":"session","version":3,"id":"s","parentSession":"p"}
{"type":"message","id":"a","parentId":null,"x":1,"message":{"role":"user","content":[{"type":"text","text":"go","mood":"m"}]}}
{"type":"message","id":"b","parentId":"a","x":1,"message":{"role":"assistant","api":"v1","usage":{"input":1,"output":2,"totalTokens":4},"content":[{"type":"toolCall","id":"c","name":"read","arguments":{"path":"f"},"why":"w"}]}}
{"type":"message","id":"d","parentId":"b","message":{"role":"toolResult","toolCallId":"c","toolName":"read","content":"text of the file","details":{"path":"f","aggregated":"text of the file","lines":1,"status":"completed"}}}
{"type":"message","id":"e","parentId":"d","message":{"role":"assistant","api":"v2","usage":{"input":1,"output":2,"totalTokens":3},"responseId":"r","content":"ok"}}`,
			[]string{
				`1 {"x":1,"content":[{"mood":"m"}],"records":[{"type":"session","parentSession":"p"}]}`,
				`2 {"message":{"api":"v1","usage":{"totalTokens":4}}}`, `2 call {"why":"w"}`,
				`2 result {"message":{"details":{"lines":1}}}`, `3 {"message":{"api":"v2"}}`,
			}},
		"Claude Code": {trace.DialectClaudeCode, `{"type":"user","cwd":"/a","gitBranch":"main","message":{"role":"user","content":"go"}}
{"type":"assistant","cwd":"/b","gitBranch":"main","requestId":"r","message":{"id":"m","role":"assistant","model":"x","content":[{"type":"tool_use","id":"c","name":"Read","input":{"file_path":"f"},"caller":{"type":"direct"}}]}}
{"type":"assistant","requestId":"r","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"t","citations":[{"at":1}]}],"container":"k"}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"1\tone","cache_control":{"type":"e"}}]},"toolUseResult":{"type":"file","file":{"filePath":"f","content":"one","numLines":1},"isImage":false}}
{"type":"rate_limit_event","rate_limit_info":{"status":"allowed"}}
{"type":"result","subtype":"success","num_turns":2,"result":"t","session_id":"s"}`,
			[]string{
				`1 {"gitBranch":"main"}`,
				`2 {"cwd":"/b","message":{"container":"k"},"content":[{"citations":[{"at":1}]}],"records":[{"type":"rate_limit_event","rate_limit_info":{"status":"allowed"}},{"type":"result","num_turns":2}]}`,
				`2 call {"caller":{"type":"direct"}}`,
				`2 result {"toolUseResult":{"type":"file","file":{"numLines":1},"isImage":false},"cache_control":{"type":"e"}}`,
			}},
		"OpenAI": {trace.DialectOpenAIMessages, `{"messages":[{"role":"user","content":"go","tag":"q"},
{"role":"assistant","content":"","reasoning":"r","reasoning_content":"s","annotations":[{"u":1}],"tool_calls":[{"id":"c","type":"function","index":0,"function":{"name":"ls","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"c","content":"out","took":5}],"seed":7}`,
			[]string{
				`1 {"tag":"q","records":[{"type":"session","seed":7}]}`, `2 {"annotations":[{"u":1}],"tool_calls":[{"index":0}],"reasoning":"r"}`, `2 result {"took":5}`,
			}},
		"Codex": {trace.DialectCodex, `{"type":"session_meta","payload":{"id":"s","git":{"branch":"b"}}}
{"type":"turn_context","payload":{"model":"m","effort":"high"}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}}
{"type":"turn_context","payload":{"model":"m","effort":"high"}}
{"type":"response_item","payload":{"type":"function_call","name":"sh","arguments":"{}","call_id":"c","namespace":"n"}}
{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"c","exit_code":0,"stdout":"out","parsed_cmd":["ls"]}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"out","level":1}}
{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":2}},"rate_limits":{"used":3}}}
{"type":"event_msg","payload":{"type":"task_complete","turn_id":"t","last_agent_message":"x"}}`,
			[]string{
				`1 {"records":[{"type":"session_meta","payload":{"git":{"branch":"b"}}},{"type":"turn_context","payload":{"effort":"high"}}]}`,
				`2 {"payload":{"rate_limits":{"used":3}},"records":[{"type":"task_complete","payload":{"turn_id":"t"}}]}`,
				`2 call {"payload":{"namespace":"n"}}`, `2 result {"payload":{"level":1,"parsed_cmd":["ls"]}}`,
			}},
		"Codex exec": {trace.DialectCodex, `{"type":"thread.started","thread_id":"t"}
{"type":"item.completed","item":{"id":"1","type":"mcp_tool_call","server":"s","tool":"t","arguments":{},"result":{"content":[{"type":"text","text":"found"}],"structured_content":{"n":1}},"status":"completed"}}`,
			[]string{`1 result {"item":{"result":{"structured_content":{"n":1}}}}`}},
		"OpenCode": {trace.DialectOpenCode, `{"type":"step_start","sessionID":"ses_1","part":{"type":"step-start","messageID":"m","snapshot":"h"}}
{"type":"tool_use","sessionID":"ses_1","part":{"type":"tool","messageID":"m","callID":"c","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"out","title":"ls","metadata":{"exit":0,"output":"out","description":"lists"},"time":{"start":1775197574000,"end":1775197574050}}}}
{"type":"step_finish","sessionID":"ses_1","part":{"type":"step-finish","messageID":"m","reason":"stop","tokens":{"input":1,"output":2,"reasoning":3},"snapshot":"i"}}`,
			[]string{
				`1 {"records":[{"type":"step_start","part":{"snapshot":"h"}}],"part":{"tokens":{"reasoning":3},"snapshot":"i"}}`,
				`1 result {"part":{"state":{"metadata":{"description":"lists"}}}}`,
			}},
		"what a result says itself": {trace.DialectOpenClawMessages, `[{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"list","arguments":{}}]},
{"role":"toolResult","toolCallId":"c","content":"{\"items\": [{\"id\": 1}], \"next\": 2, \"text\": \"a text that is longer than half a line\"}","details":{"items":[{"id":1}],"next":3,"part":"a text that is longer than half a","brief":"a text"}}]`,
			[]string{`1 result {"details":{"next":3,"brief":"a text"}}`}},
		"Codex compaction": {trace.DialectCodex, `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]}}
{"type":"compacted","payload":{"message":"sum","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]}]}}`,
			[]string{`2 {"payload":{"replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]}]}}`}},
		"Codex without an output": {trace.DialectCodex, `{"type":"response_item","payload":{"type":"function_call","name":"sh","arguments":"{}","call_id":"c"}}
{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"c","exit_code":0,"parsed_cmd":["ls"]}}`,
			[]string{`1 {"payload":{"parsed_cmd":["ls"]}}`}},
	} {
		t.Run(name, func(t *testing.T) {
			must.Same(t, c.want, also(t, c.dialect, c.record), "also recorded")
		})
	}
}

// What is also recorded of a step is bounded, and so is what waits for one.
func TestUnknownMembersAreBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	got := also(t, trace.DialectOpenAIMessages, `[{"role":"user","content":"go","a":"`+long+`","b":1}]`)
	if want := []string{`1 {"a":"text of 100002 bytes in the raw record","b":1}`}; !cmp.Equal(got, want) {
		t.Errorf("got %.300q", got)
	}
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, `{"type":"rate_limit_event","n":%d,"text":"%s"}`+"\n", i, long[:100])
	}
	got = also(t, trace.DialectClaudeCode, many.String()+`{"type":"user","message":{"role":"user","content":"go"}}`)
	if len(got) != 2 || len(got[0]) > 66<<10 || !strings.Contains(got[1], "more is recorded beside a step") {
		t.Errorf("%d, %.200q", len(got), got)
	}
	// No step follows that it could stand beside.
	got = also(t, trace.DialectClaudeCode, `{"type":"rate_limit_event","n":5}`)
	if len(got) != 1 || !strings.Contains(got[0], `"n":5`) {
		t.Errorf("got %q", got)
	}
}
