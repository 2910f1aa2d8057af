package outline

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestMarks holds the kind of a step by what its calls did and were answered.
func TestMarks(t *testing.T) {
	call := func(tool, args string) results.ToolCall {
		return results.ToolCall{ID: tool, Name: tool, Arguments: json.RawMessage(args)}
	}
	look, write := call("read", `{"path":"a.md"}`), call("write", `{"path":"a.md","content":"x"}`)
	sh := func(command string) results.ToolCall {
		return call("exec", `{"command":"`+command+`"}`)
	}
	ok := results.Result{}
	failed, refused, empty := results.Result{Failed: true}, results.Result{Failed: true,
		Outcome: results.OutcomeRefused}, results.Result{Outcome: results.OutcomeEmpty}
	step := func(calls []results.ToolCall, answers ...results.Result) results.Step {
		s := results.Step{Source: results.SourceAgent, ToolCalls: calls}
		for i, r := range answers {
			if i < len(calls) {
				r.CallID = calls[i].ID
			}
			if s.Observation == nil {
				s.Observation = &results.Observation{}
			}
			s.Observation.Results = append(s.Observation.Results, r)
		}
		return s
	}
	list := func(c ...results.ToolCall) []results.ToolCall { return c }
	for _, x := range []struct {
		name string
		step results.Step
		want Kind
	}{
		{"a message", step(nil), Said},
		{"an error of the model", results.Step{Error: "overloaded"}, Failed},
		{"a read", step(list(look), ok), Looked},
		{"a read without an answer", step(list(look)), Looked},
		{"a write", step(list(write), ok), Wrote},
		{"a write without an answer", step(list(write)), Wrote},
		{"a write that failed", step(list(write), failed), Failed},
		{"a write that was refused", step(list(write), refused), Refused},
		{"a command that reads", step(list(sh("cat a.md")), ok), Looked},
		{"a command that writes", step(list(sh("echo x > a.md")), ok), Wrote},
		{"a search that found nothing", step(list(sh("grep x a.md")), empty), Empty},
		{"two, of which one found nothing", step(list(sh("grep x a.md"), look), empty, ok), Looked},
		{"two, of which one wrote", step(list(look, write), ok, ok), Wrote},
		{"two, of which one was refused and one failed", step(list(look, write), failed, refused), Failed},
		{"an observation that nobody asked for", step(nil, ok), Looked},
	} {
		must.Equal(t, x.want, Marks([]results.Step{x.step}, files.Names{})[0].Kind, "%s", x.name)
	}
}

// TestMarksOfTrace: what a script writes is
// known from the text that was written of it before.
func TestMarksOfTrace(t *testing.T) {
	at, done := int64(1000), int64(1250)
	steps := []results.Step{
		{StepID: 1, Source: results.SourceUser, Message: "go", Day: "d1"},
		{
			StepID: 2, Day: "d1", Timestamp: &at,
			ToolCalls: []results.ToolCall{{ID: "a", Name: "write",
				Arguments: json.RawMessage(`{"path":"s.py","content":"open('out.txt','w').write('x')"}`)}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "a", Content: "ok", Timestamp: &done}}},
		},
		{StepID: 3, Event: "compaction"},
		{
			StepID: 4, Day: "d2", ToolCalls: []results.ToolCall{{ID: "b", Name: "exec", Arguments: json.RawMessage(`{"command":"python3 s.py"}`)}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "b", Content: "ok"}}},
		},
	}
	took := int64(250)
	want := []Mark{
		{Step: 1, Kind: Said},
		{Step: 2, Kind: Wrote, Tool: "write", Label: "s.py", Calls: 1, TookMS: &took},
		{Step: 3, Kind: Said},
		{Step: 4, Kind: Wrote, Tool: "exec", Label: "python3 s.py", Calls: 1},
	}
	must.Same(t, want, Marks(steps, files.Names{}), "what was got")
}
