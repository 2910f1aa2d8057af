package main

import (
	"context"
	"fmt"
	"time"
)

// scripted stands where a record names an API, a provider or a model.
const scripted = "scripted"

// turn is one round as the agent sees it: the question, the tools, and the
// transcript that grows while it works.
type turn struct {
	ctx      context.Context
	round    round
	question string // as sent, with feedback and note
	ws       workspace
	messages []any
	prefix   string // of call and response ids
	calls    int
	replies  int
}

// call is a tool call that an agent wants to make.
type call struct {
	tool string
	args map[string]any
}

func newTurn(ctx context.Context, s *session, r round, question string) *turn {
	now := time.Now()
	t := &turn{ctx: ctx, round: r, question: question, ws: s.ws, prefix: fmt.Sprintf("%s-%s-%s", s.agent.name(), s.scenario.ID, r.ID)}
	stamp := now.UTC().Format("[Mon 2006-01-02 15:04 UTC] ")
	t.messages = append(t.messages, userMessage{Role: "user", Content: []textPart{{"text", stamp + question}}, Timestamp: now.UnixMilli()})
	return t
}

// over says whether the time for the round has run out.
func (t *turn) over() bool { return t.ctx.Err() != nil }

// do makes the calls of one message, with a word on why, and returns what came
// back in the same order.
func (t *turn) do(why string, calls ...call) []outcome {
	if t.over() {
		return make([]outcome, len(calls))
	}
	var content []any
	if why != "" {
		content = append(content, textPart{"text", why})
	}
	var ids []string
	for _, c := range calls {
		t.calls++
		id := fmt.Sprintf("call-%s-%02d", t.prefix, t.calls)
		ids = append(ids, id)
		content = append(content, callPart{Type: "toolCall", ID: id, Name: c.tool, Arguments: c.args})
	}
	t.reply(content, "toolUse")
	var out []outcome
	for i, c := range calls {
		o := t.ws.call(t.ctx, c.tool, c.args)
		out = append(out, o)
		t.messages = append(t.messages, toolResult{
			Role: "toolResult", ToolCallID: ids[i], ToolName: c.tool,
			Content: []textPart{{"text", o.text}}, Details: o.details, Timestamp: time.Now().UnixMilli(),
		})
	}
	return out
}

// finish closes the round with the agent's answer.
func (t *turn) finish(text string) {
	t.reply([]any{textPart{"text", text}}, "stop")
}

func (t *turn) reply(content []any, stop string) {
	t.replies++
	t.messages = append(t.messages, assistantMessage{
		Role: "assistant", Content: content, API: scripted, Provider: scripted, Model: scripted,
		StopReason: stop, Timestamp: time.Now().UnixMilli(), ResponseID: fmt.Sprintf("resp-%s-%02d", t.prefix, t.replies),
	})
}

func read(path string) call { return call{"read", map[string]any{"path": path}} }

func readTop(path string, lines int) call {
	return call{"read", map[string]any{"path": path, "limit": lines}}
}

func write(path, content string) call {
	return call{"write", map[string]any{"path": path, "content": content}}
}

func edit(path string, edits ...replacement) call {
	return call{"edit", map[string]any{"path": path, "edits": edits}}
}

func shellCall(command string) call { return call{"exec", map[string]any{"command": command}} }
