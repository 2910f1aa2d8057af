package trace

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
	ExitCode   number         `json:"exit_code"`
	Duration   duration       `json:"duration"`
	Status     text           `json:"status"`
	Success    jsontext.Value `json:"success"`
	Changes    jsontext.Value `json:"changes"`
	Server     text           `json:"server"`
	Tool       text           `json:"tool"`
	Result     jsontext.Value `json:"result"`
	Query      text           `json:"query"`

	Prompt    text           `json:"prompt"`
	NewThread text           `json:"new_thread_id"`
	Receivers jsontext.Value `json:"receiver_thread_ids"`

	Info       tokenInfo `json:"info"`
	Usage      usage     `json:"usage"`
	Originator text      `json:"originator"`
	ForkedFrom text      `json:"forked_from_id"`
	Cwd        text      `json:"cwd"`
	CLIVersion text      `json:"cli_version"`
	Provider   text      `json:"model_provider"`
	Model      text      `json:"model"`
}

type tokenInfo struct {
	Total usage `json:"total_token_usage"`
	Last  usage `json:"last_token_usage"`
}

type duration struct {
	Secs  number `json:"secs"`
	Nanos number `json:"nanos"`
}

func (d duration) ms() number {
	return number{v: d.Secs.v*1e3 + float64(int64(d.Nanos.v/1e6)), ok: d.Secs.ok}
}

func (i *codexItem) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain codexItem
	set := dec.PeekKind() == '{'
	err := json.UnmarshalDecode(dec, (*plain)(i))
	i.set = set
	return err
}

// execItem reads an item of codex exec. An item that is only started also adds a call, so that
// parallel calls are in one step.
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
	ended := e.Type == "item.completed" && it.Type != "web_search"
	if c.t.call(call.ID) < 0 {
		if err := c.call(call, at); err != nil {
			return err
		}
	}
	if !ended {
		return nil
	}
	res, err := c.itemResult(n, it, at)
	if err != nil {
		return err
	}
	return c.t.answer(n, res)
}

func itemCall(it *codexItem) (results.ToolCall, bool) {
	call := results.ToolCall{ID: string(it.ID)}
	switch it.Type {
	case "command_execution":
		call.Name, call.Arguments = "command_execution", member("command", it.Command)
	case "file_change":
		call.Name, call.Arguments = "file_change", member("changes", it.Changes)
	case "mcp_tool_call":
		call.Name, call.Arguments = string(it.Server)+"."+string(it.Tool), arguments(it.Arguments)
	case "collab_tool_call":
		call.Name = string(it.Tool)
		if it.Prompt != "" {
			q, _ := jsontext.AppendQuote(nil, string(it.Prompt))
			call.Arguments = member("prompt", q)
		}
	case "web_search":
		call.ID = "" // no result will follow
		q, _ := jsontext.AppendQuote(nil, string(it.Query))
		call.Name, call.Arguments = "web_search", member("query", q)
	default:
		return call, false
	}
	return call, true
}

func member(name string, v []byte) []byte {
	return slices.Concat([]byte(`{"`+name+`":`), orNull(arguments(v)), []byte("}"))
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
	it.ExitCode.exits(&res)
	if it.Type == "collab_tool_call" && isSpawn(string(it.Tool)) {
		for id := range elementsOf(it.Receivers) {
			refersTo(&res, stringOf(id))
		}
	}
	judge(&res, res.ErrorText != "")
	return res, nil
}

// said adds text or reasoning of the model. Both precede the calls of the same reply.
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

func (c *codex) call(call results.ToolCall, at *int64) error {
	step, err := c.answer(at)
	if err != nil {
		return err
	}
	step.ToolCalls = append(step.ToolCalls, call)
	if call.Name == "todo_list" || call.Name == "web_search" {
		c.t.settle(len(step.ToolCalls) - 1) // their results are not recorded
	}
	return nil
}

// isSpawn reports whether a Codex tool starts a new thread, which has its own rollout. Newer
// versions add a namespace to the tool's name.
func isSpawn(tool string) bool {
	return tool == "spawn_agent" || strings.HasSuffix(tool, ".spawn_agent") || strings.HasSuffix(tool, "__spawn_agent")
}

// spawned links the result of a call to the thread that the call started. The thread id is in an
// earlier event or in the output.
func (c *codex) spawned(res *results.Result, thread string) {
	i := c.t.call(res.CallID)
	if i < 0 || !isSpawn(c.t.open.ToolCalls[i].Name) {
		return
	}
	if thread == "" {
		var out struct {
			Agent  text `json:"agent_id"`
			Thread text `json:"thread_id"`
		}
		if json.Unmarshal([]byte(res.Content), &out, decoding()) != nil {
			return
		}
		thread = string(out.Agent + out.Thread)
		if out.Agent != "" {
			thread = string(out.Agent)
		}
	}
	refersTo(res, thread)
}

func refersTo(res *results.Result, session string) {
	if session != "" {
		res.Refs = append(res.Refs, results.TraceRef{Session: session})
	}
}
