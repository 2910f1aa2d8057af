package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var responsesStreamDialect = dialect{
	name: DialectResponsesStream, title: "OpenAI Responses events",
	why: "its events are those of OpenAI's Responses API, with sequence numbers",
	is: func(b *beginning) bool {
		return bytes.HasPrefix(b.Data, []byte("event: response.")) ||
			strings.HasPrefix(b.first.String("type"), "response.") && b.first.Has("sequence_number")
	},
	lines: ResponsesStream,
}

var responsesDialect = dialect{
	name: DialectResponses, title: "OpenAI Responses objects",
	why: "its objects are responses of OpenAI's Responses API, or requests to it",
	is: func(b *beginning) bool {
		return anyOf(b.lines, isResponse) || anyOf(b.items, isResponse) || len(b.lines) == 1 && isResponseRequest(b.first)
	},
	data: Responses,
}

func isResponse(v *head.Value) bool {
	return v.String("object") == "response" && (v.Has("output") || v.HasAll("status", "model"))
}

// isResponseRequest tells a request by its input and a setting that other requests
// do not have.
func isResponseRequest(v *head.Value) bool {
	in := v.Get("input")
	return v.Has("model") && !v.Has("messages") && in.Is('[') && (in.First().Has("role") || in.First().Has("type")) &&
		v.HasAny("store", "include", "previous_response_id", "max_output_tokens", "instructions", "truncation")
}

// Responses reads objects of OpenAI's Responses API, one or several: a response is
// one step with all its items, and what a request gives to the model comes before the
// response that follows it. Requests that give the whole conversation again add only
// what is new. Its items are those that OpenAI's library for Python lists in the middle
// of 2026, in responses/response_item.py and response_input_item.py.
func Responses(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectResponses, "", s)
	c := &responses{r: r, t: newThread(r)}
	return r.finish(c.t, r.values(data, c.t, c.object))
}

// ResponsesStream reads the events of such an API as lines of JSON, or as they were
// sent. The last event of a response has it whole; where the stream was cut off, the
// items that were done stand for it.
func ResponsesStream(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectResponsesStream, "", s)
	c := &responses{r: r, t: newThread(r)}
	err := r.eachLine(lines, c.event)
	if err == nil {
		err = c.cutOff()
	}
	return r.finish(c.t, err)
}

// responses reads a conversation.
type responses struct {
	r     *reader
	t     *thread
	known []string // what the conversation consists of so far, see responseKey
	// sought is the last search for tools: those of the provider's own have no id of a call.
	sought string

	begun jsontext.Value   // the response of a stream that has not ended
	items []jsontext.Value // of it, that are done
	line  int
}

// response is a response, or a request where it has input.
type response struct {
	ID         text    `json:"id"`
	Object     text    `json:"object"`
	Created    stamp   `json:"created_at"`
	Status     text    `json:"status"`
	Model      text    `json:"model"`
	Error      failure `json:"error"`
	Incomplete struct {
		Reason text `json:"reason"`
	} `json:"incomplete_details"`
	Instructions jsontext.Value `json:"instructions"`
	Input        jsontext.Value `json:"input"`
	Output       jsontext.Value `json:"output"`
	Usage        responseUsage  `json:"usage"`
}

// responseUsage is what a response cost: cached tokens are part of the input,
// reasoning is part of the output.
type responseUsage struct {
	Input   number        `json:"input_tokens"`
	Output  number        `json:"output_tokens"`
	Details promptDetails `json:"input_tokens_details"`
}

func (c *responses) metrics(line int, u *responseUsage) *results.Metrics {
	return c.r.metrics(line, &usage{Prompt: u.Input, Completion: u.Output, Details: u.Details})
}

// object adds a response, what a request gives, or an item that stands alone.
func (c *responses) object(v []byte, line int) error {
	var p response
	if jsontext.Value(v).Kind() != '{' || json.Unmarshal(v, &p, decoding()) != nil {
		c.r.repeated(line, "entry is no object and is kept raw")
		return c.t.after(c.r.raw(v))
	}
	switch {
	case p.Object == "response":
		return c.response(line, v, &p)
	case p.Object == "response.compaction":
		return c.compacted(line, v, &p)
	case len(p.Input) > 0:
		c.t.left(c.r.news(requestFields().rest(v)))
		c.t.besideNext("request")
		return c.given(line, p.Instructions, p.Input)
	}
	return c.item(line, v, nil, nil)
}

// given adds what a request gives to the model and has not given before.
func (c *responses) given(line int, instructions, input jsontext.Value) error {
	if err := c.instructed(instructions); err != nil {
		return err
	}
	if input.Kind() == '"' {
		return c.t.after(&results.Step{Source: results.SourceUser, Message: stringOf(input)})
	}
	var list []jsontext.Value
	for v := range elementsOf(input) {
		list = append(list, v.Clone())
	}
	if c.begins(list) {
		list = list[len(c.known):]
	}
	for _, v := range list {
		if err := c.item(line, v, nil, nil); err != nil {
			return err
		}
		c.t.ended()
	}
	return nil
}

// instructed adds the instructions of a request, which its response repeats.
func (c *responses) instructed(v jsontext.Value) error {
	if v.Kind() != '"' || c.r.told("instructions", string(v)) {
		return nil
	}
	return c.t.after(&results.Step{Source: results.SourceSystem, Message: stringOf(v)})
}

// begins reports whether a list begins with the conversation so far.
func (c *responses) begins(list []jsontext.Value) bool {
	if len(list) < len(c.known) {
		return false
	}
	for i, known := range c.known {
		if responseKey(list[i]) != known {
			return false
		}
	}
	return true
}

// responseKey tells an item of a conversation from others: by its id, or by all of it.
func responseKey(v jsontext.Value) string {
	for name, value := range members(v) {
		if name == "id" {
			return string(value)
		}
	}
	return canonical(v)
}

// response adds a response as one step.
func (c *responses) response(line int, v jsontext.Value, p *response) error {
	sum := &c.r.sum
	sum.SessionID = cmp.Or(sum.SessionID, string(p.ID))
	at := c.r.time(line, p.Created)
	if err := c.instructed(p.Instructions); err != nil {
		return err
	}
	step := &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: string(p.Model), Error: string(p.Error)}
	step.Metrics = c.metrics(line, &p.Usage)
	step.StopReason = join(string(p.Status), string(p.Incomplete.Reason), ": ")
	sum.Error = string(p.Error)
	c.t.left(responseFields().rest(v))
	if err := c.t.begin(string(p.ID), step); err != nil {
		return err
	}
	for item := range elementsOf(p.Output) {
		if err := c.item(line, item.Clone(), step, at); err != nil {
			return err
		}
		c.t.ended()
	}
	return nil
}

// responseItem is one item of a conversation.
type responseItem struct {
	Type      text           `json:"type"`
	ID        text           `json:"id"`
	Role      text           `json:"role"`
	Content   content        `json:"content"`
	Summary   content        `json:"summary"`
	Secret    mark           `json:"encrypted_content"`
	CallID    text           `json:"call_id"`
	Name      text           `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
	Input     jsontext.Value `json:"input"`
	Action    jsontext.Value `json:"action"`
	Operation jsontext.Value `json:"operation"`
	Code      jsontext.Value `json:"code"`
	Queries   jsontext.Value `json:"queries"`
	Output    jsontext.Value `json:"output"`
	Outputs   jsontext.Value `json:"outputs"`
	Results   jsontext.Value `json:"results"`
	Result    text           `json:"result"`
	Revised   jsontext.Value `json:"revised_prompt"`
	Actions   jsontext.Value `json:"actions"`
	Tools     jsontext.Value `json:"tools"`
	Error     jsontext.Value `json:"error"`
	Status    text           `json:"status"`
}

// item adds an item: to the step of its response, or as it comes in a request.
func (c *responses) item(line int, v jsontext.Value, step *results.Step, at *int64) error {
	c.known = append(c.known, responseKey(v))
	c.r.doc = v
	var it responseItem
	if err := json.Unmarshal(v, &it, decoding()); err != nil {
		return err
	}
	rest := responseItemFields(it.Type).rest(v)
	if noteItem(it.Type) {
		return c.note(it.Type, rest, step)
	}
	c.t.left(rest)
	switch kind := string(it.Type); {
	case kind == "message" || kind == "" && it.Role != "":
		return c.message(line, &it, step, at)
	case kind == "reasoning":
		s, err := c.r.say(line, append(it.Summary, it.Content...))
		if err != nil {
			return err
		}
		if step, err = c.answer(step, at); err != nil {
			return err
		}
		step.Reasoning = join(step.Reasoning, s.message, "\n\n")
		step.Encrypted = step.Encrypted || s.message == "" && bool(it.Secret)
		return nil
	case kind == "mcp_approval_request":
		asked := meta(at, "approval is asked for a call of "+string(it.Name))
		asked.Raw = validText(v)
		return c.t.after(asked)
	case kind == "tool_search_output":
		return c.result(line, &it, cmp.Or(string(it.CallID), c.sought), it.Tools, at)
	case strings.HasSuffix(kind, "_call_output"), kind == "program_output":
		return c.result(line, &it, string(cmp.Or(it.CallID, it.ID)), it.Output, at)
	case strings.HasSuffix(kind, "_call"), kind == "program":
		return c.call(line, &it, step, at)
	}
	c.r.repeated(line, fmt.Sprintf("item of unknown type %q is kept raw", it.Type))
	return c.t.after(c.r.raw(v))
}

// answer is the step of a response, or one for items that a request gives back.
func (c *responses) answer(step *results.Step, at *int64) (*results.Step, error) {
	if step != nil {
		return step, nil
	}
	if c.t.open != nil && c.t.open.Observation == nil && len(c.t.late) == 0 {
		return c.t.open, nil
	}
	step = &results.Step{Timestamp: at, Source: results.SourceAgent}
	return step, c.t.begin("", step)
}

func (c *responses) message(line int, it *responseItem, step *results.Step, at *int64) error {
	s, err := c.r.say(line, it.Content)
	if err != nil {
		return err
	}
	c.t.left(s.also)
	switch it.Role {
	case "assistant":
		if step, err = c.answer(step, at); err != nil {
			return err
		}
		step.Message = join(step.Message, s.message, "\n\n")
		step.Parts = append(step.Parts, s.parts...)
		return nil
	case "user":
		return c.t.putText(results.SourceUser, s, at)
	case "system", "developer":
		return c.t.putText(results.SourceSystem, s, at)
	}
	c.r.repeated(line, roleMessage(it.Role))
	return c.t.after(c.r.raw(c.r.doc))
}

// call adds a call. Tools that the provider runs have their result in the same item.
func (c *responses) call(line int, it *responseItem, step *results.Step, at *int64) error {
	step, err := c.answer(step, at)
	if err != nil {
		return err
	}
	call := results.ToolCall{ID: string(it.CallID), Name: string(it.Name)}
	call.Name = cmp.Or(call.Name, strings.TrimSuffix(string(it.Type), "_call"))
	if it.Type == "function_call" && it.Name == "" {
		c.r.repeated(line, "call without the name of a tool is left out")
		return nil
	}
	call.ID = cmp.Or(call.ID, string(it.ID))
	call.Arguments = it.asked()
	step.ToolCalls = append(step.ToolCalls, call)
	for _, v := range []jsontext.Value{it.Output, it.Outputs, it.Results} {
		if len(v) > 0 && v.Kind() != 'n' {
			return c.result(line, it, call.ID, v, nil)
		}
	}
	if it.Type == "tool_search_call" { // its result is an item of its own
		c.sought = call.ID
		return nil
	}
	if says(it.Error) || it.Result != "" || it.CallID == "" && it.Status != "in_progress" {
		return c.result(line, it, call.ID, nil, nil)
	}
	return nil
}

// asked are the arguments of a call, which each kind of call has under a name of its
// own.
func (i *responseItem) asked() []byte {
	switch {
	case says(i.Code):
		return member("code", compact(i.Code))
	case says(i.Queries):
		return member("queries", compact(i.Queries))
	case says(i.Actions):
		return member("actions", compact(i.Actions))
	case i.Type == "image_generation_call" && says(i.Revised):
		return member("revised_prompt", i.Revised)
	}
	for _, v := range []jsontext.Value{i.Arguments, i.Input, i.Action, i.Operation} {
		if says(v) {
			return arguments(v)
		}
	}
	return arguments(nil)
}
