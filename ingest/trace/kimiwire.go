package trace

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// kimiWire is a record of the first versions of Kimi CLI: what the program told its
// screen, with the time in seconds.
type kimiWire struct {
	Timestamp stamp    `json:"timestamp"`
	Message   kimiTold `json:"message"`
}

// kimiTold is one thing told.
type kimiTold struct {
	Type    text        `json:"type"`
	Payload kimiPayload `json:"payload"`
}

// kimiPayload holds the members of all that is told.
type kimiPayload struct {
	Type  text `json:"type"`
	Text  text `json:"text"`
	Think text `json:"think"`

	Input content `json:"user_input"`

	ID       text         `json:"id"`
	Function kimiFunction `json:"function"`
	More     text         `json:"arguments_part"`
	CallID   text         `json:"tool_call_id"`
	Return   kimiReturn   `json:"return_value"`
	Usage    kimiWireUse  `json:"token_usage"`

	Task   text           `json:"task_tool_call_id"`
	Parent text           `json:"parent_tool_call_id"`
	Agent  text           `json:"subagent_type"`
	Event  jsontext.Value `json:"event"`
}

type kimiFunction struct {
	Name      text           `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

type kimiReturn struct {
	Output  content `json:"output"`
	IsError flag    `json:"is_error"`
	Message text    `json:"message"`
}

type kimiWireUse struct {
	Input      number `json:"input_other"`
	Output     number `json:"output"`
	CacheRead  number `json:"input_cache_read"`
	CacheWrite number `json:"input_cache_creation"`
}

// wire reads a record of the first versions; false if it is none.
func (k *kimi) wire(line []byte, n int) (bool, error) {
	var l kimiWire
	if err := json.Unmarshal(line, &l, decoding()); err != nil || l.Message.Type == "" {
		return false, nil
	}
	at := k.r.time(n, l.Timestamp)
	k.t.left(k.r.news(kimiWireFields().rest(line)))
	defer k.t.ended()
	return true, k.told(line, n, &l.Message, at)
}

// told adds what was told of an agent.
func (k *kimi) told(line []byte, n int, m *kimiTold, at *int64) error {
	p := &m.Payload
	switch m.Type {
	case "TurnBegin", "SteerInput":
		s, err := k.r.say(n, p.Input)
		if err != nil {
			return err
		}
		k.t.left(s.also)
		return k.t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: s.message, Parts: s.parts})
	case "StepBegin":
		return k.t.begin("", &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: k.model})
	case "ContentPart", "TextPart", "ThinkPart":
		return k.event(line, n, &kimiEvent{Type: "content.part", Part: kimiPart{Type: p.Type, Text: p.Text, Think: p.Think}}, at)
	case "ToolCall":
		return k.event(line, n, &kimiEvent{Type: "tool.call", CallID: p.ID, Name: p.Function.Name, Args: p.Function.Arguments}, at)
	case "ToolCallPart":
		return k.goesOn(line, n, string(p.More))
	case "ToolResult":
		return k.event(line, n, &kimiEvent{Type: "tool.result", CallID: p.CallID, Result: kimiResult(p.Return)}, at)
	case "StatusUpdate":
		return k.status(n, p)
	case "SubagentEvent":
		return k.subagent(line, n, p, at)
	case "CompactionBegin":
		return k.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "compaction", Boundary: "replace", Message: "the conversation is compressed"})
	case "StepInterrupted":
		k.r.sum.Error = "a step was interrupted"
		return k.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta", Message: "the step is interrupted", Error: "the step is interrupted"})
	case "TurnEnd", "CompactionEnd", "StepRetry", "ApprovalRequest", "ApprovalResponse", "ApprovalRequestResolved", "HookTriggered", "HookResolved",
		"MCPLoadingBegin", "MCPLoadingEnd", "MCPStatusSnapshot", "QuestionRequest", "Notification":
		k.t.besideNext(m.Type)
		return nil
	}
	k.r.repeated(n, fmt.Sprintf("record of unknown type %q is kept raw", m.Type))
	step := k.r.raw(line)
	step.Timestamp = at
	return k.t.after(step)
}

// goesOn adds to the arguments of the call that came last.
func (k *kimi) goesOn(line []byte, n int, more string) error {
	if k.t.open == nil || len(k.t.open.ToolCalls) == 0 {
		k.r.repeated(n, "part of a call without the call is kept raw")
		return k.t.after(k.r.raw(line))
	}
	c := &k.t.open.ToolCalls[len(k.t.open.ToolCalls)-1]
	so := ""
	if v := jsontext.Value(c.Arguments); v.Kind() == '"' {
		so = stringOf(v)
	} else if v.Kind() != 'n' {
		so = string(v)
	}
	whole, err := jsontext.AppendQuote(nil, so+more)
	if err != nil {
		return nil //nolint:nilerr // it is no text, and stands in the raw record
	}
	c.Arguments = arguments(whole)
	return nil
}

// status takes the tokens of the open step.
func (k *kimi) status(n int, p *kimiPayload) error {
	u := kimiUsage(p.Usage)
	m := k.r.metrics(n, u.block())
	if m != nil && k.t.open != nil && k.t.open.Metrics == nil {
		k.t.open.Metrics = m
		return nil
	}
	k.t.besideNext("StatusUpdate")
	return nil
}

// subagent adds what a sub-agent tells. Its steps follow the call that began it.
func (k *kimi) subagent(line []byte, n int, p *kimiPayload, at *int64) error {
	var m kimiTold
	if err := json.Unmarshal(p.Event, &m, decoding()); err != nil || m.Type == "" {
		k.r.repeated(n, "event of a sub-agent without a type is kept raw")
		return k.t.after(k.r.raw(line))
	}
	id := string(p.Parent + p.Task)
	sub := k.subs[id]
	if sub == nil {
		name := string(p.Agent)
		if i := k.t.call(id); i >= 0 && name == "" {
			name = strings.TrimSpace(k.t.open.ToolCalls[i].Name)
		}
		sub = &kimi{r: k.r, t: k.t.sub(name), model: k.model, subs: map[string]*kimi{}}
		k.subs[id] = sub
	}
	sub.t.left(k.t.take())
	defer sub.t.ended()
	return sub.told(line, n, &m, at)
}
