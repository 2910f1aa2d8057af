package trace

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var copilotDialect = dialect{
	name: DialectCopilot, title: "Copilot CLI session",
	is: func(b *beginning) bool {
		return b.first.String("type") == "session.start" && b.first.Has("data", "sessionId")
	},
	lines: readCopilot,
}

// readCopilot reads the session file events.jsonl of GitHub Copilot CLI. A reply may be split into
// several events of the same message. Steps of a sub-agent name the call that started it.
func readCopilot(r *reader) (*thread, func([]byte, int) error) {
	r.sum.Agent = "copilot-cli"
	c := &copilot{r: r, main: newThread(r), subs: map[string]*thread{}}
	return c.main, c.add
}

type copilot struct {
	r    *reader
	main *thread
	subs map[string]*thread
	turn *thread // thread whose turn has started but has no reply yet
}

type copilotEvent struct {
	Type      text        `json:"type"`
	Data      copilotData `json:"data"`
	Timestamp stamp       `json:"timestamp"`
}

type copilotData struct {
	SessionID text           `json:"sessionId"`
	Version   text           `json:"copilotVersion"`
	Selected  text           `json:"selectedModel"`
	NewModel  text           `json:"newModel"`
	Chosen    text           `json:"chosenModel"`
	Context   copilotContext `json:"context"`

	Content    text            `json:"content"`
	Message    text            `json:"message"`
	Reason     text            `json:"reason"`
	MessageID  text            `json:"messageId"`
	Model      text            `json:"model"`
	Output     number          `json:"outputTokens"`
	Reasoning  text            `json:"reasoningText"`
	Opaque     mark            `json:"reasoningOpaque"`
	Encrypted  mark            `json:"encryptedContent"`
	Requests   copilotRequests `json:"toolRequests"`
	ParentCall text            `json:"parentToolCallId"`

	CallID    text           `json:"toolCallId"`
	Tool      text           `json:"toolName"`
	Agent     text           `json:"agentName"`
	Arguments jsontext.Value `json:"arguments"`
	Success   jsontext.Value `json:"success"`
	Result    copilotResult  `json:"result"`
	Error     failure        `json:"error"`

	Current text           `json:"currentModel"`   // current model at the end of the session
	Models  jsontext.Value `json:"modelMetrics"`   // usage by model for the whole session
	Summary text           `json:"summaryContent"` // summary written by a compaction
	Before  number         `json:"preCompactionTokens"`
	After   number         `json:"postCompactionTokens"`
	Told    text           `json:"summary"` // summary of a task or session
}

type copilotContext struct {
	Cwd text `json:"cwd"`
}

type copilotRequests []copilotRequest

type copilotRequest struct {
	CallID    text           `json:"toolCallId"`
	Name      text           `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

// copilotResult is the result of a call. Content is the part given to the model, Detailed the
// complete result.
type copilotResult struct {
	Content  text    `json:"content"`
	Detailed text    `json:"detailedContent"`
	Blocks   content `json:"contents"`
}

func (r *copilotResult) bare() any { return &r.Content }

func (c *copilot) add(line []byte, n int) error {
	var e copilotEvent
	if damaged, err := c.r.decode(c.main, line, n, &e); damaged {
		return err
	}
	d := &e.Data
	at := c.r.time(n, e.Timestamp)
	t := c.main
	if sub := c.subs[string(d.ParentCall)]; sub != nil {
		t = sub
	}
	switch e.Type {
	case "user.message":
		return t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: string(d.Content)})
	case "system.message", "system.notification":
		return t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Message: string(d.Content)})
	case "assistant.message", "assistant.reasoning":
		return c.answer(t, n, &e, at)
	case "tool.execution_start":
		return c.starts(t, n, d, at)
	case "tool.execution_complete":
		return c.completes(t, n, d, at)
	case "subagent.started":
		if at := t.call(string(d.CallID)); at >= 0 && d.CallID != "" {
			c.subs[string(d.CallID)] = t.sub(string(d.Agent))
		}
		return nil
	case "assistant.turn_start":
		if t == c.main && !t.waiting() {
			c.turn = t // the next event belongs to a new reply
		}
		return nil
	case "session.shutdown":
		c.r.set = cmp.Or(string(d.Current), c.r.set)
		c.spent(n, d.Models)
		return nil
	case "subagent.completed", "subagent.selected", "subagent.deselected", "assistant.turn_end", "assistant.intent", "assistant.usage",
		"hook.start", "hook.end", "skill.invoked", "tool.user_requested", "tool.execution_progress", "session.compaction_start",
		"session.usage_checkpoint", "session.usage_info", "session.mode_changed", "session.plan_changed", "session.title_changed",
		"session.context_changed", "session.workspace_file_changed", "session.idle",
		"permission.requested", "permission.completed", "pending_messages.modified",
		"assistant.message_delta", "assistant.reasoning_delta", "assistant.streaming_delta", "tool.execution_partial_result":
		return nil
	}
	return c.event(line, n, &e, at)
}

func (c *copilot) answer(t *thread, n int, e *copilotEvent, at *int64) error {
	d := &e.Data
	c.answered(t)
	step := t.open
	switch {
	case step != nil && d.MessageID != "" && t.key == string(d.MessageID):
	case c.begun(t, d): // the event of a call came before the reply that requests the call
		t.key = string(d.MessageID)
		step.ModelName = cmp.Or(step.ModelName, string(d.Model))
	default:
		step = &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: string(d.Model)}
		if err := t.begin(string(d.MessageID), step); err != nil {
			return err
		}
	}
	if e.Type == "assistant.reasoning" {
		step.Reasoning = join(step.Reasoning, string(d.Content), "\n\n")
		t.key = "" // the text that follows has a different message id
		return nil
	}
	step.Message = join(step.Message, string(d.Content), "\n")
	if reasoning := string(d.Reasoning); reasoning != step.Reasoning {
		step.Reasoning = join(step.Reasoning, reasoning, "\n\n")
	}
	step.Encrypted = step.Encrypted || step.Reasoning == "" && bool(d.Opaque || d.Encrypted)
	var u usage
	u.Completion = d.Output
	if m := c.r.metrics(n, &u); m != nil {
		step.Metrics = m
	}
	for i := range d.Requests {
		q := &d.Requests[i]
		if q.Name == "" {
			c.r.repeated(n, "call without the name of a tool is left out")
			continue
		}
		if asked(step, string(q.CallID)) {
			continue
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(q.CallID), Name: string(q.Name), Arguments: arguments(q.Arguments)})
	}
	return nil
}

func (c *copilot) answered(t *thread) {
	if c.turn == t {
		c.turn = nil
	}
}

// begun reports whether the open step contains only calls and this reply requests one of them.
func (c *copilot) begun(t *thread, d *copilotData) bool {
	if t.open == nil || t.key != "" || t.open.Message != "" || t.open.Reasoning != "" {
		return false
	}
	return slices.ContainsFunc(d.Requests, func(q copilotRequest) bool { return asked(t.open, string(q.CallID)) })
}

func asked(step *results.Step, id string) bool {
	return id != "" && slices.ContainsFunc(step.ToolCalls, func(c results.ToolCall) bool { return c.ID == id })
}

func (c *copilot) starts(t *thread, n int, d *copilotData, at *int64) error {
	if t.call(string(d.CallID)) >= 0 {
		return nil
	}
	if d.Tool == "" {
		c.r.repeated(n, "call without the name of a tool is left out")
		return nil
	}
	step := t.open
	if step == nil || !t.waiting() && len(step.ToolCalls) > 0 || c.turn == t {
		c.answered(t)
		step = &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: string(d.Model)}
		if err := t.begin("", step); err != nil {
			return err
		}
	}
	step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(d.CallID), Name: string(d.Tool), Arguments: arguments(d.Arguments)})
	return nil
}

func (c *copilot) completes(t *thread, n int, d *copilotData, at *int64) error {
	res := results.Result{CallID: string(d.CallID), Content: string(d.Result.Content), ErrorText: string(d.Error), Timestamp: at}
	res.Content = cmp.Or(res.Content, string(d.Result.Detailed))
	res.Content = cmp.Or(res.Content, res.ErrorText)
	s, err := c.r.say(n, d.Result.Blocks)
	if err != nil {
		return err
	}
	res.Parts = s.parts // text blocks repeat the content
	res.Content = cmp.Or(res.Content, s.message)
	if sub := c.subs[res.CallID]; sub != nil {
		res.Subagent = sub.agent
	}
	judge(&res, res.ErrorText != "" || string(d.Success) == "false")
	return t.answer(n, res)
}
