package otel_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// observation is one of Langfuse as its API gives it: what a framework wrote is text.
type observation struct {
	ID     string         `json:"id"`
	Trace  string         `json:"traceId"`
	Parent string         `json:"parentObservationId,omitempty"`
	Type   string         `json:"type"`
	Name   string         `json:"name"`
	Start  string         `json:"startTime"`
	Model  string         `json:"model,omitempty"`
	Input  string         `json:"input,omitempty"`
	Output string         `json:"output,omitempty"`
	Usage  map[string]int `json:"usageDetails"`
	Meta   string         `json:"metadata,omitempty"`
}

// TestLangfuseFrameworks reads a trace of each framework that writes to Langfuse: a call is
// one, whether the answer, a span of the tool or both state it, and no boundary is claimed.
func TestLangfuseFrameworks(t *testing.T) {
	tokens := func(in, out int) map[string]int { return map[string]int{"input": in, "output": out, "total": in + out} }
	for name, c := range map[string]struct {
		list []observation
		want string
	}{
		"Claude Agent SDK by way of LangSmith": {[]observation{
			{ID: "1", Type: "SPAN", Name: "claude.conversation", Input: `{"prompt":"Rain in Bern?","system":"Be brief."}`},
			{ID: "2", Parent: "1", Type: "GENERATION", Name: "claude.assistant.turn", Model: "m", Input: `{"content":"Rain in Bern?","role":"user"}`,
				Output: `{"content":[{"type":"tool_use","id":"t1","name":"mcp__w__get","input":{"city":"Bern"}}],"role":"assistant"}`, Usage: tokens(19, 29),
				Meta: `{"attributes":{"langsmith.span.kind":"llm"}}`},
			{ID: "3", Parent: "1", Type: "TOOL", Name: "mcp__w__get", Input: `{"input":{"city":"Bern"}}`, Output: `{"content":[{"type":"text","text":"Rain"}]}`},
			{ID: "4", Parent: "1", Type: "GENERATION", Name: "claude.assistant.turn", Model: "m", Input: `{"content":"role"}`,
				Output: `{"content":[{"type":"text","text":"It rains."}],"role":"assistant"}`, Usage: tokens(5, 9)},
		}, "1 call, mcp__w__get = Rain; 24 in, 38 out"},
		"LangGraph": {[]observation{
			{ID: "1", Type: "SPAN", Name: "LangGraph", Input: `{"messages":[{"role":"user","content":"Rain in Bern?"}]}`},
			{ID: "2", Parent: "1", Type: "GENERATION", Name: "ChatOpenAI", Model: "m", Input: `[{"content":"Rain in Bern?","role":"user"}]`,
				Output: `{"content":"","role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"get","arguments":"{\"city\":\"Bern\"}"}}]}`, Usage: tokens(10, 4)},
			{ID: "3", Parent: "1", Type: "SPAN", Name: "tools", Output: `{"messages":[{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"Rain","tool_call_id":"c1","name":"get"}}]}`},
			{ID: "4", Parent: "1", Type: "GENERATION", Name: "ChatOpenAI", Model: "m",
				Input:  `[{"content":"Rain in Bern?","role":"user"},{"content":"","role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"get","arguments":"{\"city\":\"Bern\"}"}}]},{"content":"Rain","role":"tool","tool_call_id":"c1"}]`,
				Output: `{"content":"It rains.","role":"assistant"}`, Usage: tokens(20, 5)},
		}, "1 call, get = Rain; 30 in, 9 out"},
		"OpenAI Agents SDK by way of OpenInference": {[]observation{
			{ID: "1", Type: "AGENT", Name: "Agent workflow"},
			{ID: "2", Parent: "1", Type: "GENERATION", Name: "response", Model: "m", Input: `[{"content":"Rain in Bern?","role":"user"}]`,
				Output: `{"id":"resp_1","object":"response","model":"m","output":[{"type":"function_call","call_id":"c1","name":"get","arguments":"{\"city\":\"Bern\"}","status":"completed","id":"fc_1"}]}`, Usage: tokens(10, 4)},
			{ID: "3", Parent: "1", Type: "TOOL", Name: "get", Input: `{"city":"Bern"}`, Output: "Rain", Meta: `{"attributes":{"tool.name":"get"}}`},
			{ID: "4", Parent: "1", Type: "GENERATION", Name: "response", Model: "m",
				Input:  `[{"content":"Rain in Bern?","role":"user"},{"type":"function_call","call_id":"c1","name":"get","arguments":"{\"city\":\"Bern\"}","status":"completed","id":"fc_1"},{"type":"function_call_output","call_id":"c1","output":"Rain"}]`,
				Output: `{"id":"resp_2","object":"response","model":"m","output":[{"type":"message","role":"assistant","id":"msg_1","content":[{"type":"output_text","text":"It rains."}]}]}`, Usage: tokens(20, 5)},
		}, "1 call, get = Rain; 30 in, 9 out"},
		"Pydantic AI": {[]observation{
			{ID: "1", Type: "SPAN", Name: "weather_agent run", Meta: `{"attributes":{"gen_ai.agent.name":"weather_agent","agent_name":"weather_agent"}}`},
			{ID: "2", Parent: "1", Type: "GENERATION", Name: "chat m", Model: "m", Input: `[{"role":"user","parts":[{"type":"text","content":"Rain in Bern?"}]}]`,
				Output: `[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"get","arguments":{"city":"Bern"}}]}]`, Usage: tokens(10, 4)},
			{ID: "3", Parent: "1", Type: "SPAN", Name: "running 1 tool"},
			{ID: "4", Parent: "3", Type: "TOOL", Name: "running tool: get", Input: `{"city":"Bern"}`, Output: "Rain",
				Meta: `{"attributes":{"gen_ai.tool.name":"get","gen_ai.tool.call.id":"c1"}}`},
			{ID: "5", Parent: "1", Type: "GENERATION", Name: "chat m", Model: "m",
				Input:  `[{"role":"user","parts":[{"type":"text","content":"Rain in Bern?"}]},{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"get","arguments":{"city":"Bern"}}]},{"role":"user","parts":[{"type":"tool_call_response","id":"c1","name":"get","result":"Rain"}]}]`,
				Output: `[{"role":"assistant","parts":[{"type":"text","content":"It rains."}],"finish_reason":"stop"}]`, Usage: tokens(20, 5)},
		}, "1 call, get = Rain; 30 in, 9 out"},
		"Vercel's AI SDK": {[]observation{
			{ID: "1", Type: "GENERATION", Name: "ai.generateText", Model: "m", Input: `{"prompt":"Rain in Bern?"}`,
				Output: `[{"toolCallId":"c1","toolName":"get","input":"{\"city\":\"Bern\"}"}]`, Usage: tokens(10, 4), Meta: `{"attributes":{"ai.operationId":"ai.generateText"}}`},
			{ID: "2", Parent: "1", Type: "GENERATION", Name: "ai.generateText.doGenerate", Model: "m", Input: `[{"role":"user","content":[{"type":"text","text":"Rain in Bern?"}]}]`,
				Output: `[{"toolCallId":"c1","toolName":"get","input":"{\"city\":\"Bern\"}"}]`, Usage: tokens(10, 4), Meta: `{"attributes":{"ai.operationId":"ai.generateText.doGenerate"}}`},
			{ID: "3", Parent: "1", Type: "TOOL", Name: "get", Input: `{"city":"Bern"}`, Output: `{"sky":"Rain"}`,
				Meta: `{"attributes":{"ai.operationId":"ai.toolCall","ai.toolCall.name":"get","ai.toolCall.id":"c1"}}`},
		}, `1 call, get = {"sky":"Rain"}; 10 in, 4 out`},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range c.list {
				c.list[i].Trace, c.list[i].Start = "c", fmt.Sprintf("2026-01-01T00:00:%02dZ", i)
			}
			data := must.Get(json.Marshal(map[string]any{
				"trace": map[string]any{"id": "c", "projectId": "p", "timestamp": "2026-01-01T00:00:00Z"}, "observations": c.list}))(t)
			got := one(t, "x.json", string(data))
			var calls []string
			asked := 0
			for i := range got.Steps {
				s := &got.Steps[i]
				asked += strings.Count(s.Message, "Rain in Bern?")
				if s.Boundary != "" {
					t.Errorf("step %d claims a boundary of the context", s.StepID)
				}
				for k := range s.ToolCalls {
					content := "nothing"
					if r := s.ResultOf(k); r != nil {
						content = r.Content
					}
					calls = append(calls, s.ToolCalls[k].Name+" = "+content)
				}
			}
			text := fmt.Sprintf("%d call, %s; %d in, %d out", len(calls), strings.Join(calls, ", "), *got.Trial.Usage.Input, *got.Trial.Usage.Output)
			if text != c.want || asked != 1 {
				t.Errorf("got  %s, asked %d times\nwant %s\n%s", text, asked, c.want, outline(got.Steps))
			}
		})
	}
}
