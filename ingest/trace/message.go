package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// message is a message in OpenClaw's, Anthropic's or OpenAI's format. The formats use different
// field names, so one type covers all three.
type message struct {
	Role      text    `json:"role"`
	Content   content `json:"content"`
	Timestamp stamp   `json:"timestamp"`

	ID         text  `json:"id"`
	ResponseID text  `json:"responseId"`
	Provider   text  `json:"provider"`
	Model      text  `json:"model"`
	Usage      usage `json:"usage"`
	StopOC     text  `json:"stopReason"`
	StopA      text  `json:"stop_reason"`
	StopO      text  `json:"finish_reason"`
	Error      text  `json:"errorMessage"`

	ToolCallID  text    `json:"toolCallId"`
	ToolCallIDO text    `json:"tool_call_id"`
	IsError     flag    `json:"isError"`
	IsErrorA    flag    `json:"is_error"`
	Details     details `json:"details"`

	ToolCalls  calls          `json:"tool_calls"`
	Function   function       `json:"function_call"`
	Reasoning  text           `json:"reasoning_content"`
	ReasoningO jsontext.Value `json:"reasoning"`
	Refusal    text           `json:"refusal"`

	// fields of OpenClaw messages that were not written by a model
	Command  text   `json:"command"`
	Output   text   `json:"output"`
	ExitCode number `json:"exitCode"`
	Summary  text   `json:"summary"`
}

type calls []call

type call struct {
	ID       text     `json:"id"`
	CallID   text     `json:"call_id"`
	Function function `json:"function"`
}

func (c calls) made() []results.ToolCall {
	var list []results.ToolCall
	for i := range c {
		id := cmp.Or(c[i].ID, c[i].CallID)
		list = append(list, results.ToolCall{ID: string(id), Name: string(c[i].Function.Name), Arguments: arguments(c[i].Function.Arguments)})
	}
	return list
}

type function struct {
	Name      text           `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

// put adds a message to the thread. at is the time of the surrounding entry. It is used if the
// message has no time. A message with an unknown role is kept as raw text.
func (r *reader) put(t *thread, line int, m *message, at *int64) error {
	if ms := r.time(line, m.Timestamp); ms != nil {
		at = ms
	}
	s, err := r.say(line, m.Content)
	if err != nil {
		return err
	}
	switch m.Role {
	case "assistant":
		return r.putAnswer(t, line, m, s, at)
	case "toolResult", "tool", "function":
		return t.answer(line, r.toolResult(m, s, at))
	case "user", "human":
		if err := r.putAnswers(t, line, s, at); err != nil {
			return err
		}
		return t.putText(results.SourceUser, s, at)
	case "system", "developer":
		return t.putText(results.SourceSystem, s, at)
	}
	return r.putOther(t, line, m, s, at)
}

func (r *reader) putAnswer(t *thread, line int, m *message, s said, at *int64) error {
	step := &results.Step{
		Timestamp: at, Source: results.SourceAgent, ModelName: string(m.Model),
		Message: s.message, Parts: s.parts, Reasoning: s.reasoning, Encrypted: s.encrypted,
		ToolCalls: s.calls, Metrics: r.metrics(line, &m.Usage),
		StopReason: string(m.StopOC + m.StopA + m.StopO), Error: string(m.Error),
	}
	if step.Error == "" && (m.StopOC == "error" || m.StopOC == "aborted") {
		step.Error = "stopped: " + string(m.StopOC)
	}
	step.ToolCalls = append(step.ToolCalls, m.ToolCalls.made()...)
	if m.Function.Name != "" {
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{
			Name: string(m.Function.Name), Arguments: arguments(m.Function.Arguments),
		})
	}
	step.Reasoning = cmp.Or(step.Reasoning, string(m.Reasoning))
	step.Reasoning = cmp.Or(step.Reasoning, stringOf(m.ReasoningO))
	step.Message = cmp.Or(step.Message, string(m.Refusal))
	r.sum.Provider = cmp.Or(r.sum.Provider, string(m.Provider))
	if err := t.begin(string(m.ID), step); err != nil {
		return err
	}
	return r.putAnswers(t, line, s, at)
}

// putAnswers adds the results in an Anthropic message to their calls. User messages contain results
// of the agent's tools. Model messages contain results of tools run by the provider.
func (r *reader) putAnswers(t *thread, line int, s said, at *int64) error {
	for _, b := range s.answers {
		inner, err := r.say(line, b.Content)
		if err != nil {
			return err
		}
		res := results.Result{
			CallID: string(b.ToolUseID + b.ToolCallID), Content: inner.message,
			Parts: inner.parts, Timestamp: at,
		}
		isError := bool(b.IsError || b.IsErrorC)
		if code, ok := exitCode(res.Content); ok && isError {
			res.ExitCode = &code
		}
		for i := range b.Content {
			b.Content[i].served(&res)
		}
		judge(&res, isError)
		if err := t.answer(line, res); err != nil {
			return err
		}
	}
	return nil
}

func (t *thread) putText(source string, s said, at *int64) error {
	if len(s.answers) > 0 && s.message == "" && len(s.parts) == 0 {
		return nil
	}
	return t.after(&results.Step{Timestamp: at, Source: source, Message: s.message, Parts: s.parts})
}

func (r *reader) toolResult(m *message, s said, at *int64) results.Result {
	res := results.Result{
		CallID: string(m.ToolCallID + m.ToolCallIDO), Content: s.message, Parts: s.parts, Timestamp: at,
	}
	m.Details.apply(&res)
	if m.Role != "toolResult" {
		saysExit(&res)
	}
	judge(&res, bool(m.IsError || m.IsErrorA))
	return res
}

// saysExit sets the exit code and the failure of a result whose content is itself a JSON object
// with exit code, error or success flag, as written by Hermes tools. OpenAI's message format has no
// fields for these.
func saysExit(res *results.Result) {
	if !strings.HasPrefix(res.Content, "{") {
		return
	}
	var o struct {
		ExitCode number         `json:"exit_code"`
		Success  jsontext.Value `json:"success"`
		Error    text           `json:"error"`
	}
	if json.Unmarshal([]byte(res.Content), &o, decoding()) != nil {
		return
	}
	o.ExitCode.exits(res)
	res.ErrorText = cmp.Or(string(o.Error), res.ErrorText)
	if string(o.Success) == "false" || (o.Error != "" && o.Success == nil && !o.ExitCode.ok) {
		res.Status = "error"
	}
}

func (r *reader) putOther(t *thread, line int, m *message, s said, at *int64) error {
	step := &results.Step{Timestamp: at, Source: results.SourceSystem, Message: s.message, Parts: s.parts}
	switch m.Role {
	case "bashExecution":
		step.Message = string(m.Command)
		res := results.Result{Content: string(m.Output), Timestamp: at}
		m.ExitCode.exits(&res)
		judge(&res, false)
		step.Observation = &results.Observation{Results: []results.Result{res}}
	case "compactionSummary":
		step.Event, step.Boundary, step.Message = "compaction", "replace", string(m.Summary)
	case "branchSummary":
		step.Event, step.Message = "branch", string(m.Summary)
	case "custom":
		step.Event = "meta"
	case "session_meta":
		step.Event = "meta"
		step.Message = cmp.Or(step.Message, "session_meta")
	case "":
		return r.unknown(t, r.doc, line, at, "entry without a role is kept raw")
	default:
		return r.unknown(t, r.doc, line, at, fmt.Sprintf("entry with the unknown role %q is kept raw", m.Role))
	}
	return t.after(step)
}
