package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var claudeDialect = dialect{
	name: DialectClaudeCode, title: "Claude Code session or stream",
	signs: []string{`"subtype":"init"`, `"type":"queue-operation"`, `"parentUuid":`, `"isSidechain":`, `"leafUuid":`},
	entry: isClaude, looks: "a session or the stream-json of Claude Code",
	lacks: "no line has uuid with parentUuid, the id of Anthropic's message, or the list of its tools",
	lines: readClaude,
}

// isClaude reports whether an entry has features that similar streams of other agents lack.
// Cursor's replies have no id, and Qwen's messages have "parts" instead of "content".
func isClaude(e *head.Value) bool {
	switch e.String("type") {
	case "user", "assistant":
		if !isRole(e.String("message", "role")) || !e.Has("message", "content") {
			return false
		}
		return e.HasAll("uuid", "parentUuid") || e.HasAny("isSidechain", "parent_tool_use_id") && e.HasAny("sessionId", "session_id", "uuid") ||
			e.HasAny("sessionId", "session_id", "uuid") && e.Has("message", "id") && e.Has("message", "model")
	case "system":
		return e.String("subtype") == "init" && e.HasAny("session_id", "sessionId") && e.HasAny("tools", "mcp_servers", "claude_code_version")
	}
	return false
}

// readClaude reads session JSONL and stream-json output of Claude Code. Lines with the same message
// id are parts of one reply and form one step. The lines of a sub-agent follow the step that called
// it.
func readClaude(r *reader) (*thread, func([]byte, int) error) {
	c := newClaude(r, newThread(r), &subAgents{byKey: map[string]*thread{}, byCall: map[string]*thread{}}, 0)
	r.sum.Agent, r.agent, r.end = "claude-code", r.claudeCode, c.unnamed
	return c.main, c.add
}

func newClaude(r *reader, main *thread, subs *subAgents, deep int) *claude {
	return &claude{r: r, main: main, subs: subs, deep: deep, seen: map[text]bool{}, paid: map[text]*results.Metrics{}}
}

type claude struct {
	r      *reader
	main   *thread
	subs   *subAgents
	chains int
	seen   map[text]bool // uuids of the lines already read
	deep   int           // nesting depth of the agent if this is the file of a sub-agent
	begun  bool

	paid    map[text]*results.Metrics // usage of replies by message id
	helpers []helper                  // models called within the current reply
}

type helper struct {
	t    *thread
	step *results.Step
}

type claudeLine struct {
	Type      text    `json:"type"`
	Subtype   text    `json:"subtype"`
	Message   message `json:"message"`
	Timestamp stamp   `json:"timestamp"`
	SessionID text    `json:"sessionId"`
	SessionIO text    `json:"session_id"`
	Cwd       text    `json:"cwd"`
	Version   text    `json:"version"`
	VersionIO text    `json:"claude_code_version"`
	Qwen      text    `json:"qwen_code_version"`

	Sidechain  flag `json:"isSidechain"`
	AgentID    text `json:"agentId"`
	ParentTool text `json:"parent_tool_use_id"`
	Compact    flag `json:"isCompactSummary"`
	Meta       flag `json:"isMeta"`
	APIError   flag `json:"isApiErrorMessage"`

	UUID       text           `json:"uuid"`
	RequestID  text           `json:"requestId"`
	ParentUUID jsontext.Value `json:"parentUuid"`

	Used   toolUse `json:"toolUseResult"`
	UsedIO toolUse `json:"tool_use_result"`

	Content    content        `json:"content"`
	Summary    text           `json:"summary"`
	Model      text           `json:"model"`
	Attachment jsontext.Value `json:"attachment"`
	Compaction claudeCompact  `json:"compactMetadata"`

	IsError flag        `json:"is_error"`
	Result  text        `json:"result"`
	Usage   usage       `json:"usage"`
	Cost    number      `json:"total_cost_usd"`
	Models  modelUsages `json:"modelUsage"`
	Errors  text        `json:"errors"`
}

type claudeCompact struct {
	Before number `json:"preTokens"`
	After  number `json:"postTokens"`
}

func (c *claude) add(line []byte, n int) error {
	var l claudeLine
	if damaged, err := c.r.decode(c.main, line, n, &l); damaged {
		return err
	}
	if c.seen[l.UUID] && l.UUID != "" {
		c.r.repeated(n, "line with the uuid of an earlier one is left out")
		return nil
	}
	c.seen[l.UUID] = true
	if l.Message.Role != "" { // the other lines differ between a session and its stream
		c.r.known([]text{l.UUID}, []text{l.Message.ID, l.RequestID})
	}
	c.r.sum.SessionID = cmp.Or(string(l.SessionID+l.SessionIO), c.r.sum.SessionID) // a resumed session begins with lines of the original one
	c.r.sum.Workspace = cmp.Or(c.r.sum.Workspace, string(l.Cwd))
	c.namesake(&l)
	c.r.sum.AgentVersion = cmp.Or(c.r.sum.AgentVersion, string(l.Version+l.VersionIO))
	at := c.r.time(n, l.Timestamp)
	t := c.main
	if l.Type == "assistant" || l.Type == "user" {
		if !c.begun && c.deep == 0 && bool(l.Sidechain) && l.AgentID != "" {
			// the separate file of a sub-agent is a session too and contains the id of the calling
			// session
			c.deep, c.r.sum.Parent = 1, string(l.SessionID)
		}
		c.begun = true
		t = c.thread(&l)
	}
	switch l.Type {
	case "assistant":
		return c.answer(t, n, &l, at)
	case "user":
		return c.user(t, n, &l, at)
	}
	return c.event(line, n, &l, at)
}

// namesake sets the agent if a different program wrote the stream. Qwen Code states its version,
// and Amp uses thread ids as session ids.
func (c *claude) namesake(l *claudeLine) {
	switch {
	case l.Qwen != "":
		c.r.sum.Agent, c.r.sum.AgentVersion = "qwen-code", string(l.Qwen)
	case l.Subtype == "init" && strings.HasPrefix(string(l.SessionIO), "T-"):
		c.r.sum.Agent = "amp"
	}
}

type subAgents struct {
	byKey  map[string]*thread // threads by agent id or call id
	byCall map[string]*thread // threads by call id
	all    []*thread
}

func (c *claude) thread(l *claudeLine) *thread {
	key := string(l.ParentTool)
	if key == "" && bool(l.Sidechain) && c.deep == 0 {
		if key = string(l.AgentID); key == "" {
			if l.Type == "user" && string(l.ParentUUID) == "null" {
				c.chains++ // older versions have no agent id, but each chain of lines begins with a line without a parent
			}
			key = fmt.Sprint("chain ", c.chains)
		}
	}
	if key == "" {
		return c.main
	}
	if t := c.subs.byKey[key]; t != nil {
		return t
	}
	return c.begin(key)
}

// begin starts the thread of a sub-agent below the thread whose current step called it.
func (c *claude) begin(key string) *thread {
	parent, call := c.caller(key)
	name := "agent"
	if call != nil {
		name = taskName(*call)
	}
	t := parent.sub(name)
	c.subs.byKey[key] = t
	c.subs.all = append(c.subs.all, t)
	if call != nil {
		c.subs.byCall[call.ID] = t
	}
	return t
}

// caller returns the thread and the call that started a sub-agent. If no line states the call, it
// returns the first task call without a result.
func (c *claude) caller(key string) (*thread, *results.ToolCall) {
	threads := append([]*thread{c.main}, c.subs.all...)
	for _, t := range threads {
		if i := t.call(key); i >= 0 {
			return t, &t.open.ToolCalls[i]
		}
	}
	if c.main.open != nil {
		for i := range c.main.open.ToolCalls {
			call := &c.main.open.ToolCalls[i]
			if isTask(*call) && !c.main.has(i) && c.subs.byCall[call.ID] == nil {
				return c.main, call
			}
		}
	}
	return c.main, nil
}

func isTask(call results.ToolCall) bool { return call.Name == "Task" || call.Name == "Agent" }

func taskName(call results.ToolCall) string {
	var in struct {
		Type text `json:"subagent_type"`
	}
	if json.Unmarshal(call.Arguments, &in, decoding()) != nil || in.Type == "" {
		return "task"
	}
	return string(in.Type)
}

// answer adds a line of a reply. Later lines of the same message extend the current step. Their
// usage replaces the earlier usage, which is incomplete.
func (c *claude) answer(t *thread, n int, l *claudeLine, at *int64) error {
	m := &l.Message
	if m.ID == "" || t.open == nil || t.key != string(m.ID) {
		if m.Model == "<synthetic>" {
			m.Model = ""
		}
		c.helpers = nil
		c.r.refund(c.paid[m.ID]) // a different reply was read between two parts of this one
		if err := c.r.put(t, n, withRole(m, "assistant"), at); err != nil || m.Role != "assistant" {
			return err
		}
		if bool(l.APIError) && t.open != nil {
			t.open.Error = t.open.Message
		}
		return c.asked(t, n, m, at)
	}
	s, err := c.r.say(n, m.Content)
	if err != nil {
		return err
	}
	o := t.open
	o.Message = join(o.Message, s.message, "\n")
	o.Reasoning = join(o.Reasoning, s.reasoning, "\n\n")
	o.Encrypted = o.Encrypted || s.encrypted
	o.Parts = append(o.Parts, s.parts...)
	o.ToolCalls = append(o.ToolCalls, s.calls...)
	if u := c.r.metrics(n, &m.Usage); u != nil {
		o.Metrics = u
	}
	if stop := string(m.StopA); stop != "" {
		o.StopReason = stop
	}
	if err := c.r.putAnswers(t, n, s, at); err != nil {
		return err
	}
	return c.asked(t, n, m, at)
}

// asked adds the replies of other models called within the current reply. Their usage is included
// in the usage of the current reply, and their text is the result of a call.
func (c *claude) asked(t *thread, n int, m *message, at *int64) error {
	if m.ID != "" && t.open != nil && !t.open.Copied {
		c.paid[m.ID] = t.open.Metrics
	}
	k := 0
	for i := range m.Usage.Iterations {
		it := &m.Usage.Iterations[i]
		if !it.helps() {
			continue
		}
		if k == len(c.helpers) {
			h := helper{t.sub(strings.TrimSuffix(string(it.Type), "_message")), &results.Step{Timestamp: at, Source: results.SourceAgent}}
			c.helpers = append(c.helpers, h)
			if err := h.t.begin("", h.step); err != nil {
				return err
			}
		}
		c.helpers[k].step.ModelName, c.helpers[k].step.Metrics = string(it.Model), c.r.metrics(n, &it.usage)
		k++
	}
	k = 0
	for i := 0; t.open != nil && i < len(t.open.ToolCalls) && k < len(c.helpers); i++ {
		if call := &t.open.ToolCalls[i]; call.Name == "advisor" {
			if res := t.result(call.ID); res != nil {
				res.Subagent, c.helpers[k].step.Message = c.helpers[k].t.agent, res.Content
			}
			k++
		}
	}
	return nil
}

func join(a, b, with string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + with + b
}

func withRole(m *message, role text) *message {
	m.Role = cmp.Or(m.Role, role)
	return m
}

func (c *claude) user(t *thread, n int, l *claudeLine, at *int64) error {
	if kind := l.written(); kind != "" {
		s, err := c.r.say(n, l.Message.Content)
		if err != nil {
			return err
		}
		return t.after(&results.Step{
			Timestamp: at, Source: results.SourceUser, Event: kind, Message: s.message, Parts: s.parts,
		})
	}
	if err := c.r.put(t, n, withRole(&l.Message, "user"), at); err != nil {
		return err
	}
	return c.enrich(t, l)
}

// written returns the event for a user message that a program wrote: a compaction summary, the text
// of a skill, a caveat, or the output of a command that the user ran. It returns "" for text typed
// by the user and for tool results.
func (l *claudeLine) written() string {
	if l.Compact {
		return "compaction"
	}
	local := false
	for i := range l.Message.Content {
		b := &l.Message.Content[i]
		if b.isResult() {
			return ""
		}
		local = local || strings.HasPrefix(string(b.Text), "<local-command-") || strings.HasPrefix(string(b.Text), "<bash-std")
	}
	if bool(l.Meta) || local {
		return "meta"
	}
	return ""
}

func (c *claude) enrich(t *thread, l *claudeLine) error {
	for i := range l.Message.Content {
		b := &l.Message.Content[i]
		if !b.isResult() {
			continue
		}
		res := t.result(string(b.ToolUseID))
		if res == nil {
			return nil
		}
		used := &l.Used
		if !used.set {
			used = &l.UsedIO
		}
		used.apply(res)
		sub := c.subs.byCall[string(b.ToolUseID)]
		if sub == nil && used.AgentID != "" {
			if sub = c.subs.byKey[string(used.AgentID)]; sub == nil {
				return c.file(t, res, string(used.AgentID))
			}
		}
		if sub != nil {
			res.Subagent = sub.agent
		}
		return nil
	}
	return nil
}
