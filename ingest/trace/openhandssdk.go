package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

var openHandsSDKDialect = dialect{
	name: DialectOpenHandsSDK, title: "OpenHands SDK events",
	why:  "its events have id, source and kind as those of the OpenHands SDK do",
	is:   func(b *beginning) bool { return anyOf(b.lines, isOpenHandsSDK) || anyOf(b.items, isOpenHandsSDK) },
	data: OpenHandsSDK,
}

func isOpenHandsSDK(v *head.Value) bool {
	return v.HasAll("id", "source", "kind") && (v.HasAny("llm_message", "system_prompt") || v.HasAll("tool_name", "tool_call_id"))
}

// OpenHandsSDK reads the events of the OpenHands SDK, one after the other. Actions
// that share an answer of the model are calls of one step; only the first of them
// has what was said.
func OpenHandsSDK(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectOpenHandsSDK, "openhands", s)
	o := &openHandsSDK{r: r, t: newThread(r)}
	return r.finish(o.t, r.values(data, o.t, o.add))
}

// openHandsSDK reads one conversation.
type openHandsSDK struct {
	r *reader
	t *thread
}

type sdkEvent struct {
	Kind      text           `json:"kind"`
	Source    text           `json:"source"`
	System    sdkText        `json:"system_prompt"`
	Message   sdkMessage     `json:"llm_message"`
	Thought   content        `json:"thought"`
	Reasoning text           `json:"reasoning_content"`
	Thinking  content        `json:"thinking_blocks"`
	Tool      text           `json:"tool_name"`
	CallID    text           `json:"tool_call_id"`
	Action    jsontext.Value `json:"action"`
	Call      struct {
		Name      text           `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
	} `json:"tool_call"`
	Answer      text           `json:"llm_response_id"`
	Observation sdkObservation `json:"observation"`
	Error       text           `json:"error"`
	Detail      text           `json:"detail"`
	Reason      text           `json:"rejection_reason"`
	Summary     text           `json:"summary"`
}

// sdkText is a text with the settings of its cache.
type sdkText struct {
	Text text `json:"text"`
}

// sdkMessage is a message to or from the model.
type sdkMessage struct {
	Role      text    `json:"role"`
	Content   content `json:"content"`
	Reasoning text    `json:"reasoning_content"`
	Thinking  content `json:"thinking_blocks"`
}

// sdkObservation is what came of an action.
type sdkObservation struct {
	Content content `json:"content"`
	Output  text    `json:"output"`
	IsError flag    `json:"is_error"`
	Exit    number  `json:"exit_code"`
	Timeout flag    `json:"timeout"`
	Error   text    `json:"error"`
	Meta    struct {
		Exit number `json:"exit_code"`
		Dir  text   `json:"working_dir"`
	} `json:"metadata"`
}

func (t *sdkText) bare() any { return &t.Text }

func (o *openHandsSDK) add(line []byte, n int) error {
	var e sdkEvent
	o.r.doc = line
	if jsontext.Value(line).Kind() != '{' || json.Unmarshal(line, &e, decoding()) != nil {
		o.r.repeated(n, "entry is no event and is kept raw")
		return o.t.after(o.r.raw(line))
	}
	o.t.left(o.r.news(sdkFields().rest(line)))
	defer o.t.ended()
	switch e.Kind {
	case "SystemPromptEvent":
		return o.t.after(&results.Step{Source: results.SourceSystem, Message: string(e.System.Text)})
	case "MessageEvent":
		return o.message(n, &e)
	case "ActionEvent":
		return o.action(n, &e)
	case "ObservationEvent", "UserRejectObservation", "AgentErrorEvent":
		return o.observation(n, &e)
	case "Condensation":
		return o.t.after(compaction(nil, string(e.Summary)))
	case "ConversationErrorEvent":
		o.r.sum.Error = join(string(e.Error), string(e.Detail), ": ")
		return o.t.after(&results.Step{Source: results.SourceSystem, Event: "meta", Message: o.r.sum.Error, Error: o.r.sum.Error})
	case "PauseEvent", "CondensationRequest", "ConversationStateUpdateEvent", "TokenEvent", "LLMCompletionLogEvent":
		o.t.besideNext(e.Kind)
		return nil
	}
	o.r.repeated(n, fmt.Sprintf("event of unknown kind %q is kept raw", e.Kind))
	return o.t.after(o.r.raw(line))
}

func (o *openHandsSDK) message(n int, e *sdkEvent) error {
	s, err := o.r.say(n, e.Message.Content)
	if err != nil {
		return err
	}
	switch e.Source {
	case "agent":
		step := &results.Step{Source: results.SourceAgent, Message: s.message, Parts: s.parts}
		if step.Reasoning, err = o.thought(n, e.Message.Reasoning, e.Message.Thinking); err != nil {
			return err
		}
		return o.t.begin(string(e.Answer), step)
	case "user":
		return o.t.putText(results.SourceUser, s, nil)
	}
	return o.t.putText(results.SourceSystem, s, nil)
}

// thought is the reasoning, which the blocks say once more.
func (o *openHandsSDK) thought(n int, reasoning text, blocks content) (string, error) {
	s, err := o.r.say(n, blocks)
	if reasoning != "" || err != nil {
		return string(reasoning), err
	}
	return s.reasoning, nil
}

// action adds a call to the answer that it is of.
func (o *openHandsSDK) action(n int, e *sdkEvent) error {
	name := e.Tool
	name = cmp.Or(name, e.Call.Name)
	own := o.t.take()
	step := o.t.open
	if step == nil || e.Answer == "" || o.t.key != string(e.Answer) {
		s, err := o.r.say(n, e.Thought)
		if err != nil {
			return err
		}
		step = &results.Step{Source: results.SourceAgent, Message: s.message, Parts: s.parts}
		if step.Reasoning, err = o.thought(n, e.Reasoning, e.Thinking); err != nil {
			return err
		}
		if err := o.t.begin(string(e.Answer), step); err != nil {
			return err
		}
	}
	if name == "" {
		o.r.repeated(n, "call without the name of a tool is left out")
		o.t.left(own)
		return nil
	}
	call := results.ToolCall{ID: string(e.CallID), Name: string(name), Arguments: arguments(e.Call.Arguments), Also: own}
	if !says(e.Call.Arguments) {
		call.Arguments = arguments(e.Action)
	}
	step.ToolCalls = append(step.ToolCalls, call)
	return nil
}

func (o *openHandsSDK) observation(n int, e *sdkEvent) error {
	b := &e.Observation
	s, err := o.r.say(n, b.Content)
	if err != nil {
		return err
	}
	res := results.Result{CallID: string(e.CallID), Content: s.message, Parts: s.parts, Cwd: string(b.Meta.Dir)}
	res.ErrorText = string(b.Error + e.Error)
	res.Content = cmp.Or(res.Content, string(b.Output))
	if e.Kind == "UserRejectObservation" {
		res.Status, res.Content = "rejected", join(res.Content, string(e.Reason), "\n")
	}
	res.Content = cmp.Or(res.Content, res.ErrorText)
	exit := b.Exit
	if !exit.ok {
		exit = b.Meta.Exit
	}
	exit.exits(&res)
	if b.Timeout {
		res.Status = "timeout"
	}
	judge(&res, bool(b.IsError) || strings.HasSuffix(string(e.Kind), "ErrorEvent") || e.Kind == "UserRejectObservation")
	return o.t.answer(n, res)
}

// sdkFields says what becomes of the members of an event of the OpenHands SDK.
func sdkFields() *fields {
	said := use("text thinking type").leave("cache_prompt signature")
	message := use("role reasoning_content").and("content thinking_blocks", said)
	observation := use("output is_error exit_code error").leave("kind command").and("content", said).
		and("metadata", use("exit_code working_dir"))
	return use("reasoning_content tool_name action tool_call error detail rejection_reason").
		leave("id kind source tool_call_id llm_response_id action_id").
		and("system_prompt", use("text type").leave("cache_prompt")).and("thought thinking_blocks", said).
		and("llm_message", message).and("observation", observation)
}
