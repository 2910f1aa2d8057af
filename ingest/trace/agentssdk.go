package trace

import (
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// agentsTable reads the traces of OpenAI's Agents SDK: a line about the trace, then its
// spans in the order in which they ended. A span of a tool is its call and its result. That
// of an answer has its texts where it is a generation; a response only has its id, and what
// was said in it is not in the trace.
var agentsTable = table{
	dialect: dialect{
		name: DialectAgentsSDK, title: "OpenAI Agents SDK trace",
		why: "its lines are the trace and trace.span objects of OpenAI's Agents SDK",
		is: func(b *beginning) bool {
			return anyOf(append(b.lines, b.items...), func(v *head.Value) bool {
				return v.String("object") == "trace" && v.Has("workflow_name") || v.String("object") == "trace.span" && v.Has("span_data")
			})
		},
	},
	agent: "openai-agents", kind: "object span_data.type", time: "started_at", unknown: "span of the unknown type %q is kept raw",
	rows: rows{
		"trace":               {as: opens, session: "id"},
		"trace.span/response": {as: answers},
		"trace.span/generation": {as: answers, usage: func(e *tableEntry) *usage {
			return &usage{Prompt: e.number("span_data.usage.input_tokens span_data.usage.prompt_tokens"),
				Completion: e.number("span_data.usage.output_tokens span_data.usage.completion_tokens")}
		}},
		"trace.span/function": {
			as: runs, id: "id", name: "span_data.name", args: "span_data.input", text: "span_data.output", fault: "error.message",
		},
		"trace.span/agent trace.span/handoff trace.span/guardrail trace.span/mcp_tools trace.span/custom":    {},
		"trace.span/transcription trace.span/speech trace.span/speech_group trace.span/turn trace.span/task": {},
	},
	fields: func() *fields {
		return use("started_at").leave("object id trace_id parent_id ended_at").and("error", use("message")).
			and("span_data", use("").leave("type").of("type").when("function", use("name input output")).
				when("generation", use("input output model usage")))
	},
	hook: agentsGeneration,
}

// agentsGeneration takes the texts of an answer, and of the first one what was asked.
func agentsGeneration(x *tableReader, e *tableEntry) (bool, error) {
	if e.kind != "trace.span/generation" {
		return false, nil
	}
	x.model = e.text("span_data.model")
	if x.state == nil {
		x.state = true
		for v := range elementsOf(e.get("span_data.input")) {
			p, err := newTableEntry(e.line, e.n, v)
			if err != nil {
				continue
			}
			source := map[string]string{"user": results.SourceUser, "system": results.SourceSystem, "developer": results.SourceSystem}[p.text("role")]
			if source == "" {
				continue
			}
			s, err := x.r.sayIn(e.n, p.get("content"))
			if err != nil {
				return true, err
			}
			if err := x.t.after(&results.Step{Timestamp: e.at, Source: source, Message: s.message, Parts: s.parts}); err != nil {
				return true, err
			}
		}
	}
	row, _ := x.rows.find(e.kind)
	if err := x.answers(e, &row); err != nil {
		return true, err
	}
	for v := range elementsOf(e.get("span_data.output")) {
		p, err := newTableEntry(e.line, e.n, v)
		if err != nil {
			continue
		}
		s, err := x.r.sayIn(e.n, p.get("content"))
		if err != nil {
			return true, err
		}
		x.t.open.Message = join(x.t.open.Message, s.message, "\n")
	}
	return true, nil
}
