package trace

import (
	"cmp"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var openHandsDialect = dialect{
	name: DialectOpenHands, title: "OpenHands events",
	why: "its elements are actions and observations of OpenHands, with id and source",
	is:  func(b *beginning) bool { return anyOf(b.items, isOpenHands) }, data: OpenHandsEvents,
}

// isOpenHands tells an event of OpenHands: who did what, by number.
func isOpenHands(v *head.Value) bool {
	return v.HasAll("id", "source") && (v.HasAll("action", "args") || v.HasAll("observation", "content", "extras"))
}

// OpenHandsEvents reads the events of OpenHands before its SDK: a JSON list of
// actions and observations, in old evaluations a list of pairs of them. The actions
// of one answer of the model, which each of them repeats, make one step. Events have
// times without a zone, so that nothing is known of when they were.
func OpenHandsEvents(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectOpenHands, "openhands", s)
	o := &openHands{r: r, main: newThread(r), answers: map[string]openHandsCall{}}
	o.t = o.main
	return r.finish(o.main, r.values(data, o.main, func(v []byte, line int) error {
		if v[0] != '[' {
			return o.add(v, line)
		}
		for event := range elementsOf(v) { // an action with its observation
			if err := o.add(event.Clone(), line); err != nil {
				return err
			}
		}
		return nil
	}))
}

// openHands reads the events of one conversation.
type openHands struct {
	r       *reader
	main    *thread
	t       *thread                  // of the agent that acts now
	callers []*thread                // of delegates, the outermost first
	answers map[string]openHandsCall // by the id of the action
	last    string                   // action without an observation yet
	spent   openHandsTokens          // up to now
}

// openHandsCall is a call that an action made.
type openHandsCall struct {
	id  string
	t   *thread
	sub string // agent that it began
}

type openHandsEvent struct {
	ID          text            `json:"id"`
	Source      text            `json:"source"`
	Message     text            `json:"message"`
	Action      text            `json:"action"`
	Args        jsontext.Value  `json:"args"`
	Observation text            `json:"observation"`
	Content     text            `json:"content"`
	Extras      openHandsExtras `json:"extras"`
	Cause       text            `json:"cause"`
	Success     jsontext.Value  `json:"success"`
	Call        openHandsMeta   `json:"tool_call_metadata"`
	Spent       openHandsSpent  `json:"llm_metrics"`
}

// openHandsExtras is what an observation says beside its content.
type openHandsExtras struct {
	Metadata struct {
		Exit number `json:"exit_code"`
		Dir  text   `json:"working_dir"`
	} `json:"metadata"`
	Exit number `json:"exit_code"` // before there was metadata
	Diff text   `json:"diff"`
}

// openHandsMeta is the call that an action stands for, with the whole answer of the
// model that asked for it.
type openHandsMeta struct {
	Name     text `json:"function_name"`
	ID       text `json:"tool_call_id"`
	Response struct {
		ID      text  `json:"id"`
		Model   text  `json:"model"`
		Usage   usage `json:"usage"`
		Choices []struct {
			Finish  text    `json:"finish_reason"`
			Message message `json:"message"`
		} `json:"choices"`
	} `json:"model_response"`
}

// openHandsSpent is what the conversation has cost up to an action.
type openHandsSpent struct {
	Cost   number          `json:"accumulated_cost"`
	Tokens openHandsTokens `json:"accumulated_token_usage"`
}

// openHandsTokens are sums over the calls of the model; cached tokens are part of the
// prompts.
type openHandsTokens struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	CacheRead  number `json:"cache_read_tokens"`
	CacheWrite number `json:"cache_write_tokens"`
	cost       number
}

// openHandsArgs are the arguments of an action that are not those of its call.
type openHandsArgs struct {
	Content text  `json:"content"`
	Thought text  `json:"thought"`
	Images  texts `json:"image_urls"`
	Version text  `json:"openhands_version"`
	Final   text  `json:"final_thought"`
	Summary text  `json:"summary"`
	Agent   text  `json:"agent"`
}

// texts is a list of strings; anything else is none.
type texts []text

func (o *openHands) add(line []byte, n int) error {
	var e openHandsEvent
	o.r.doc = line
	if jsontext.Value(line).Kind() != '{' || json.Unmarshal(line, &e, decoding()) != nil || e.Action == "" && e.Observation == "" {
		if string(line) == "null" {
			return nil
		}
		o.r.repeated(n, "entry is neither an action nor an observation and is kept raw")
		return o.t.after(o.r.raw(line))
	}
	o.t.left(o.r.news(openHandsFields().rest(line)))
	defer func() { o.t.ended() }()
	if e.Action != "" {
		return o.action(n, &e)
	}
	return o.observation(n, &e)
}

// action adds what somebody did. What the program does by itself is no step.
func (o *openHands) action(n int, e *openHandsEvent) error {
	var args openHandsArgs
	if len(e.Args) > 0 {
		_ = json.Unmarshal(e.Args, &args, decoding()) // arguments of another shape are shown with the call
	}
	switch {
	case e.Action == "system":
		o.r.sum.AgentVersion = string(args.Version)
		return o.t.after(&results.Step{Source: results.SourceSystem, Message: string(args.Content)})
	case e.Action == "message" && e.Source == "user":
		return o.t.after(&results.Step{Source: results.SourceUser, Message: string(args.Content), Parts: pictures(args.Images)})
	case e.Action == "change_agent_state", e.Action == "recall", e.Action == "null":
		o.t.besideNext(e.Action)
		return nil
	case e.Action == "condensation", e.Action == "condensation_request":
		return o.t.after(compaction(nil, string(args.Summary)))
	case e.Source == "user" || e.Source == "environment":
		return o.t.after(&results.Step{Source: results.SourceUser, Event: "meta", Message: join(string(e.Action), string(e.Message), ": ")})
	}
	step, err := o.answer(n, e, &args)
	if err != nil || e.Action == "message" {
		return err
	}
	return o.call(step, e, &args)
}

// answer is the step of the model's answer that an action is of.
func (o *openHands) answer(n int, e *openHandsEvent, args *openHandsArgs) (*results.Step, error) {
	p := &e.Call.Response
	own := o.t.take()
	defer func() { o.t.left(own) }()
	if open := o.t.open; open != nil && p.ID != "" && o.t.key == string(p.ID) {
		return open, nil
	}
	step := &results.Step{Source: results.SourceAgent, ModelName: string(p.Model), Message: string(args.Thought)}
	if e.Action == "message" {
		step.Message, step.Parts = string(args.Content), pictures(args.Images)
	}
	for i := range p.Choices {
		s, err := o.r.say(n, p.Choices[i].Message.Content)
		if err != nil {
			return nil, err
		}
		if step.StopReason = string(p.Choices[i].Finish); step.Message == "" {
			step.Message = s.message
		}
		step.Reasoning = string(p.Choices[i].Message.Reasoning)
	}
	step.Metrics = o.metrics(n, e)
	return step, o.t.begin(string(p.ID), step)
}

// metrics is what an answer cost: the growth of the sums, or what the answer says.
func (o *openHands) metrics(n int, e *openHandsEvent) *results.Metrics {
	now := e.Spent.Tokens
	now.cost = e.Spent.Cost
	if !now.Prompt.ok {
		u := &e.Call.Response.Usage
		m := o.r.metrics(n, u)
		if m != nil && value(u.CacheCreation.tokens()) > 0 {
			m.CacheWriteTokens = u.CacheCreation.tokens()
		}
		return m
	}
	before := o.spent
	o.spent = now
	m := &results.Metrics{
		PromptTokens: grown(before.Prompt, now.Prompt), CompletionTokens: grown(before.Completion, now.Completion),
		CachedTokens: grown(before.CacheRead, now.CacheRead), CacheWriteTokens: grown(before.CacheWrite, now.CacheWrite),
	}
	if cost := now.cost.v - before.cost.v; now.cost.unreal() == "" && cost > 0 {
		m.CostUSD = &cost
	}
	if m.PromptTokens == nil && m.CompletionTokens == nil {
		o.r.repeated(n, "the sums of tokens become smaller: the tokens of this answer count as not recorded")
		o.r.unsure.tokens = true
		return nil
	}
	return m
}

// grown is by how much a sum has grown; nil where it cannot be told.
func grown(before, now number) *int64 {
	if now.fault() != "" || !now.ok || now.v < before.v {
		return nil
	}
	return new(int64(now.v - before.v))
}

// call adds the call that an action stands for.
func (o *openHands) call(step *results.Step, e *openHandsEvent, args *openHandsArgs) error {
	call := results.ToolCall{ID: string(e.Call.ID), Name: string(e.Call.Name), Also: o.t.take()}
	for i := range e.Call.Response.Choices {
		for _, c := range e.Call.Response.Choices[i].Message.ToolCalls {
			if c.ID == e.Call.ID && call.ID != "" {
				call.Arguments = arguments(c.Function.Arguments)
			}
		}
	}
	call.Name = cmp.Or(call.Name, string(e.Action))
	call.ID = cmp.Or(call.ID, "event-"+string(e.ID))
	if call.Arguments == nil {
		call.Arguments = arguments(jsontext.Value(openHandsActed().rest(e.Args)))
	}
	call.Also = unsaid(call.Also, "", &call)
	step.ToolCalls = append(step.ToolCalls, call)
	made := openHandsCall{id: call.ID, t: o.t}
	if e.Action == "delegate" {
		o.callers = append(o.callers, o.t)
		o.t = o.t.sub(string(args.Agent))
		made.sub = o.t.agent
	}
	o.answers[string(e.ID)], o.last = made, string(e.ID)
	return nil
}

// observation adds what came of an action.
func (o *openHands) observation(n int, e *openHandsEvent) error {
	cause := string(e.Cause)
	cause = cmp.Or(cause, o.last)
	made, known := o.answers[cause]
	switch {
	case e.Observation == "null", e.Observation == "agent_state_changed":
		o.t.besideNext(e.Observation)
		return nil
	case !known && (e.Observation == "recall" || e.Source == "environment"):
		return o.t.after(meta(nil, join(string(e.Observation), string(e.Content), ": ")))
	}
	if e.Observation == "delegate" && len(o.callers) > 0 {
		own := o.t.take()
		last := len(o.callers) - 1
		o.t, o.callers = o.callers[last], o.callers[:last]
		o.t.left(own)
	}
	res := results.Result{CallID: made.id, Subagent: made.sub, Content: string(e.Content), Diff: string(e.Extras.Diff)}
	res.Cwd = string(e.Extras.Metadata.Dir)
	exit := e.Extras.Metadata.Exit
	if !exit.ok {
		exit = e.Extras.Exit
	}
	exit.exits(&res)
	judge(&res, e.Observation == "error" || e.Observation == "user_rejected" || string(e.Success) == "false")
	t := made.t
	t = cmp.Or(t, o.t)
	if t != o.t {
		t.left(o.t.take())
		defer t.ended()
	}
	delete(o.answers, cause)
	return t.answer(n, res)
}

// pictures are images by their place.
func pictures(urls texts) []results.Part {
	var list []results.Part
	for _, url := range urls {
		part := results.Part{Type: "image", Path: string(url)}
		if mediaType, data := dataURL(string(url)); data != "" {
			part = results.Part{Type: "image", MediaType: CanonicalMedia(mediaType), Note: fmt.Sprintf("%d characters inside the record", len(data))}
		}
		list = append(list, part)
	}
	return list
}

// openHandsFields says what becomes of the members of an event of OpenHands. The
// model's whole answer stands in each event that is of it; sums of tokens are shown
// as what each answer added to them.
func openHandsFields() *fields {
	choice := use("finish_reason").leave("index").and("message", use("content tool_calls reasoning_content role").leave("function_call"))
	response := use("model usage").leave("id created object").and("choices", choice)
	meta := use("function_name").leave("tool_call_id total_calls_in_response").and("model_response", response)
	sums := use("prompt_tokens completion_tokens cache_read_tokens cache_write_tokens").leave("response_id model")
	spent := use("accumulated_cost").leave("costs token_usages response_latencies").and("accumulated_token_usage", sums)
	extras := use("exit_code diff").and("metadata", use("exit_code working_dir"))
	args := use("content thought").leave("query")
	return use("content success").leave("id source message action observation cause").and("args", args).
		and("tool_call_metadata", meta).and("llm_metrics", spent).and("extras", extras)
}

// openHandsActed says which arguments of an action are its call's.
func openHandsActed() *fields {
	return use("thought").leave("confirmation_state hidden blocking is_static")
}
