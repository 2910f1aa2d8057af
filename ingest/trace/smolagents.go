package trace

import (
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/clawatlas/clawatlas/results"
)

// smolagentsTable reads the memory of a smolagents agent: its system prompt, its task, its
// plans, and steps of one answer, its calls and what they showed. A step has one
// observation for all its calls, so that it belongs to a call only where there is one.
var smolagentsTable = table{
	dialect: dialect{
		name: DialectSmolagents, title: "smolagents memory",
		why: "its steps have step_number, model_output and observations, as those of smolagents",
		is: func(b *beginning) bool {
			return anyOf(append(b.lines, b.items...), func(v *head.Value) bool {
				return v.HasAll("task", "task_images") || v.HasAll("step_number", "model_output", "observations")
			})
		},
	},
	agent: "smolagents", time: "timing.start_time", unknown: "entry of an unknown kind is kept raw%.0s",
	rows: rows{
		"system_prompt": {as: tells, text: "system_prompt"},
		"task":          {as: asks, text: "task"},
		"plan":          {as: notes, say: "plan", text: "plan"},
	},
	fields: func() *fields {
		return use("system_prompt task plan timing model_output model_output_message tool_calls observations token_usage error").
			leave("step_number model_input_messages code_action is_final_answer action_output")
	},
	hook: smolagentsStep,
}

func smolagentsStep(x *tableReader, e *tableEntry) (bool, error) {
	for _, kind := range []string{"system_prompt", "task", "plan"} {
		if says(e.get(kind)) {
			e.kind = kind
			return false, nil
		}
	}
	if e.get("step_number") == nil {
		return false, nil
	}
	if _, after, found := strings.Cut(e.text("model_output_message.raw"), " model='"); found {
		x.model, _, _ = strings.Cut(after, "'")
	}
	step := &results.Step{Timestamp: e.at, Source: results.SourceAgent, ModelName: x.model, Message: e.text("model_output")}
	for v := range elementsOf(e.get("tool_calls")) {
		if p, err := newTableEntry(e.line, e.n, v); err == nil {
			step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: p.text("id"), Name: p.text("name function.name"),
				Arguments: arguments(p.get("arguments function.arguments"))})
		}
	}
	step.Metrics = x.r.metrics(e.n, &usage{Prompt: e.number("token_usage.input_tokens"), Completion: e.number("token_usage.output_tokens")})
	if err := x.t.begin("", step); err != nil {
		return true, err
	}
	res := results.Result{Content: e.text("observations error.message"), ErrorText: e.text("error.message")}
	judge(&res, res.ErrorText != "")
	switch {
	case res.Content == "":
	case len(step.ToolCalls) == 1:
		res.CallID = step.ToolCalls[0].ID
		return true, x.t.answer(e.n, res)
	default:
		step.Observation = &results.Observation{Results: []results.Result{res}}
	}
	return true, nil
}
