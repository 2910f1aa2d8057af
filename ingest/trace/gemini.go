package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var geminiDialect = dialect{
	name: DialectGemini, title: "Gemini CLI session",
	is: func(b *beginning) bool {
		return b.first.HasAll("sessionId", "projectHash") && b.first.HasAny("messages", "startTime")
	},
	values: readGemini,
}

// readGemini reads a Gemini CLI session. Up to version 0.3x, it is one JSON object with
// messages. In later versions it is a JSONL log of changes to such an object: a message with an
// existing id replaces the earlier one, $set sets fields of the session and may replace all
// messages, and $rewindTo removes messages. readGemini reads the final state.
func readGemini(r *reader) (*thread, func([]byte, int) error) {
	g := &gemini{r: r, t: newThread(r), answered: map[string]bool{}}
	r.sum.Agent, r.end = "gemini-cli", g.end
	return g.t, g.patch
}

func (g *gemini) end() error {
	for i := range g.messages {
		if err := g.message(&g.messages[i]); err != nil {
			return err
		}
	}
	return nil
}

type gemini struct {
	r        *reader
	t        *thread
	messages []geminiEntry
	answered map[string]bool // ids of calls whose result is in the same message
}

type geminiEntry struct {
	id   string
	line int
	raw  jsontext.Value
}

func (g *gemini) patch(v []byte, line int) error {
	if v[0] != '{' {
		return g.r.unknown(g.t, v, line, nil, "entry is not an object: kept as raw text")
	}
	var e struct {
		ID     text           `json:"id"`
		Type   text           `json:"type"`
		Set    jsontext.Value `json:"$set"`
		Rewind text           `json:"$rewindTo"`
	}
	if err := json.Unmarshal(v, &e, decoding()); err != nil {
		return nil
	}
	switch {
	case len(e.Set) > 0:
		g.session(line, e.Set.Clone())
	case e.Rewind != "":
		if i := g.find(string(e.Rewind)); i >= 0 {
			g.drop(line, "were taken back", g.messages[i:])
			g.messages = g.messages[:i]
		}
	case e.Type == "" && e.ID == "":
		g.session(line, v)
	default:
		entry := geminiEntry{string(e.ID), line, bytes.Clone(v)}
		if i := g.find(entry.id); i >= 0 && entry.id != "" {
			g.messages[i] = entry
		} else {
			g.messages = append(g.messages, entry)
		}
	}
	return nil
}

func (g *gemini) find(id string) int {
	return slices.IndexFunc(g.messages, func(e geminiEntry) bool { return e.id == id })
}

// drop counts and reports model messages that were later removed from the session.
func (g *gemini) drop(line int, how string, list []geminiEntry) {
	for i := range list {
		if m := list[i].read(); m.spoken() {
			g.r.sum.Abandoned++
			g.r.repeated(line, "messages from the model "+how+"; they and their tokens are only in the raw record")
		}
	}
}

func (g *gemini) session(line int, v jsontext.Value) {
	sum := &g.r.sum
	for name, value := range Members(v) {
		switch name {
		case "sessionId":
			sum.SessionID = stringOf(value)
		case "startTime":
			var at stamp
			if json.Unmarshal(value, &at, decoding()) == nil {
				g.r.when(g.r.time(line, at))
			}
		case "directories":
			for dir := range elementsOf(value) {
				sum.Workspace = cmp.Or(sum.Workspace, stringOf(dir))
			}
		case "messages":
			g.replace(line, value)
		}
	}
}

func (g *gemini) replace(line int, list jsontext.Value) {
	old := g.messages
	g.messages = nil
	for value := range elementsOf(list) {
		value = value.Clone()
		var e struct {
			ID text `json:"id"`
		}
		_ = json.Unmarshal(value, &e, decoding()) // on an error, the entry has no id
		g.messages = append(g.messages, geminiEntry{string(e.ID), line, value})
	}
	gone := slices.DeleteFunc(old, func(e geminiEntry) bool { return g.find(e.id) >= 0 })
	g.drop(line, "were replaced by a list without them", gone)
}

type geminiMessage struct {
	Type      text           `json:"type"`
	Timestamp stamp          `json:"timestamp"`
	Content   geminiParts    `json:"content"`
	Parts     geminiParts    `json:"parts"`
	Thoughts  geminiThoughts `json:"thoughts"`
	Tokens    geminiTokens   `json:"tokens"`
	Model     text           `json:"model"`
	Calls     geminiCalls    `json:"toolCalls"`
}

func (e *geminiEntry) read() geminiMessage {
	var m geminiMessage
	_ = json.Unmarshal(e.raw, &m, decoding()) // errors can be ignored: the value is an object, and its fields accept any value
	return m
}

func (m *geminiMessage) spoken() bool { return m.Type == "gemini" || m.Type == "model" }

func (g *gemini) message(e *geminiEntry) error {
	g.r.doc = e.raw
	m := e.read()
	at := g.r.time(e.line, m.Timestamp)
	said, err := g.r.geminiSay(e.line, append(m.Content, m.Parts...))
	if err != nil {
		return err
	}
	switch {
	case m.spoken():
		return g.answer(e.line, &m, said, at)
	case m.Type == "user":
		return g.user(e.line, said, at)
	case m.Type == "info", m.Type == "warning", m.Type == "error":
		step := meta(at, said.message)
		if m.Type == "error" {
			step.Error = said.message
		}
		return g.t.after(step)
	}
	return g.r.unknown(g.t, e.raw, e.line, at, fmt.Sprintf("message of unknown type %q is kept raw", m.Type))
}

func (g *gemini) user(line int, s geminiSaid, at *int64) error {
	for i := range s.answers {
		res := s.answers[i].result()
		if g.answered[res.CallID] {
			continue
		}
		res.Timestamp = at
		if err := g.t.answer(line, res); err != nil {
			return err
		}
	}
	if len(s.answers) > 0 && s.message == "" && len(s.parts) == 0 {
		return nil
	}
	return g.t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: s.message, Parts: s.parts})
}

func (g *gemini) answer(line int, m *geminiMessage, s geminiSaid, at *int64) error {
	step := &results.Step{
		Timestamp: at, Source: results.SourceAgent, ModelName: string(m.Model), Message: s.message, Parts: s.parts,
		Reasoning: join(m.Thoughts.text(), s.thought, "\n\n"), Metrics: g.r.geminiMetrics(line, &m.Tokens), ToolCalls: s.calls,
	}
	for i := range m.Calls {
		c := &m.Calls[i]
		if c.Name == "" {
			g.r.repeated(line, "call without the name of a tool is left out")
			continue
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: string(c.ID), Name: string(c.Name), Arguments: arguments(c.Args)})
	}
	if err := g.t.begin("", step); err != nil {
		return err
	}
	for i := range m.Calls {
		if err := g.result(line, &m.Calls[i]); err != nil {
			return err
		}
	}
	return nil
}

func (g *gemini) result(line int, c *geminiCall) error {
	if c.Name == "" || len(c.Result) == 0 && c.Status == "" {
		return nil
	}
	said, err := g.r.geminiSay(line, c.Result)
	if err != nil {
		return err
	}
	res := results.Result{Content: said.message, Parts: said.parts}
	for i := range said.answers {
		inner := said.answers[i].result()
		res.Content = join(res.Content, inner.Content, "\n")
		res.ErrorText = join(res.ErrorText, inner.ErrorText, "\n")
	}
	res.CallID, res.Timestamp, res.Status = string(c.ID), g.r.time(line, c.Timestamp), string(c.Status)
	display := c.shown()
	res.Diff = string(display.Diff)
	res.Content = cmp.Or(res.Content, string(display.text))
	geminiExit(&res)
	judge(&res, res.ErrorText != "" || c.Status == "cancelled")
	g.answered[res.CallID] = true
	return g.t.answer(line, res)
}

func geminiExit(res *results.Result) {
	for line := range strings.Lines(res.Content) {
		tail, ok := strings.CutPrefix(strings.TrimSpace(line), "Exit Code: ")
		var code int
		if ok {
			if _, err := fmt.Sscanf(tail, "%d", &code); err == nil {
				res.ExitCode = &code
			}
		}
	}
}
