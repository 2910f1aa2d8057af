package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

const pixel = "data:image/png;base64,iVBORw0KGgo="

// TestResponseKinds reads each kind of item that the Responses API has, as a model gives
// it and, where the caller runs the tool, as the next request answers it.
func TestResponseKinds(t *testing.T) {
	for _, c := range []struct{ item, answer, call, result string }{
		{`{"id":"i","type":"function_call","call_id":"c","name":"f","arguments":"{\"x\":1}"}`, `{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"T"},{"type":"input_image","image_url":"` + pixel + `"}]}`, `c f {"x":1}`, "T, 1 picture"},
		{`{"id":"i","type":"custom_tool_call","call_id":"c","name":"run","input":"free"}`, `{"type":"custom_tool_call_output","call_id":"c","output":"ran"}`, `c run "free"`, "ran"},
		{`{"id":"i","type":"web_search_call","status":"completed","action":{"type":"search","query":"go"}}`, "", `i web_search {"type":"search","query":"go"}`, "completed"},
		{`{"id":"i","type":"web_search_call","status":"failed","action":{"type":"open_page","url":"u"}}`, "", `i web_search {"type":"open_page","url":"u"}`, "failed by status"},
		{`{"id":"i","type":"file_search_call","status":"completed","queries":["q"],"results":[{"filename":"a.txt","text":"found"}]}`, "", `i file_search {"queries":["q"]}`, `[{"filename":"a.txt","text":"found"}] completed`},
		{`{"id":"i","type":"code_interpreter_call","status":"completed","code":"p()","outputs":[{"type":"logs","logs":"1"},{"type":"image","url":"` + pixel + `"}]}`, "", `i code_interpreter {"code":"p()"}`, "1 completed, 1 picture"},
		{`{"id":"i","type":"image_generation_call","status":"completed","result":"iVBORw0KGgo=","revised_prompt":"a cat"}`, "", `i image_generation {"revised_prompt":"a cat"}`, "completed, 1 picture"},
		{`{"id":"i","type":"mcp_call","server_label":"s","name":"t","arguments":"{}","output":"fine","error":null}`, "", `i t {}`, "fine"},
		{`{"id":"i","type":"mcp_call","server_label":"s","name":"t","arguments":"{}","output":null,"error":"none such"}`, "", `i t {}`, "none such failed by is_error"},
		{`{"id":"i","type":"mcp_call","server_label":"s","name":"t","arguments":"{}","error":{"type":"mcp_tool_execution_error","content":[{"type":"text","text":"boom"}]},"status":"failed"}`, "", `i t {}`, "boom failed by status"},
		{`{"id":"i","type":"mcp_call","name":"t","arguments":"{}","error":{"content":[{"text":"boom"}]}}`, "", `i t {}`, "boom failed by is_error"},
		{`{"id":"i","type":"computer_call","call_id":"c","action":{"type":"wait"},"status":"completed"}`, `{"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","image_url":"` + pixel + `"}}`, `c computer {"type":"wait"}`, ", 1 picture"},
		{`{"id":"i","type":"computer_call","call_id":"c","actions":[{"type":"wait"}],"status":"completed"}`, `{"type":"computer_call_output","call_id":"c","output":{"type":"computer_screenshot","file_id":"f"}}`, `c computer {"actions":[{"type":"wait"}]}`, ", 1 picture"},
		{`{"id":"i","type":"local_shell_call","call_id":"c","action":{"type":"exec","command":["ls"]},"status":"completed"}`, `{"type":"local_shell_call_output","id":"c","output":"a"}`, `c local_shell {"type":"exec","command":["ls"]}`, "a"},
		{`{"id":"i","type":"shell_call","call_id":"c","action":{"commands":["ls","x"]}}`, `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a","stderr":"","outcome":{"type":"exit","exit_code":0}},{"stdout":"","stderr":"bad","outcome":{"type":"exit","exit_code":2}}]}`, `c shell {"commands":["ls","x"]}`, "a\nbad exit 2 failed by exit_code"},
		{`{"id":"i","type":"shell_call","call_id":"c","action":{"commands":["sleep"]}}`, `{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a","stderr":"","outcome":{"type":"timeout"}}]}`, `c shell {"commands":["sleep"]}`, "a failed by status"},
		{`{"id":"i","type":"apply_patch_call","call_id":"c","operation":{"type":"delete_file","path":"b"}}`, `{"type":"apply_patch_call_output","call_id":"c","status":"failed","output":"no file"}`, `c apply_patch {"type":"delete_file","path":"b"}`, "no file failed by status"},
		{`{"id":"i","type":"tool_search_call","call_id":null,"arguments":{"q":1},"status":"completed"},{"type":"tool_search_output","call_id":null,"tools":[{"name":"w"}],"status":"completed"}`, "", `i tool_search {"q":1}`, `[{"name":"w"}] completed`},
	} {
		doc := `[{"id":"r","object":"response","status":"completed","model":"m","output":[` + c.item + `]},{"model":"m","store":true,"input":[` + c.answer + `]}]`
		step, warned := firstStep(t, doc)
		if len(step.ToolCalls) != 1 || step.Observation == nil || len(step.Observation.Results) != 1 {
			t.Errorf("%s: %+v", c.item, step)
			continue
		}
		call, res := step.ToolCalls[0], step.Observation.Results[0]
		said := res.Content
		if res.ExitCode != nil {
			said += fmt.Sprintf(" exit %d", *res.ExitCode)
		}
		if res.Failed {
			said = strings.TrimSpace(said + " failed by " + res.Failure)
		} else if res.Status == "completed" {
			said = strings.TrimSpace(said + " completed")
		}
		if len(res.Parts) > 0 {
			said += fmt.Sprintf(", %d picture", len(res.Parts))
		}
		if got := fmt.Sprintf("%s %s %s", call.ID, call.Name, call.Arguments); got != c.call || said != c.result || res.CallID != call.ID || len(warned) > 0 {
			t.Errorf("%s:\ncall   %s\nresult %q, warned %q\nwant %q", c.item, got, said, warned, c.result)
		}
	}
}

// TestResponseNotes holds that items which are neither said nor done stand beside their
// step, whole and by their names, and that a compaction is one.
func TestResponseNotes(t *testing.T) {
	for _, item := range []string{
		`{"type":"mcp_list_tools","server_label":"s","tools":[{"name":"t"}]}`,
		`{"type":"compaction","id":"cmp_1","encrypted_content":"zz"}`,
	} {
		step, warned := firstStep(t, `[{"id":"r","object":"response","status":"completed","model":"m","output":[`+item+`]}]`)
		kind, rest, _ := strings.Cut(strings.TrimPrefix(item, `{"type":"`), `",`)
		rest = strings.TrimSuffix(rest, `,"encrypted_content":"zz"}`)
		if !strings.Contains(string(step.Also), `"`+kind+`":{`+rest) || len(warned) > 0 {
			t.Errorf("%s is %s, warned %q", item, step.Also, warned)
		}
	}
	step, _ := firstStep(t, `[{"id":"r","object":"response.compaction","created_at":1767225600,"output":[{"type":"message","role":"user","content":"a"}],"usage":{"input_tokens":9,"output_tokens":1}},
		{"id":"q","object":"response","status":"completed","model":"m","output":[]}]`)
	if step.Boundary != "replace" || step.Metrics == nil || *step.Metrics.PromptTokens != 9 {
		t.Errorf("a compaction is %+v", step)
	}
}

func firstStep(t *testing.T, doc string) (*results.Step, []string) {
	t.Helper()
	var c collector
	_, err := trace.Responses([]byte(doc), c.sink())
	if err != nil || len(c.Steps) == 0 {
		t.Fatalf("%s: %d steps, %v", doc, len(c.Steps), err)
	}
	return c.Steps[0], c.Warnings
}
