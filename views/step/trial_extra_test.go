package step

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/results"
)

// What a record says beside the step model stands together, whatever it is said of,
// and in the plain text of the step.
func TestAlsoRecorded(t *testing.T) {
	s := &results.Step{
		StepID: 3, Also: json.RawMessage(`{"extra":{"turn":7}}`),
		Metrics:   &results.Metrics{Also: json.RawMessage(`{"latency_ms":5}`)},
		ToolCalls: []results.ToolCall{{Name: "sh"}, {Name: "sh", Also: json.RawMessage(`{"extra":{"queue":"b"}}`)}},
		Observation: &results.Observation{Results: []results.Result{{
			Also: json.RawMessage(`{"mood":"<b>good</b>"}`),
			Refs: []results.TraceRef{{Session: "child-1", Path: "sub/x.json", Also: json.RawMessage(`{"extra":{"summary":"s"}}`)}},
		}}},
	}
	text := alsoRecorded(s)
	const want = `{"extra":{"turn":7},"metrics":{"latency_ms":5},"call 2":{"extra":{"queue":"b"}},"result 1":{"mood":"<b>good</b>"},"sub-agent 1 of result 1":{"extra":{"summary":"s"}}}`
	must.Equal(t, want, text, "what was got")
	if got := alsoNames(text); got != "extra, metrics, call 2, result 1, sub-agent 1 of result 1" {
		t.Errorf("names %q", got)
	}
	plain := StepAsText(s)
	for _, part := range []string{"child-1", "sub/x.json", `"turn": 7`, `"latency_ms": 5`, `"queue": "b"`, `"mood": "<b>good</b>"`} {
		if !strings.Contains(plain, part) {
			t.Errorf("the plain text lacks %s", part)
		}
	}
	if body, _, found := NamedText(s, "also"); !found || !strings.Contains(body, `"queue": "b"`) {
		t.Errorf("text=also: %v %q", found, body)
	}
	for _, alone := range []*results.Step{{}, {Also: json.RawMessage(`{"a":1}`)},
		{Metrics: &results.Metrics{Also: json.RawMessage(`{"a":1}`)}}} {
		if text := alsoRecorded(alone); text != "" && !json.Valid([]byte(text)) {
			t.Errorf("not JSON: %s", text)
		}
	}
}
