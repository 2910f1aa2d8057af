package trace

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// Goose reads the session JSONL that Goose kept until it moved to a database: a line
// about the session, then messages whose parts are texts, requests of tools and their
// responses. It holds no tokens of a single answer.
func Goose(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectGoose, s)
	r.sum.Agent = "goose"
	g := &goose{r: r, t: newThread(r)}
	if err := r.eachLine(lines, g.add); err != nil {
		return r.sum, err
	}
	return r.finish(g.t)
}

// goose reads one session.
type goose struct {
	r *reader
	t *thread
}

// gooseLine is the line about the session, or a message.
type gooseLine struct {
	Dir     text       `json:"working_dir"`
	Total   number     `json:"accumulated_total_tokens"`
	Input   number     `json:"accumulated_input_tokens"`
	Output  number     `json:"accumulated_output_tokens"`
	Role    text       `json:"role"`
	Created stamp      `json:"created"`
	Content gooseParts `json:"content"`
}

// gooseParts are the parts of a message.
type gooseParts []goosePart

// goosePart is a text, a thought, a call or a result.
type goosePart struct {
	Type     text      `json:"type"`
	Text     text      `json:"text"`
	Thinking text      `json:"thinking"`
	ID       text      `json:"id"`
	Call     gooseTool `json:"toolCall"`
	Result   gooseTool `json:"toolResult"`
	Data     text      `json:"data"`
	Media    text      `json:"mimeType"`
	kept     `json:"-"`
}

// gooseTool is a call or a result, or why there is none.
type gooseTool struct {
	Status text           `json:"status"`
	Value  jsontext.Value `json:"value"`
	Error  text           `json:"error"`
}

func (g *goose) add(line []byte, n int) error {
	var l gooseLine
	g.r.doc = line
	if err := json.Unmarshal(line, &l, decoding()); err != nil {
		g.r.repeated(n, "line is not valid JSON and is kept raw")
		return g.t.after(g.r.raw(line))
	}
	g.t.left(g.r.news(gooseFields().rest(line)))
	defer g.t.ended()
	if l.Role == "" {
		if l.Dir == "" {
			g.r.repeated(n, roleMessage(l.Role))
			return g.t.after(g.r.raw(line))
		}
		g.r.sum.Workspace = string(l.Dir)
		g.r.sum.Recorded = g.r.recorded(n, &usage{Prompt: l.Input, Completion: l.Output})
		g.t.besideNext("session")
		return nil
	}
	at := g.r.time(n, l.Created)
	switch l.Role {
	case "assistant":
		return g.answer(n, &l, at)
	case "user":
		return g.user(n, &l, at)
	}
	g.r.repeated(n, roleMessage(l.Role))
	return g.t.after(g.r.raw(line))
}

func (g *goose) answer(n int, l *gooseLine, at *int64) error {
	step := &results.Step{Timestamp: at, Source: results.SourceAgent}
	for i := range l.Content {
		p := &l.Content[i]
		switch p.Type {
		case "text":
			step.Message = join(step.Message, string(p.Text), "\n")
		case "thinking", "reasoning":
			step.Reasoning = join(step.Reasoning, string(p.Thinking+p.Text), "\n\n")
		case "redactedThinking":
			step.Encrypted = true
		case "toolRequest", "frontendToolRequest":
			g.request(n, step, p)
		default:
			g.odd(n, &step.Message, p)
		}
	}
	return g.t.begin("", step)
}

// request adds a call. One that Goose could not read has an error in its place.
func (g *goose) request(n int, step *results.Step, p *goosePart) {
	var call struct {
		Name text           `json:"name"`
		Args jsontext.Value `json:"arguments"`
	}
	if p.Call.Value.Kind() == '{' && json.Unmarshal(p.Call.Value, &call, decoding()) == nil && call.Name != "" {
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(p.ID), Name: string(call.Name), Arguments: arguments(call.Args)})
		return
	}
	g.r.repeated(n, "call without the name of a tool is left out")
	var left beside
	left.text("error", p.Call.Error)
	g.t.left(left.object())
}

// user adds a prompt, or results, which come in messages of the user.
func (g *goose) user(n int, l *gooseLine, at *int64) error {
	step := &results.Step{Timestamp: at, Source: results.SourceUser}
	for i := range l.Content {
		p := &l.Content[i]
		switch p.Type {
		case "text":
			step.Message = join(step.Message, string(p.Text), "\n")
		case "image":
			part, err := g.r.inline(n, results.Part{Type: "image", MediaType: canonicalMedia(string(p.Media))}, string(p.Data))
			if err != nil {
				return err
			}
			step.Parts = append(step.Parts, part)
		case "toolResponse":
			if err := g.response(n, p, at); err != nil {
				return err
			}
		default:
			g.odd(n, &step.Message, p)
		}
	}
	if step.Message == "" && len(step.Parts) == 0 {
		return nil
	}
	return g.t.after(step)
}

// response pairs a result with its call.
func (g *goose) response(n int, p *goosePart, at *int64) error {
	res := results.Result{CallID: string(p.ID), Timestamp: at, Status: string(p.Result.Status), ErrorText: string(p.Result.Error)}
	value := p.Result.Value
	for name, inner := range members(value) {
		if name == "content" {
			value = inner.Clone()
		}
	}
	var s said
	if len(value) > 0 {
		var err error
		if s, err = g.r.sayIn(n, value); err != nil {
			return err
		}
	}
	if res.Content, res.Parts = s.message, s.parts; res.Content == "" {
		res.Content = res.ErrorText
	}
	judge(&res, res.ErrorText != "")
	return g.t.answer(n, res)
}

// odd shows a part of an unknown kind as JSON.
func (g *goose) odd(n int, message *string, p *goosePart) {
	g.r.repeated(n, fmt.Sprintf("content block of unknown type %q is shown as JSON", p.Type))
	*message = join(*message, validText(compact(p.whole)), "\n")
}
