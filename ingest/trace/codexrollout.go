package trace

import (
	"cmp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// session reads the rollout entries that are not part of the conversation.
func (c *codex) session(line []byte, n int, e *codexEvent, at *int64) error {
	p := &e.Payload
	switch e.Type {
	case "session_meta":
		c.meta(p, at)
		return nil
	case "turn_context":
		c.model = string(p.Model)
		return nil
	case "world_state":
		return nil
	case "history_mutation": // only TraeX writes this entry
		return c.mutated(n, p.Items, at)
	case "token_usage_record": // only TraeX writes this entry
		c.answered(c.r.metrics(n, &p.Usage))
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

// Limits in milliseconds for recognising entries that a rollout repeats from another one. The
// program usually writes all of them within forkTime. A long rollout takes longer, but then no more
// than forkGap passes between two repeated entries, whereas a model takes longer to reply.
const (
	forkTime = 1000
	forkGap  = 100
)

// repeats reports whether an entry with this time is a repeated entry of another rollout.
func (c *codex) repeats(at *int64) bool {
	if c.forked == nil || at == nil || *at-*c.forked >= forkTime && (!c.r.copied || *at-c.last > forkGap) {
		return false
	}
	c.last = *at
	return true
}

// meta reads the metadata of a rollout. If the rollout was forked from another one or continues it,
// the original's metadata follows. The rollout then repeats the original's entries, with their
// original times or with the time of the fork.
func (c *codex) meta(p *codexItem, at *int64) {
	sum := &c.r.sum
	if sum.SessionID != "" {
		if string(p.ID) != sum.SessionID && c.t.open == nil && sum.Steps == 0 {
			c.forked = cmp.Or(c.forked, at)
		}
		return
	}
	sum.SessionID, sum.AgentVersion, sum.Workspace, sum.Provider = string(p.ID), string(p.CLIVersion), string(p.Cwd), string(p.Provider)
	if p.ForkedFrom != "" {
		c.forked = at
	}
	if p.Provider == "trae" || strings.Contains(strings.ToLower(string(p.Originator)), "trae") {
		sum.Agent = "traex"
	}
}

func (c *codex) mutated(n int, items jsontext.Value, at *int64) error {
	for v := range elementsOf(items) {
		var it codexItem
		if json.Unmarshal(v, &it, decoding()) != nil || strings.HasPrefix(string(it.Type), "trae_") {
			continue
		}
		c.r.doc = v
		if err := c.response(v, n, &it, at); err != nil {
			return err
		}
	}
	return nil
}

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
	case p.Type == "tool_search_call":
		call.Name, call.Arguments = "tool_search", arguments(p.Arguments)
	case p.Type == "local_shell_call" || p.Type == "web_search_call":
		call.Name, call.Arguments = strings.TrimSuffix(string(p.Type), "_call"), arguments(p.Action)
	case len(p.Input) > 0:
		call.Arguments = arguments(p.Input)
	default:
		call.Arguments = arguments(p.Arguments)
	}
	call.ID = cmp.Or(call.ID, string(p.ID))
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

// output adds an output to its call. The exit code is in an earlier event, in the output's
// metadata, or in the first lines of the output.
func (c *codex) output(n int, p *codexItem, at *int64) error {
	res := results.Result{CallID: string(p.CallID), Timestamp: at}
	ran := c.ran[res.CallID]
	delete(c.ran, res.CallID)
	if err := c.outputText(n, p.Output, &res, &ran); err != nil {
		return err
	}
	if !ran.code.ok {
		if code, ok := exitCode(res.Content); ok {
			ran.code = number{v: float64(code), ok: true}
		}
	}
	ran.code.exits(&res)
	res.Status, res.DurationMS = string(ran.status), ran.duration.count()
	c.spawned(&res, ran.thread)
	judge(&res, string(p.Success) == "false" || ran.failed)
	return c.t.answer(n, res)
}

func (c *codex) outputText(n int, v jsontext.Value, res *results.Result, ran *exec) error {
	if len(v) == 0 {
		return nil
	}
	if v.Kind() == '[' {
		s, err := c.r.sayIn(n, v)
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

func (c *codex) event(n int, p *codexItem, at *int64) error {
	switch p.Type {
	case "token_count":
		c.tokens(n, p)
	case "error":
		return c.failed("error", string(p.Message), at)
	case "stream_error":
		return c.notice("stream_error", string(p.Message), at)
	case "turn_aborted":
		return c.failed("turn_aborted", string(p.Reason), at)
	case "exec_command_end", "mcp_tool_call_end", "patch_apply_end":
		c.ended(p)
	case "collab_agent_spawn_end":
		if i := c.t.call(string(p.CallID)); i >= 0 && !c.t.has(i) {
			c.ended(p)
		}
	}
	return nil
}

func (c *codex) ended(p *codexItem) {
	c.ran[string(p.CallID)] = exec{
		code: p.ExitCode, duration: p.Duration.ms(), status: p.Status,
		failed: string(p.Success) == "false", thread: string(p.NewThread),
	}
}

// tokens reads the usage of the reply that has just ended. It skips unchanged totals, which Codex
// repeats, for example with new rate limits.
func (c *codex) tokens(n int, p *codexItem) {
	total := c.r.recorded(n, &p.Info.Total)
	if total.PromptTokens != nil {
		if value(total.PromptTokens) == value(c.spent.PromptTokens) && value(total.CompletionTokens) == value(c.spent.CompletionTokens) {
			return
		}
		if c.spent = total; c.r.copied {
			c.before = total
		}
	}
	c.answered(c.r.metrics(n, &p.Info.Last))
}

func (c *codex) answered(m *results.Metrics) {
	if m != nil && c.t.open != nil && !c.closed {
		c.t.open.Metrics = m
	}
	c.closed = true
}
