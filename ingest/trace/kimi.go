package trace

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// Kimi reads the wire.jsonl that Kimi CLI keeps of a session. A step begins and ends
// with events of its own; its thinking, its text, its calls and their results lie
// between them. Tokens of a step stand at its end, and once more in a record that is
// counted only where no step has them, as for a compaction. The first versions wrote
// what they told the screen instead, see kimiWire.
func Kimi(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectKimi, s)
	r.sum.Agent = "kimi-cli"
	k := &kimi{r: r, t: newThread(r), subs: map[string]*kimi{}}
	if err := r.eachLine(lines, k.add); err != nil {
		return r.sum, err
	}
	return r.finish(k.t)
}

// kimi reads one session.
type kimi struct {
	r     *reader
	t     *thread
	model string           // that the next step asks
	paid  bool             // the step that ended last has its tokens
	subs  map[string]*kimi // by the call that began them
}

// kimiLine is one record.
type kimiLine struct {
	Type      text        `json:"type"`
	Time      stamp       `json:"time"`
	Created   stamp       `json:"created_at"`
	Prompt    text        `json:"systemPrompt"`
	Message   kimiMessage `json:"message"`
	Event     kimiEvent   `json:"event"`
	Model     text        `json:"model"`
	Provider  text        `json:"provider"`
	Kind      text        `json:"kind"`
	Usage     kimiUsage   `json:"usage"`
	Summary   text        `json:"summary"`
	Before    number      `json:"tokensBefore"`
	After     number      `json:"tokensAfter"`
	SessionID text        `json:"sessionId"`
}

// kimiMessage is a message that was put into the context.
type kimiMessage struct {
	Role    text    `json:"role"`
	Content content `json:"content"`
	Origin  struct {
		Kind text `json:"kind"`
	} `json:"origin"`
}

// kimiEvent is a part of a step.
type kimiEvent struct {
	Type   text           `json:"type"`
	UUID   text           `json:"uuid"`
	CallID text           `json:"toolCallId"`
	Name   text           `json:"name"`
	Args   jsontext.Value `json:"args"`
	Part   kimiPart       `json:"part"`
	Result kimiResult     `json:"result"`
	Usage  kimiUsage      `json:"usage"`
	Finish text           `json:"finishReason"`
}

// kimiPart is a piece of an answer.
type kimiPart struct {
	Type  text `json:"type"`
	Text  text `json:"text"`
	Think text `json:"think"`
}

// kimiResult is the result of a call.
type kimiResult struct {
	Output  content `json:"output"`
	IsError flag    `json:"isError"`
	Message text    `json:"message"`
}

// kimiUsage is what a step cost; what was cached is beside the input.
type kimiUsage struct {
	Input      number `json:"inputOther"`
	Output     number `json:"output"`
	CacheRead  number `json:"inputCacheRead"`
	CacheWrite number `json:"inputCacheCreation"`
}

// block is the same as a usage block of Anthropic, whose input is without cached
// tokens too.
func (u *kimiUsage) block() *usage {
	return &usage{Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheCreation: u.CacheWrite}
}

func (k *kimi) add(line []byte, n int) error {
	var l kimiLine
	k.r.doc = line
	if err := json.Unmarshal(line, &l, decoding()); err != nil {
		k.r.repeated(n, "line is not valid JSON and is kept raw")
		return k.t.after(k.r.raw(line))
	}
	if l.Type == "" {
		if is, err := k.wire(line, n); is {
			return err
		}
	}
	at := k.r.time(n, l.Time)
	k.t.left(k.r.news(kimiFields().rest(line)))
	defer k.t.ended()
	switch l.Type {
	case "metadata":
		k.r.when(k.r.time(n, l.Created))
		k.r.sum.SessionID = string(l.SessionID)
		k.t.besideNext(l.Type)
		return nil
	case "config.update":
		if l.Prompt == "" || k.r.told("systemPrompt", string(l.Prompt)) {
			k.t.besideNext(l.Type)
			return nil
		}
		return k.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Message: string(l.Prompt)})
	case "context.append_message":
		return k.message(n, &l, at)
	case "context.append_loop_event":
		return k.event(line, n, &l.Event, at)
	case "llm.request":
		k.model = string(l.Model)
		if k.r.sum.Provider == "" {
			k.r.sum.Provider = string(l.Provider)
		}
		if open := k.t.open; open != nil && open.ModelName == "" && l.Kind != "compaction" {
			open.ModelName = k.model
		}
		k.t.besideNext(l.Type)
		return nil
	case "usage.record":
		return k.spent(n, &l, at)
	case "context.apply_compaction":
		return k.t.after(&results.Step{
			Timestamp: at, Source: results.SourceSystem, Event: "compaction", Boundary: "replace", Message: string(l.Summary),
			Compaction: &results.Compaction{TokensBefore: l.Before.count(), TokensAfter: l.After.count()},
		})
	case "turn.prompt":
		k.t.take() // the message that is put into the context says it
		return nil
	case "turn.cancel":
		return k.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta", Message: "the turn is stopped"})
	case "turn.steer": // its words are put into the context later, or never
		k.t.besideNext(l.Type)
		return nil
	case "turn.ended", "permission.set_mode", "profile.bind", "tools.set_active_tools", "llm.tools_snapshot", "permission.record_approval_result", "plan_mode.enter", "plan_mode.exit",
		"full_compaction.begin", "full_compaction.complete":
		k.t.besideNext(l.Type)
		return nil
	}
	k.r.repeated(n, fmt.Sprintf("record of unknown type %q is kept raw", l.Type))
	step := k.r.raw(line)
	step.Timestamp = at
	return k.t.after(step)
}

// message adds a prompt, or a reminder that the program puts in.
func (k *kimi) message(n int, l *kimiLine, at *int64) error {
	s, err := k.r.say(n, l.Message.Content)
	if err != nil {
		return err
	}
	k.t.left(s.also)
	step := &results.Step{Timestamp: at, Source: results.SourceUser, Message: s.message, Parts: s.parts}
	if kind := l.Message.Origin.Kind; kind != "user" && kind != "" || l.Message.Role == "system" {
		step.Source = results.SourceSystem
	}
	if l.Message.Role != "user" && l.Message.Role != "system" {
		k.r.repeated(n, roleMessage(l.Message.Role))
		step = k.r.raw(k.r.doc)
	}
	return k.t.after(step)
}

// event adds a part of a step.
func (k *kimi) event(line []byte, n int, e *kimiEvent, at *int64) error {
	if e.Type == "step.begin" {
		k.paid = false
		return k.t.begin(string(e.UUID), &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: k.model})
	}
	step := k.t.open
	if step == nil && e.Type != "tool.result" {
		step = &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: k.model}
		if err := k.t.begin("", step); err != nil {
			return err
		}
	}
	switch e.Type {
	case "content.part":
		if e.Part.Type == "think" {
			step.Reasoning = join(step.Reasoning, string(e.Part.Think+e.Part.Text), "\n\n")
			return nil
		}
		if e.Part.Type != "text" {
			k.r.repeated(n, fmt.Sprintf("part of unknown type %q is kept raw", e.Part.Type))
			return k.t.after(k.r.raw(line))
		}
		step.Message = join(step.Message, string(e.Part.Text), "\n")
		return nil
	case "tool.call":
		if e.Name == "" {
			k.r.repeated(n, "call without the name of a tool is left out")
			return nil
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(e.CallID), Name: string(e.Name), Arguments: arguments(e.Args), Also: k.t.take()})
		return nil
	case "tool.result":
		s, err := k.r.say(n, e.Result.Output)
		if err != nil {
			return err
		}
		res := results.Result{CallID: string(e.CallID), Content: s.message, Parts: s.parts, Timestamp: at}
		if res.Content == "" {
			res.Content = string(e.Result.Message)
		} else if res.Content != string(e.Result.Message) {
			var b beside
			b.text("message", e.Result.Message)
			res.Also = k.r.joined(res.Also, b.object())
		}
		judge(&res, bool(e.Result.IsError))
		return k.t.answer(n, res)
	case "step.end":
		step.StopReason = string(e.Finish)
		if m := k.r.metrics(n, e.Usage.block()); m != nil {
			step.Metrics, k.paid = m, true
		}
		return nil
	}
	k.r.repeated(n, fmt.Sprintf("part of a step of unknown type %q is kept raw", e.Type))
	return k.t.after(k.r.raw(line))
}

// spent takes tokens that no step has.
func (k *kimi) spent(n int, l *kimiLine, at *int64) error {
	if k.paid {
		k.paid = false
		k.t.besideNext(l.Type)
		return nil
	}
	m := k.r.metrics(n, l.Usage.block())
	if m == nil {
		k.t.take()
		return nil
	}
	return k.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta", Message: "tokens of a call that is no step", Metrics: m})
}
