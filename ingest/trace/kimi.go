package trace

import (
	"cmp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json/jsontext"
)

// kimiTable reads the wire.jsonl that Kimi CLI keeps of a session. A step begins and ends
// with events of its own; its thinking, its text, its calls and their results lie between
// them. Tokens of a step stand at its end, and once more in a record that is counted only
// where no step has them, as for a compaction. The first versions wrote what they told the
// screen instead, see kimiToldTable.
var kimiTable = table{
	dialect: dialect{
		name: DialectKimi, title: "Kimi CLI wire log", why: "its first line is metadata with protocol_version",
		is: func(b *beginning) bool {
			return b.first.String("type") == "metadata" && b.first.Has("protocol_version")
		},
	},
	agent: "kimi-cli", kind: "type event.type event.part.type message.role", time: "time", unknown: "record of unknown type %q is kept raw",
	rows: rows{
		"metadata": {as: opens, session: "sessionId", began: "created_at"},
		"context.append_message/user context.append_message/system": {
			as: asks, text: "message.content", by: "message.origin.kind",
		},
		"context.append_loop_event/step.begin":         {as: answers, id: "event.uuid"},
		"context.append_loop_event/content.part/text":  {as: speaks, text: "event.part.text"},
		"context.append_loop_event/content.part/think": {as: thinks, text: "event.part.think event.part.text"},
		"context.append_loop_event/tool.call":          {as: uses, id: "event.toolCallId", name: "event.name", args: "event.args"},
		"context.append_loop_event/tool.result": {
			as: gives, id: "event.toolCallId", text: "event.result.output", failed: "event.result.isError", more: "event.result.message",
		},
		"context.append_loop_event/step.end": {as: ends, stop: "event.finishReason", usage: kimiUsage("event.usage.")},
		"context.apply_compaction":           {as: compacts, text: "summary", before: "tokensBefore", after: "tokensAfter"},
		"turn.prompt":                        {as: leaves}, // the message that is put into the context says it
		"turn.cancel":                        {as: notes, say: "the turn is stopped"},
		"turn.steer turn.ended":              {}, // words that steer are put into the context later, or never
		"config.update llm.request usage.record profile.bind llm.tools_snapshot":        {},
		"permission.set_mode permission.record_approval_result tools.set_active_tools":  {},
		"plan_mode.enter plan_mode.exit full_compaction.begin full_compaction.complete": {},
	},
	fields: kimiFields, hook: kimiHook, instead: kimiScreen,
}

// kimiUsage is a usage block of Kimi, whose input is without cached tokens as Anthropic's.
func kimiUsage(at string) func(*tableEntry) *usage {
	return func(e *tableEntry) *usage {
		return &usage{
			Input: e.number(at + "inputOther"), Output: e.number(at + "output"),
			CacheRead: e.number(at + "inputCacheRead"), CacheCreation: e.number(at + "inputCacheCreation"),
		}
	}
}

// kimiState is what is known between the lines of a session.
type kimiState struct {
	paid bool         // the step that ended last has its tokens
	told *tableReader // of a session of the first versions
}

// kimiHook does what depends on other lines.
func kimiHook(x *tableReader, e *tableEntry) (bool, error) {
	k := kimiStateOf(x)
	switch e.kind {
	case "config.update":
		if prompt := e.text("systemPrompt"); prompt != "" && !x.r.told("systemPrompt", prompt) {
			return true, x.t.after(&results.Step{Timestamp: e.at, Source: results.SourceSystem, Message: prompt})
		}
	case "llm.request":
		x.model = e.text("model")
		x.r.sum.Provider = cmp.Or(x.r.sum.Provider, e.text("provider"))
		if open := x.t.open; open != nil && open.ModelName == "" && e.text("kind") != "compaction" {
			open.ModelName = x.model
		}
	case "context.append_loop_event/step.begin":
		k.paid = false
	case "context.append_loop_event/step.end":
		k.paid = k.paid || kimiUsage("event.usage.")(e).metrics() != nil
	case "usage.record":
		if k.paid {
			k.paid = false
			return false, nil
		}
		if m := x.r.metrics(e.n, kimiUsage("usage.")(e)); m != nil {
			step := meta(e.at, "tokens of a call that is no step")
			step.Metrics = m
			return true, x.t.after(step)
		}
		x.t.take()
		return true, nil
	}
	return false, nil
}

// kimiScreen reads a line of the first versions: what the program told its screen, with
// the time in seconds.
func kimiScreen(x *tableReader, e *tableEntry) (bool, error) {
	told, err := newTableEntry(e.line, e.n, e.get("message"))
	if err != nil || e.text("type") != "" || told.text("type") == "" {
		return false, nil
	}
	k := kimiStateOf(x)
	if k.told == nil {
		k.told = kimiToldTable.reader(x.r)
		k.told.t = x.t
	}
	told.at, told.kind = x.when(e, "timestamp"), told.kindOf(kimiToldTable.kind)
	x.t.left(x.r.news(k.told.used.rest(e.line)))
	defer x.t.ended()
	return true, k.told.line(told)
}

func kimiStateOf(x *tableReader) *kimiState {
	k, _ := x.state.(*kimiState)
	if k == nil {
		k = &kimiState{}
		x.state = k
	}
	return k
}

// kimiToldTable reads what was told of an agent. It has a list of its own because what a
// sub-agent tells stands inside of what its agent does.
var kimiToldTable = table{
	kind: "type", unknown: "record of unknown type %q is kept raw",
	rows: rows{
		"TurnBegin SteerInput": {as: asks, text: "payload.user_input"},
		"StepBegin":            {as: answers},
		"ToolCall":             {as: uses, id: "payload.id", name: "payload.function.name", args: "payload.function.arguments"},
		"ToolResult": {
			as: gives, id: "payload.tool_call_id", text: "payload.return_value.output",
			failed: "payload.return_value.is_error", more: "payload.return_value.message",
		},
		"CompactionBegin": {as: compacts, say: "the conversation is compressed"},
		"TurnEnd CompactionEnd StepRetry ApprovalRequest ApprovalResponse ApprovalRequestResolved":                {},
		"HookTriggered HookResolved MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot QuestionRequest Notification": {},
		"StatusUpdate":                   {},
		"ContentPart TextPart ThinkPart": {as: speaks, text: "payload.text"},
	},
	fields: kimiToldFields, hook: kimiToldHook,
}

// kimiToldHook does what depends on other lines, and hands what a sub-agent tells to its
// own thread, whose steps follow the call that began it.
func kimiToldHook(x *tableReader, e *tableEntry) (bool, error) {
	switch e.kind {
	case "ContentPart", "TextPart", "ThinkPart":
		if e.text("payload.type") == "think" {
			step, err := x.open(e)
			if err == nil {
				step.Reasoning = join(step.Reasoning, e.text("payload.think payload.text"), "\n\n")
			}
			return true, err
		}
	case "ToolCallPart":
		return true, x.goesOn(e)
	case "StatusUpdate":
		u := usage{
			Input: e.number("payload.token_usage.input_other"), Output: e.number("payload.token_usage.output"),
			CacheRead: e.number("payload.token_usage.input_cache_read"), CacheCreation: e.number("payload.token_usage.input_cache_creation"),
		}
		if m := x.r.metrics(e.n, &u); m != nil && x.t.open != nil && x.t.open.Metrics == nil {
			x.t.open.Metrics = m
			return true, nil
		}
	case "StepInterrupted":
		x.r.sum.Error = "a step was interrupted"
		const said = "the step is interrupted"
		return true, x.t.after(&results.Step{Timestamp: e.at, Source: results.SourceSystem, Event: "meta", Message: said, Error: said})
	case "SubagentEvent":
		return true, x.subagent(e)
	}
	return false, nil
}

// goesOn adds to the arguments of the call that came last.
func (x *tableReader) goesOn(e *tableEntry) error {
	if x.t.open == nil || len(x.t.open.ToolCalls) == 0 {
		x.r.repeated(e.n, "part of a call without the call is kept raw")
		return x.t.after(x.r.raw(e.line))
	}
	c := &x.t.open.ToolCalls[len(x.t.open.ToolCalls)-1]
	so := ""
	if v := jsontext.Value(c.Arguments); v.Kind() == '"' {
		so = stringOf(v)
	} else if v.Kind() != 'n' {
		so = string(v)
	}
	whole, err := jsontext.AppendQuote(nil, so+e.text("payload.arguments_part"))
	if err != nil {
		return nil //nolint:nilerr // it is no text, and stands in the raw record
	}
	c.Arguments = arguments(whole)
	return nil
}

// subagent adds what a sub-agent tells.
func (x *tableReader) subagent(e *tableEntry) error {
	inner, err := newTableEntry(e.line, e.n, e.get("payload.event"))
	if err != nil || inner.text("type") == "" {
		x.r.repeated(e.n, "event of a sub-agent without a type is kept raw")
		return x.t.after(x.r.raw(e.line))
	}
	inner.at, inner.kind = e.at, inner.kindOf(x.kind)
	subs, _ := x.state.(map[string]*tableReader) // by the call that began them
	if subs == nil {
		subs = map[string]*tableReader{}
		x.state = subs
	}
	id := e.text("payload.parent_tool_call_id") + e.text("payload.task_tool_call_id")
	sub := subs[id]
	if sub == nil {
		name := e.text("payload.subagent_type")
		if i := x.t.call(id); i >= 0 && name == "" {
			name = strings.TrimSpace(x.t.open.ToolCalls[i].Name)
		}
		sub = x.table.reader(x.r)
		sub.t, sub.model = x.t.sub(name), x.model
		subs[id] = sub
	}
	sub.t.left(x.t.take())
	defer sub.t.ended()
	return sub.line(inner)
}

// kimiFields says what becomes of the members of a record of Kimi CLI.
func kimiFields() *fields {
	usage := use("inputOther output inputCacheRead inputCacheCreation")
	event := use("name args finishReason").leave("type uuid parentUuid toolCallId turnId step stepUuid messageId").
		and("part", use("type text think")).and("result", use("output isError message")).and("usage", usage)
	return use("time created_at systemPrompt summary tokensBefore tokensAfter").leave("type sessionId").
		and("event", event).and("message", use("role content")).and("usage", usage).
		of("type").when("llm.request", use("model provider"))
}

// kimiToldFields says what becomes of the members of a record of its first versions.
func kimiToldFields() *fields {
	payload := func() *fields {
		return use("user_input text think arguments_part subagent_type").
			leave("type id n message_id tool_call_id task_tool_call_id parent_tool_call_id agent_id").
			and("function", use("name arguments")).and("return_value", use("output is_error message")).
			and("token_usage", use("input_other output input_cache_read input_cache_creation"))
	}
	told := func(p *fields) *fields { return use("").leave("type").and("payload", p) }
	return use("timestamp").and("message", told(payload().and("event", told(payload()))))
}
