package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

var cursorDialect = dialect{
	name: DialectCursor, title: "Cursor stream",
	is: func(b *beginning) bool { return anyOf(b.lines, isCursor) }, lines: readCursor,
}

// isCursor reports whether a stream is cursor-agent's. The first line of Claude Code's stream is
// similar but lists tools.
func isCursor(v *head.Value) bool {
	switch v.String("type") {
	case "system":
		return v.String("subtype") == "init" && v.HasAll("apiKeySource", "permissionMode") &&
			!v.HasAny("tools", "mcp_servers", "claude_code_version")
	case "tool_call":
		return v.HasAll("call_id", "tool_call", "session_id")
	}
	return false
}

// readCursor reads the stream-json output of cursor-agent. The lines with the same model_call_id form
// one model call. Thinking comes first, in pieces. Text may come in pieces and then once more
// completely. Results of calls come in any order. The stream contains no token counts per model
// call and no cost. Newer versions state total tokens at the end.
func readCursor(r *reader) (*thread, func([]byte, int) error) {
	c := &cursor{r: r, t: newThread(r)}
	r.sum.Agent, r.end = "cursor-agent", c.thought
	return c.t, c.add
}

type cursor struct {
	r        *reader
	t        *thread
	thinking strings.Builder
	began    *int64
	told     strings.Builder // text of the current reply so far
}

type cursorLine struct {
	Type      text       `json:"type"`
	Subtype   text       `json:"subtype"`
	Timestamp stamp      `json:"timestamp_ms"`
	SessionID text       `json:"session_id"`
	Cwd       text       `json:"cwd"`
	Model     text       `json:"model"`
	Text      text       `json:"text"`
	Message   message    `json:"message"`
	CallID    text       `json:"call_id"`
	ModelCall text       `json:"model_call_id"`
	Call      cursorCall `json:"tool_call"`
	IsError   flag       `json:"is_error"`
	Result    text       `json:"result"`
	Usage     cursorUse  `json:"usage"`
}

// cursorCall is an object with a single member. The member's name is the tool.
type cursorCall struct {
	name   string
	args   jsontext.Value
	result jsontext.Value
}

func (c *cursorCall) from(v jsontext.Value) {
	for name, value := range Members(v) {
		if !isCursorTool(name) {
			continue
		}
		c.name = name
		for name, value := range Members(value) {
			switch name {
			case "args", "arguments":
				c.args = value.Clone()
			case "result":
				c.result = value.Clone()
			case "name":
				c.name = stringOf(value)
			}
		}
	}
}

func isCursorTool(name string) bool { return strings.HasSuffix(name, "ToolCall") || name == "function" }

func (c *cursor) add(line []byte, n int) error {
	var l cursorLine
	if damaged, err := c.r.decode(c.t, line, n, &l); damaged {
		return err
	}
	c.r.sum.SessionID = cmp.Or(c.r.sum.SessionID, string(l.SessionID))
	at := c.r.time(n, l.Timestamp)
	switch l.Type {
	case "system":
		return c.system(&l, at)
	case "user":
		if err := c.thought(); err != nil {
			return err
		}
		return c.r.put(c.t, n, withRole(&l.Message, "user"), at)
	case "thinking":
		c.began = cmp.Or(c.began, at)
		c.thinking.WriteString(string(l.Text))
		return nil
	case "assistant":
		return c.says(n, &l, at)
	case "tool_call":
		return c.call(n, &l, at)
	case "result":
		return c.ends(&l)
	}
	return c.r.unknown(c.t, line, n, at, fmt.Sprintf("line of unknown type %q is kept raw", l.Type))
}

// system reads the first line. Auto means that the program chose a model and does not name it.
func (c *cursor) system(l *cursorLine, at *int64) error {
	c.r.sum.Workspace = cmp.Or(c.r.sum.Workspace, string(l.Cwd))
	step := meta(at, string(l.Subtype))
	if l.Subtype == "init" {
		step.Message = "session starts"
	}
	if l.Model != "" {
		step.Message += " with " + string(l.Model)
	}
	if !strings.EqualFold(string(l.Model), "auto") {
		step.ModelName, c.r.set = string(l.Model), string(l.Model)
	}
	return c.t.after(step)
}

// answer returns the step for a model call. Entries without an id belong to the current step until
// all of its calls have results.
func (c *cursor) answer(id text, at *int64) (*results.Step, error) {
	open := c.t.open
	same := open != nil && (string(id) == c.t.key || c.t.key == "" && len(open.ToolCalls) == 0 || id == "" && c.t.waiting())
	if same && c.thinking.Len() == 0 {
		c.t.key = cmp.Or(c.t.key, string(id))
		return open, nil
	}
	if c.began != nil {
		at = c.began
	}
	step := &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: c.r.set, Reasoning: c.thinking.String()}
	c.thinking.Reset()
	c.told.Reset()
	c.began = nil
	return step, c.t.begin(string(id), step)
}

// thought emits thinking that is not followed by a reply.
func (c *cursor) thought() error {
	if c.thinking.Len() == 0 {
		return nil
	}
	_, err := c.answer("", nil)
	return err
}

func (c *cursor) says(n int, l *cursorLine, at *int64) error {
	s, err := c.r.say(n, l.Message.Content)
	if err != nil {
		return err
	}
	step, err := c.answer(l.ModelCall, at)
	if err != nil {
		return err
	}
	step.Parts = append(step.Parts, s.parts...)
	step.ToolCalls = append(step.ToolCalls, s.calls...)
	if s.message == c.told.String() {
		return nil
	}
	c.told.WriteString(s.message)
	step.Message += s.message
	return nil
}

func (c *cursor) call(n int, l *cursorLine, at *int64) error {
	if c.t.call(string(l.CallID)) < 0 {
		if l.Call.name == "" {
			c.r.repeated(n, "call without the name of a tool is left out")
			return nil
		}
		step, err := c.answer(l.ModelCall, at)
		if err != nil {
			return err
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(l.CallID), Name: l.Call.name,
			Arguments: cursorArguments(l.Call.args)})
	}
	if l.Subtype == "started" {
		return nil
	}
	res := cursorResult(l.Call.result)
	res.CallID, res.Timestamp = string(l.CallID), at
	return c.t.answer(n, res)
}

// cursorArguments returns the arguments that the model wrote. It removes fields added by the
// program, such as the parsed command and execution settings.
func cursorArguments(v jsontext.Value) []byte {
	asked := []byte("{")
	for name, value := range Members(v) {
		switch name {
		case "toolCallId", "parsingResult", "simpleCommands", "hasInputRedirect", "hasOutputRedirect", "fileOutputThresholdBytes",
			"skipApproval", "timeoutBehavior":
		default:
			if len(asked) > 1 {
				asked = append(asked, ',')
			}
			asked, _ = jsontext.AppendQuote(asked, name) // AppendQuote replaces invalid text, so the error can be ignored
			asked = append(append(asked, ':'), bytes.ToValidUTF8(compact(value), []byte("\ufffd"))...)
		}
	}
	if len(asked) == 1 {
		return arguments(v)
	}
	return append(asked, '}')
}

// cursorResult parses the result of a call: an object with the member "success", or with "failure",
// "error", "rejected" or "timeout". It ignores other members, which are flags.
func cursorResult(v jsontext.Value) results.Result {
	for name, value := range Members(v) {
		if value.Kind() == '{' || value.Kind() == '"' {
			return cursorEnd(name, value)
		}
	}
	return results.Result{}
}

func cursorEnd(how string, v jsontext.Value) results.Result {
	res := results.Result{Status: how}
	var said struct {
		Exit    number `json:"exitCode"`
		Took    number `json:"executionTime"`
		Out     text   `json:"stdout"`
		Err     text   `json:"stderr"`
		Both    text   `json:"interleavedOutput"`
		Content text   `json:"content"`
		Message text   `json:"errorMessage"`
		Error   text   `json:"error"`
		Reason  text   `json:"reason"`
		Dir     text   `json:"workingDirectory"`
		Diff    text   `json:"diffString"`
	}
	switch {
	case v.Kind() == '"':
		res.Content = stringOf(v)
	case json.Unmarshal(v, &said, decoding()) == nil:
		res.DurationMS, res.Cwd, res.Diff, res.ErrorText = said.Took.count(), string(said.Dir), string(said.Diff), string(said.Err)
		said.Exit.exits(&res)
		printed := text(join(string(said.Out), string(said.Err), "\n"))
		res.Content = string(cmp.Or(said.Both, printed, said.Content, said.Message, said.Error, said.Reason))
	}
	judge(&res, how != "success")
	return res
}

func (c *cursor) ends(l *cursorLine) error {
	if l.IsError || l.Subtype != "success" {
		c.r.sum.Error = join(string(l.Subtype), string(l.Result), ": ")
	}
	c.r.sum.Recorded = l.Usage.recorded()
	return nil
}

// cursorUse is the token usage of the session. It is unclear whether input includes cached tokens,
// so input is used only if there are none. The raw block is kept with the last step.
type cursorUse struct {
	Input      number `json:"inputTokens"`
	Output     number `json:"outputTokens"`
	CacheRead  number `json:"cacheReadTokens"`
	CacheWrite number `json:"cacheWriteTokens"`
}

func (u *cursorUse) recorded() (r results.Usage) {
	r.Output, r.CacheRead, r.CacheWrite = u.Output.count(), u.CacheRead.count(), u.CacheWrite.count()
	if zero(r.CacheRead) && zero(r.CacheWrite) {
		r.Input = u.Input.count()
	}
	return r
}

func zero(n *int64) bool { return n == nil || *n == 0 }
