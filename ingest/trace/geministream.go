package trace

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var geminiOutputDialect = dialect{
	name: DialectGeminiOutput, title: "Gemini CLI output",
	why: "it has response and stats with models and tools",
	is: func(b *beginning) bool {
		v := cmp.Or(b.first, b.after)
		return v.Has("response") && v.Is('{', "stats", "models") && v.Has("stats", "tools")
	},
	data: GeminiOutput,
}

var geminiStreamDialect = dialect{
	name: DialectGeminiStream, title: "Gemini CLI stream",
	why: "its first line is init with session_id and model",
	is: func(b *beginning) bool {
		v := b.first
		return v.String("type") == "init" && v.HasAll("session_id", "model") && !v.Has("subtype")
	},
	lines: GeminiStream,
}

// GeminiStream reads what Gemini CLI prints as stream-json: texts of the model in
// pieces, calls, their results, and totals. It holds no tokens of a single model
// call; the text and the calls between two results make one step.
func GeminiStream(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectGeminiStream, "gemini-cli", s)
	g := &geminiStream{r: r, t: newThread(r)}
	return r.finish(g.t, r.eachLine(lines, g.add))
}

type geminiStream struct {
	r *reader
	t *thread
}

// geminiEvent is one line of the stream.
type geminiEvent struct {
	Type      text           `json:"type"`
	Timestamp stamp          `json:"timestamp"`
	SessionID text           `json:"session_id"`
	Model     text           `json:"model"`
	Role      text           `json:"role"`
	Content   text           `json:"content"`
	Tool      text           `json:"tool_name"`
	ToolID    text           `json:"tool_id"`
	Params    jsontext.Value `json:"parameters"`
	Status    text           `json:"status"`
	Output    text           `json:"output"`
	Error     failure        `json:"error"`
	Message   text           `json:"message"`
	Stats     geminiStats    `json:"stats"`
}

func (g *geminiStream) add(line []byte, n int) error {
	var e geminiEvent
	if damaged, err := g.r.decode(g.t, line, n, &e); damaged {
		return err
	}
	at := g.r.time(n, e.Timestamp)
	g.r.when(at)
	g.t.left(geminiEventFields().rest(line))
	defer g.t.ended()
	switch e.Type {
	case "init":
		return g.init(&e, at)
	case "message":
		return g.message(n, &e, at)
	case "tool_use":
		if e.Tool == "" {
			g.r.repeated(n, "call without the name of a tool is left out")
			return nil
		}
		step, err := g.answer(at)
		if err == nil {
			step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(e.ToolID), Name: string(e.Tool), Arguments: arguments(e.Params)})
		}
		return err
	case "tool_result":
		res := results.Result{CallID: string(e.ToolID), Content: string(e.Output), Status: string(e.Status), Timestamp: at}
		res.ErrorText = string(e.Error)
		res.Content = cmp.Or(res.Content, res.ErrorText)
		geminiExit(&res)
		judge(&res, res.ErrorText != "")
		return g.t.answer(n, res)
	case "error":
		text := string(e.Error) + string(e.Message)
		return g.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta", Message: text, Error: text})
	case "result":
		e.Stats.total(g.r, n)
		if e.Status != "success" && e.Status != "" {
			g.r.sum.Error = join(string(e.Status), string(e.Error), ": ")
		}
		g.t.besideNext(e.Type)
		return nil
	}
	return g.r.unknown(g.t, line, n, at, fmt.Sprintf("event of unknown type %q is kept raw", e.Type))
}

// init takes the first line. Auto says that the program chooses models, not which.
func (g *geminiStream) init(e *geminiEvent, at *int64) error {
	g.r.sum.SessionID = string(e.SessionID)
	step := meta(at, "session starts")
	if e.Model != "" {
		step.Message += " with " + string(e.Model)
	}
	if e.Model != "auto" {
		g.r.set, step.ModelName = string(e.Model), string(e.Model)
	}
	return g.t.after(step)
}

func (g *geminiStream) message(n int, e *geminiEvent, at *int64) error {
	switch e.Role {
	case "user":
		return g.t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: string(e.Content)})
	case "assistant", "model":
		step, err := g.answer(at)
		if err == nil {
			step.Message += string(e.Content)
		}
		return err
	}
	g.r.repeated(n, roleMessage(e.Role))
	return g.t.after(g.r.raw(g.r.doc))
}

// answer is the open step, until a result has come.
func (g *geminiStream) answer(at *int64) (*results.Step, error) {
	if open := g.t.open; open != nil && open.Observation == nil && len(g.t.late) == 0 {
		return open, nil
	}
	step := &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: g.r.set}
	return step, g.t.begin("", step)
}

// geminiStats are the totals of a session, flat in the stream and by part in the
// object that is printed.
type geminiStats struct {
	Input    number         `json:"input_tokens"` // with what was cached
	Output   number         `json:"output_tokens"`
	Total    number         `json:"total_tokens"`
	Cached   number         `json:"cached"`
	Duration number         `json:"duration_ms"`
	Models   jsontext.Value `json:"models"`
}

// total takes the totals, and the model where only one was asked.
func (s *geminiStats) total(r *reader, line int) {
	t := geminiTokens{Input: s.Input, Output: s.Output, Cached: s.Cached}
	names, name := 0, ""
	for model, v := range members(s.Models) {
		names, name = names+1, model
		if s.Input.ok || s.Total.ok {
			continue
		}
		var of struct {
			Tokens geminiModelTokens `json:"tokens"`
		}
		if json.Unmarshal(v, &of, decoding()) != nil {
			continue
		}
		m := geminiTokens{
			Input: of.Tokens.Prompt, Output: of.Tokens.Candidates, Cached: of.Tokens.Cached, Thoughts: of.Tokens.Thoughts, Tool: of.Tokens.Tool,
		}
		if names == 1 {
			t = m
			continue
		}
		t.Input, t.Output = sumOf(t.Input, m.Input), sumOf(t.Output, m.Output)
		t.Cached, t.Thoughts, t.Tool = sumOf(t.Cached, m.Cached), sumOf(t.Thoughts, m.Thoughts), sumOf(t.Tool, m.Tool)
	}
	// Thoughts are in the total of the stream and in nothing else of it.
	switch n := s.Total.v - s.Input.v - s.Output.v; {
	case !s.Total.ok:
	case !s.Input.ok:
		t.Output = number{} // how much of the rest they are is not known
	case s.Output.ok && n > 0:
		t.Thoughts = number{v: n, ok: true}
	}
	unsure := r.unsure
	var all results.Metrics
	all.Add(r.geminiMetrics(line, &t))
	r.unsure = unsure // totals are no part of the sum
	r.sum.Recorded = all.Usage()
	if r.set == "" && names == 1 {
		r.set = name
	}
}

// geminiModelTokens is what the statistics say of one model. Their input is the prompt
// without what came from the cache.
type geminiModelTokens struct {
	Prompt     number `json:"prompt"`
	Candidates number `json:"candidates"`
	Cached     number `json:"cached"`
	Thoughts   number `json:"thoughts"`
	Tool       number `json:"tool"`
}

// sumOf adds what several models have consumed; what one of them lacks is not known.
func sumOf(a, b number) number {
	switch {
	case !a.ok:
		return a
	case !b.ok:
		return b
	}
	return number{v: a.v + b.v, ok: true}
}

// GeminiOutput reads the one object that Gemini CLI prints with -o json: the last
// answer and totals. Warnings of the program can stand before it.
func GeminiOutput(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectGeminiOutput, "gemini-cli", s)
	t := newThread(r)
	before, object, found := cutToObject(data)
	if text := bytes.TrimSpace(before); len(text) > 0 {
		if err := t.after(&results.Step{Source: results.SourceSystem, Event: "log", Message: validText(text)}); err != nil {
			return r.sum, err
		}
	}
	var o struct {
		SessionID text        `json:"session_id"`
		Response  text        `json:"response"`
		Stats     geminiStats `json:"stats"`
		Error     failure     `json:"error"`
	}
	r.doc = object
	if !found || json.Unmarshal(object, &o, decoding()) != nil {
		r.warn(1, "not valid JSON, it is kept raw")
		return r.finish(t, t.after(r.raw(object)))
	}
	r.sum.SessionID, r.sum.Error = string(o.SessionID), string(o.Error)
	o.Stats.total(r, 1)
	t.left(geminiOutputFields().rest(object))
	step := &results.Step{Source: results.SourceAgent, Message: string(o.Response), ModelName: r.set, Error: string(o.Error)}
	return r.finish(t, t.begin("", step))
}

// cutToObject finds the first line that begins an object.
func cutToObject(data []byte) (before, object []byte, found bool) {
	for i := 0; i < len(data); {
		if data[i] == '{' {
			return data[:i], data[i:], true
		}
		end := bytes.IndexByte(data[i:], '\n')
		if end < 0 {
			break
		}
		i += end + 1
	}
	return nil, data, false
}
