package trace

import (
	"cmp"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/results"
)

var codexDialect = dialect{
	name: DialectCodex, title: "Codex session or events",
	is: func(b *beginning) bool { // recognises the first line of rollouts before 2025-09
		return b.first.HasAll("id", "timestamp", "instructions") && !b.first.Has("type") && anyOf(b.lines, isBareItem)
	},
	signs: []string{`"type":"session_meta"`, `"type":"response_item"`, `"type":"event_msg"`},
	entry: isCodex, alone: true, looks: "a log of Codex", lacks: "no entry has the payload or item of its events",
	lines: readCodex,
}

var codexEventsDialect = dialect{
	name: DialectCodexEvents, title: "Codex events in a list",
	list: true, signs: []string{`"type":"thread.started"`, `"type":"item.`, `"type":"turn.started"`, `"type":"response_item"`},
	entry: isCodex, looks: codexDialect.looks, lacks: codexDialect.lacks,
	values: readCodex,
}

func isCodex(e *head.Value) bool {
	switch e.String("type") {
	case "session_meta":
		return e.Is('{', "payload")
	case "response_item", "event_msg":
		return e.String("payload", "type") != ""
	case "thread.started":
		return e.Has("thread_id")
	case "item.started", "item.updated", "item.completed":
		return e.String("item", "type") != ""
	}
	return false
}

// isBareItem reports whether a line is a response item without a payload, as in Codex rollouts
// before 2025-09.
func isBareItem(v *head.Value) bool {
	switch v.String("type") {
	case "message":
		return isRole(v.String("role")) && v.Is('[', "content")
	case "function_call", "reasoning", "local_shell_call":
		return true
	}
	return false
}

// readCodex reads events of "codex exec --json" and rollout files. No event marks the end of a model
// reply. A step therefore contains all reasoning, text and calls up to the first model entry after
// all calls of the step have results.
func readCodex(r *reader) (*thread, func([]byte, int) error) {
	c := &codex{r: r, t: newThread(r), ran: map[string]exec{}}
	r.sum.Agent, r.end = "codex", c.end
	return c.t, c.add
}

type codex struct {
	r      *reader
	t      *thread
	model  string
	closed bool
	ran    map[string]exec // execution details of calls whose output is in a later event
	spent  results.Metrics // total usage stated in the file
	forked *int64          // start in Unix ms of a rollout that repeats the entries of another one; nil for others
	last   int64           // Unix ms of the last repeated entry
	before results.Metrics // total usage of the repeated entries
}

type exec struct {
	code     number
	duration number
	status   text
	failed   bool
	thread   string
}

func (c *codex) end() error {
	own := c.spent
	own.Add(negative(&c.before))
	c.r.sum.Recorded = own.Usage()
	return nil
}

type codexEvent struct {
	Type      text      `json:"type"`
	Timestamp stamp     `json:"timestamp"`
	ThreadID  text      `json:"thread_id"`
	Item      codexItem `json:"item"`
	Payload   codexItem `json:"payload"`
	Usage     usage     `json:"usage"`
	Error     failure   `json:"error"`
	Message   text      `json:"message"`

	// Fields of the first line of rollouts before 2025-09, and of the entries between their turns.
	ID     text `json:"id"`
	Cwd    text `json:"cwd"`
	Record text `json:"record_type"`
}

func (c *codex) add(line []byte, n int) error {
	var e codexEvent
	if damaged, err := c.r.decode(c.t, line, n, &e); damaged {
		return err
	}
	at := c.r.time(n, e.Timestamp)
	copied := c.repeats(at)
	c.closed = c.closed || c.r.copied && !copied
	c.r.copies(copied)
	switch {
	case e.Item.Type != "":
		return c.execItem(line, n, &e, at)
	case e.Type == "response_item":
		return c.response(line, n, &e.Payload, at)
	case e.Type == "event_msg":
		return c.event(n, &e.Payload, at)
	case e.Payload.set:
		return c.session(line, n, &e, at)
	case e.bare():
		return c.bare(line, n, at) // rollouts before 2025-09 have no payload
	case e.Type == "" && (e.ID != "" || e.Record == "state"):
		c.head(&e)
		return nil
	}
	return c.turn(line, n, &e, at)
}

func (e *codexEvent) bare() bool {
	switch e.Type {
	case "message", "reasoning", "function_call", "function_call_output", "local_shell_call",
		"custom_tool_call", "custom_tool_call_output", "web_search_call":
		return true
	}
	return false
}

func (c *codex) head(e *codexEvent) {
	if c.r.sum.SessionID == "" {
		c.r.sum.SessionID, c.r.sum.Workspace = string(e.ID), string(e.Cwd)
	}
}

func (c *codex) bare(line []byte, n int, at *int64) error {
	var it codexItem
	if err := json.Unmarshal(line, &it, decoding()); err != nil {
		return c.unknown(line, n, "line", "", at)
	}
	return c.response(line, n, &it, at)
}

func (c *codex) turn(line []byte, n int, e *codexEvent, at *int64) error {
	switch e.Type {
	case "thread.started", "thread.resumed":
		c.r.sum.SessionID = string(e.ThreadID)
		return nil
	case "turn.started", "session.created":
		c.closed = true
		return nil
	case "turn.completed":
		// the usage in this event is the running total of the thread
		c.spent = c.r.recorded(n, &e.Usage)
		c.closed = true
		return nil
	case "turn.failed", "error":
		return c.failed(string(e.Type), string(e.Message)+string(e.Error), at)
	}
	return c.unknown(line, n, "event", e.Type, at)
}

func (c *codex) failed(event, message string, at *int64) error {
	message = cmp.Or(message, event)
	if !c.r.copied {
		c.r.sum.Error = message
	}
	return c.notice(event, message, at)
}

func (c *codex) notice(event, message string, at *int64) error {
	step := meta(at, event)
	step.Error = message
	return c.t.after(step)
}

func (c *codex) unknown(line []byte, n int, what string, kind text, at *int64) error {
	return c.r.unknown(c.t, line, n, at, fmt.Sprintf("%s of unknown type %q is kept raw", what, kind))
}

// maxCalls is the maximum number of calls in a step. It applies if the calls never get results.
const maxCalls = 1000

func (c *codex) answer(at *int64) (*results.Step, error) {
	o := c.t.open
	if o != nil && !c.closed && (len(o.ToolCalls) == 0 || c.t.waiting() && len(o.ToolCalls) < maxCalls) {
		return o, nil
	}
	return c.begin(at)
}

func (c *codex) begin(at *int64) (*results.Step, error) {
	c.closed = false
	clear(c.ran)
	step := &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: c.model}
	return step, c.t.begin("", step)
}
