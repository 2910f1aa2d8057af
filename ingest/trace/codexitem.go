package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// codexItem is an item of codex exec, a response item, or an event of Codex.
type codexItem struct {
	set  bool
	Type text `json:"type"`
	ID   text `json:"id"`

	Text    text           `json:"text"`
	Role    text           `json:"role"`
	Content content        `json:"content"`
	Summary content        `json:"summary"`
	Secret  mark           `json:"encrypted_content"`
	Message text           `json:"message"`
	Error   failure        `json:"error"`
	Reason  text           `json:"reason"`
	Items   jsontext.Value `json:"items"`

	Name      text           `json:"name"`
	CallID    text           `json:"call_id"`
	Arguments jsontext.Value `json:"arguments"`
	Input     jsontext.Value `json:"input"`
	Action    jsontext.Value `json:"action"`
	Output    jsontext.Value `json:"output"`

	Command    jsontext.Value `json:"command"`
	Aggregated text           `json:"aggregated_output"`
	Formatted  text           `json:"formatted_output"`
	Stdout     text           `json:"stdout"`
	Stderr     text           `json:"stderr"`
	ExitCode   number         `json:"exit_code"`
	Duration   duration       `json:"duration"`
	Status     text           `json:"status"`
	Success    jsontext.Value `json:"success"`
	Changes    jsontext.Value `json:"changes"`
	Server     text           `json:"server"`
	Tool       text           `json:"tool"`
	Invocation invocation     `json:"invocation"`
	Result     jsontext.Value `json:"result"`
	Query      text           `json:"query"`

	Info       tokenInfo `json:"info"`
	Cwd        text      `json:"cwd"`
	CLIVersion text      `json:"cli_version"`
	Provider   text      `json:"model_provider"`
	Model      text      `json:"model"`
}

// invocation is what an event says of an MCP call.
type invocation struct {
	Server    text           `json:"server"`
	Tool      text           `json:"tool"`
	Arguments jsontext.Value `json:"arguments"`
}

// tokenInfo is the account of a token_count event.
type tokenInfo struct {
	Total usage `json:"total_token_usage"`
	Last  usage `json:"last_token_usage"`
}

// duration is milliseconds of a {"secs","nanos"} object.
type duration struct{ ms number }

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (i *codexItem) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain codexItem
	set := dec.PeekKind() == '{'
	err := object(dec, (*plain)(i))
	i.set = set
	return err
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (i *invocation) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain invocation
	return object(dec, (*plain)(i))
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (i *tokenInfo) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain tokenInfo
	return object(dec, (*plain)(i))
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (d *duration) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var o struct {
		Secs  number `json:"secs"`
		Nanos number `json:"nanos"`
	}
	err := object(dec, &o)
	d.ms = number{v: o.Secs.v*1e3 + float64(int64(o.Nanos.v/1e6)), ok: o.Secs.ok}
	return err
}

// execItem reads an item of codex exec. An item that starts opens a call, so
// that calls running side by side stay in one step.
func (c *codex) execItem(line []byte, n int, e *codexEvent, at *int64) error {
	it := &e.Item
	switch it.Type {
	case "agent_message", "assistant_message", "reasoning":
		if e.Type != "item.completed" {
			return nil
		}
		return c.said(it.Type == "reasoning", string(it.Text), at)
	case "error":
		return c.notice("error", string(it.Message), at)
	case "todo_list":
		if e.Type != "item.completed" {
			return nil
		}
		return c.call(results.ToolCall{Name: "todo_list", Arguments: arguments(it.Items)}, at)
	}
	call, ok := itemCall(it)
	if !ok {
		return c.unknown(line, n, "item", it.Type, at)
	}
	if it.Type == "web_search" && e.Type != "item.completed" {
		return nil
	}
	if c.t.call(call.ID) < 0 {
		if err := c.call(call, at); err != nil {
			return err
		}
	}
	if e.Type != "item.completed" || it.Type == "web_search" {
		return nil
	}
	res, err := c.itemResult(n, it, at)
	if err != nil {
		return err
	}
	return c.t.answer(n, res)
}

// itemCall turns an item into the call that it stands for.
func itemCall(it *codexItem) (results.ToolCall, bool) {
	call := results.ToolCall{ID: string(it.ID)}
	switch it.Type {
	case "command_execution":
		call.Name, call.Arguments = "command_execution", member("command", it.Command)
	case "file_change":
		call.Name, call.Arguments = "file_change", member("changes", it.Changes)
	case "mcp_tool_call":
		call.Name, call.Arguments = string(it.Server)+"."+string(it.Tool), arguments(it.Arguments)
	case "web_search":
		call.ID = "" // it has no result
		q, _ := jsontext.AppendQuote(nil, string(it.Query))
		call.Name, call.Arguments = "web_search", member("query", q)
	default:
		return call, false
	}
	return call, true
}

// member makes an object of one member.
func member(name string, v []byte) []byte {
	return slices.Concat([]byte(`{"`+name+`":`), arguments(v), []byte("}"))
}

func (c *codex) itemResult(n int, it *codexItem, at *int64) (results.Result, error) {
	res := results.Result{CallID: string(it.ID), Timestamp: at, Status: string(it.Status)}
	res.Content = string(it.Aggregated)
	res.ErrorText = string(it.Error)
	if len(it.Result) > 0 && it.Result.Kind() == '{' {
		var r struct {
			Content content `json:"content"`
		}
		if json.Unmarshal(it.Result, &r, decoding()) == nil {
			c.r.doc = it.Result
			s, err := c.r.say(n, r.Content)
			if err != nil {
				return res, err
			}
			res.Content, res.Parts = s.message, s.parts
		}
	}
	if it.ExitCode.ok {
		code := int(it.ExitCode.v)
		res.ExitCode = &code
	}
	judge(&res, res.ErrorText != "")
	return res, nil
}

// said adds text or reasoning of the model, which come before its calls.
func (c *codex) said(reasoning bool, s string, at *int64) error {
	step, err := c.answer(at)
	if err == nil && len(step.ToolCalls) > 0 {
		step, err = c.begin(at)
	}
	if err != nil {
		return err
	}
	if reasoning {
		step.Reasoning = join(step.Reasoning, s, "\n\n")
	} else {
		step.Message = join(step.Message, s, "\n\n")
	}
	return nil
}

// call adds a call of the model.
func (c *codex) call(call results.ToolCall, at *int64) error {
	step, err := c.answer(at)
	if err != nil {
		return err
	}
	step.ToolCalls = append(step.ToolCalls, call)
	if call.Name == "todo_list" || call.Name == "web_search" {
		c.t.settle(len(step.ToolCalls) - 1) // their results are not in the record
	}
	return nil
}

// session reads the entries of a rollout that are not of the conversation.
func (c *codex) session(line []byte, n int, e *codexEvent, at *int64) error {
	p := &e.Payload
	switch e.Type {
	case "session_meta":
		if c.r.sum.SessionID == "" {
			c.r.sum.SessionID = string(p.ID)
			c.r.sum.AgentVersion = string(p.CLIVersion)
			c.r.sum.Provider = string(p.Provider)
		}
		return nil
	case "turn_context":
		c.model = string(p.Model)
		return nil
	case "compacted":
		c.closed = true
		return c.t.after(&results.Step{
			Timestamp: at, Source: results.SourceSystem, Event: "compaction",
			Boundary: "replace", Message: string(p.Message),
		})
	}
	return c.unknown(line, n, "entry", e.Type, at)
}

// response reads a response item of a rollout.
func (c *codex) response(line []byte, n int, p *codexItem, at *int64) error {
	switch p.Type {
	case "message":
		return c.message(n, p, at)
	case "reasoning":
		s, err := c.r.say(n, append(p.Summary, p.Content...))
		if err != nil {
			return err
		}
		if err := c.said(true, s.message, at); err != nil {
			return err
		}
		c.t.open.Encrypted = c.t.open.Encrypted || s.message == "" && bool(p.Secret)
		return nil
	case "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call":
		return c.call(responseCall(p), at)
	case "function_call_output", "custom_tool_call_output", "tool_search_output":
		return c.output(n, p, at)
	case "ghost_snapshot", "compaction_summary", "compaction":
		return nil
	}
	return c.unknown(line, n, "response item", p.Type, at)
}

func responseCall(p *codexItem) results.ToolCall {
	call := results.ToolCall{ID: string(p.CallID), Name: string(p.Name)}
	switch {
	case p.Type == "local_shell_call" || p.Type == "web_search_call":
		call.Name, call.Arguments = strings.TrimSuffix(string(p.Type), "_call"), arguments(p.Action)
	case len(p.Input) > 0:
		call.Arguments = arguments(p.Input)
	default:
		call.Arguments = arguments(p.Arguments)
	}
	if call.ID == "" {
		call.ID = string(p.ID)
	}
	return call
}

func (c *codex) message(n int, p *codexItem, at *int64) error {
	s, err := c.r.say(n, p.Content)
	if err != nil {
		return err
	}
	if p.Role == "assistant" {
		return c.said(false, s.message, at)
	}
	source := results.SourceSystem
	if p.Role == "user" {
		source = results.SourceUser
	}
	c.closed = true
	return c.t.putText(source, s, at)
}

// output pairs the output of a call. The exit code is in an event before it,
// in the output's metadata, or in its first lines.
func (c *codex) output(n int, p *codexItem, at *int64) error {
	res := results.Result{CallID: string(p.CallID), Timestamp: at}
	ran := c.ran[res.CallID]
	if err := c.outputText(n, p.Output, &res, &ran); err != nil {
		return err
	}
	if !ran.code.ok {
		if code, ok := exitCode(res.Content); ok {
			ran.code = number{v: float64(code), ok: true}
		}
	}
	if ran.code.ok {
		code := int(ran.code.v)
		res.ExitCode = &code
	}
	res.Status, res.DurationMS = string(ran.status), ran.duration.int()
	judge(&res, string(p.Success) == "false" || ran.failed)
	return c.t.answer(n, res)
}

func (c *codex) outputText(n int, v jsontext.Value, res *results.Result, ran *exec) error {
	if len(v) == 0 {
		return nil
	}
	if v.Kind() == '[' {
		var list content
		if err := json.Unmarshal(v, &list, decoding()); err != nil {
			return err
		}
		c.r.doc = v
		s, err := c.r.say(n, list)
		res.Content, res.Parts = s.message, s.parts
		return err
	}
	res.Content = stringOf(v)
	if !strings.HasPrefix(res.Content, "{") {
		return nil
	}
	var o struct {
		Output   *text          `json:"output"`
		Content  *text          `json:"content"`
		Success  jsontext.Value `json:"success"`
		Metadata struct {
			ExitCode number `json:"exit_code"`
			Seconds  number `json:"duration_seconds"`
		} `json:"metadata"`
	}
	if json.Unmarshal([]byte(res.Content), &o, decoding()) != nil {
		return nil
	}
	switch {
	case o.Output != nil:
		res.Content = string(*o.Output)
	case v.Kind() == '{' && o.Content != nil:
		res.Content = string(*o.Content)
	}
	ran.failed = ran.failed || string(o.Success) == "false"
	if o.Metadata.ExitCode.ok {
		ran.code = o.Metadata.ExitCode
	}
	if o.Metadata.Seconds.ok {
		ran.duration = number{v: o.Metadata.Seconds.v * 1e3, ok: true}
	}
	return nil
}

// event reads an event_msg of a rollout, or an event of the older stream,
// where alone is true and nothing else carries the messages.
func (c *codex) event(line []byte, n int, p *codexItem, at *int64, alone bool) error {
	switch p.Type {
	case "token_count":
		return c.tokens(p)
	case "error":
		return c.failed("error", string(p.Message), at)
	case "stream_error":
		return c.notice("stream_error", string(p.Message), at)
	case "turn_aborted":
		return c.failed("turn_aborted", string(p.Reason), at)
	case "exec_command_end", "mcp_tool_call_end", "patch_apply_end":
		if !alone {
			c.ended(p)
			return nil
		}
	}
	if !alone {
		// All other events repeat response items or announce them.
		return nil
	}
	return c.older(line, n, p, at)
}

// ended remembers how a call ended until its output comes.
func (c *codex) ended(p *codexItem) {
	c.ran[string(p.CallID)] = exec{
		code: p.ExitCode, duration: p.Duration.ms, status: p.Status,
		failed: string(p.Success) == "false",
	}
}

// tokens takes the account of the answer that has just ended.
func (c *codex) tokens(p *codexItem) error {
	if m := p.Info.Last.metrics(); m != nil && c.t.open != nil && !c.closed {
		c.t.open.Metrics = m
	}
	if total := p.Info.Total.recorded(); total.Input != nil {
		c.spent = total
	}
	c.closed = true
	return nil
}

// older reads an event of the stream that codex exec printed before it had
// items.
func (c *codex) older(line []byte, n int, p *codexItem, at *int64) error {
	switch p.Type {
	case "task_started", "task_complete", "session_configured", "turn_diff", "agent_message_delta",
		"agent_reasoning_delta", "agent_reasoning_section_break", "exec_command_output_delta":
		if p.Type == "session_configured" && p.Model != "" {
			c.model = string(p.Model)
		}
		return nil
	case "agent_message":
		return c.said(false, string(p.Message), at)
	case "agent_reasoning":
		return c.said(true, string(p.Text), at)
	case "user_message":
		c.closed = true
		return c.t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: string(p.Message)})
	case "exec_command_begin":
		return c.call(results.ToolCall{ID: string(p.CallID), Name: "exec", Arguments: member("command", p.Command)}, at)
	case "patch_apply_begin":
		return c.call(results.ToolCall{ID: string(p.CallID), Name: "apply_patch", Arguments: member("changes", p.Changes)}, at)
	case "mcp_tool_call_begin":
		name := fmt.Sprintf("%s.%s", p.Invocation.Server, p.Invocation.Tool)
		return c.call(results.ToolCall{ID: string(p.CallID), Name: name, Arguments: arguments(p.Invocation.Arguments)}, at)
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		return c.t.answer(n, olderResult(p, at))
	}
	return c.unknown(line, n, "event", p.Type, at)
}

func olderResult(p *codexItem, at *int64) results.Result {
	res := results.Result{CallID: string(p.CallID), Timestamp: at, DurationMS: p.Duration.ms.int()}
	switch {
	case p.Formatted != "":
		res.Content = string(p.Formatted)
	case len(p.Result) > 0:
		res.Content = stringOf(p.Result)
	default:
		res.Content = join(string(p.Stdout), string(p.Stderr), "\n")
	}
	if p.ExitCode.ok {
		code := int(p.ExitCode.v)
		res.ExitCode = &code
	}
	judge(&res, string(p.Success) == "false" || strings.HasPrefix(res.Content, `{"Err":`))
	return res
}
