package inspect

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// message is a message of a conversation as the log has it.
type message struct {
	ID        string         `json:"id"`
	Role      string         `json:"role"`
	Model     string         `json:"model"`
	Source    string         `json:"source"` // who has made it, as Role says too
	Content   jsontext.Value `json:"content"`
	Reasoning jsontext.Value `json:"reasoning"`
	Calls     values         `json:"tool_calls"`
	CallID    string         `json:"tool_call_id"` // that it answers
	Function  string         `json:"function"`
	ToolError jsontext.Value `json:"tool_error"` // of the oldest logs
	Error     jsontext.Value `json:"error"`
	Left      jsontext.Value `json:",embed"`
}

// turn is a message as it can be shown.
type turn struct {
	role, model      string
	message          string
	reasoning        string
	encrypted        bool
	parts            []results.Part
	calls            []results.ToolCall
	answers          []results.Result // of tools that the provider itself has run
	callID, function string           // of the call that it answers
	err              *toolError
	also             json.RawMessage
}

type toolError struct{ kind, message string }

// also gathers what is recorded and has no place of its own, as a JSON object.
type also struct{ buf []byte }

func (a *also) add(name string, v jsontext.Value) {
	v, ok := compacted(v)
	if !ok || !says(v) {
		return
	}
	const most = 16 << 10
	if len(v) > most {
		v = jsontext.Value(`"left to the raw record"`)
	}
	sep := byte(',')
	if a.buf == nil {
		sep = '{'
	}
	a.buf, _ = jsontext.AppendQuote(append(a.buf, sep), name)
	a.buf = append(append(a.buf, ':'), v...)
}

// compacted is JSON without blanks, of whole characters; ok is false if v is none.
func compacted(v jsontext.Value) (out jsontext.Value, ok bool) {
	v = bytes.Clone(v)
	if barewords(v) {
		v = quoted(v)
	}
	if v.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		return nil, false
	}
	return trace.WholePairs(bytes.ToValidUTF8(v, []byte("\ufffd"))), true
}

func (a *also) object() json.RawMessage {
	if a.buf == nil {
		return nil
	}
	return append(a.buf, '}')
}

// left adds the members that nothing else has taken.
func (t *tracer) left(rest *also, left jsontext.Value) {
	for name, v := range members(left) {
		rest.add(name, t.s.whole(v))
	}
}

// turn reads a message. Pictures and sounds are kept with the trial.
func (t *tracer) turn(v jsontext.Value) turn {
	x := read[message](v)
	m := turn{
		role: x.Role, model: x.Model, reasoning: t.said(x.Reasoning), callID: x.CallID, function: x.Function, err: t.toolError(x.Error),
	}
	for _, call := range x.Calls {
		m.calls = append(m.calls, t.call(call))
	}
	if m.err == nil && says(x.ToolError) {
		m.err = &toolError{message: t.said(x.ToolError)}
	}
	var rest also
	t.left(&rest, x.Left)
	t.content(&m, x.Content, &rest)
	m.also = rest.object()
	return m
}

// toolError is why a tool failed; nil if it did not.
func (t *tracer) toolError(v jsontext.Value) *toolError {
	if !says(v) {
		return nil
	}
	if v[0] != '{' {
		return &toolError{message: t.said(v)}
	}
	x := read[struct {
		Type    string         `json:"type"`
		Message jsontext.Value `json:"message"`
	}](v)
	return &toolError{x.Type, t.said(x.Message)}
}

// said is a text, with what it refers to in its place.
func (t *tracer) said(v jsontext.Value) string {
	text, missing := t.s.resolve(plain(v))
	if missing {
		t.missing++
	}
	return text
}

// toolCall is a call of a tool. Its arguments are parsed already; where that failed, the
// record says so beside them.
type toolCall struct {
	ID        string         `json:"id"`
	Function  string         `json:"function"`
	Arguments jsontext.Value `json:"arguments"`
	View      jsontext.Value `json:"view"` // presentation of the arguments
	Left      jsontext.Value `json:",embed"`
}

func (t *tracer) call(v jsontext.Value) results.ToolCall {
	x := read[toolCall](v)
	c := results.ToolCall{ID: x.ID, Name: x.Function}
	if x.Arguments != nil {
		c.Arguments = t.arguments(x.Arguments)
	}
	var rest also
	for name, v := range members(x.Left) {
		if name != "type" || plain(v) != "function" {
			rest.add(name, t.s.whole(v))
		}
	}
	c.Also = rest.object()
	return c
}

func (t *tracer) arguments(v jsontext.Value) json.RawMessage {
	v = t.s.whole(v)
	if out, ok := compacted(v); ok {
		return json.RawMessage(out)
	}
	text, err := json.Marshal(spelled(v))
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// content reads what a message says: a text, or a list of blocks.
func (t *tracer) content(m *turn, v jsontext.Value, rest *also) {
	if len(v) > 0 && v[0] != '[' {
		m.message = t.said(v)
		return
	}
	var texts, thoughts []string
	if m.reasoning != "" {
		thoughts = append(thoughts, m.reasoning)
	}
	for b := range elements(v) {
		if b[0] != '{' {
			texts = append(texts, t.said(b))
			continue
		}
		kind := plain(memberOf(b, "type"))
		switch kind {
		case "text":
			texts = append(texts, t.textBlock(b, rest))
		case "reasoning":
			thought, hidden := t.thought(b)
			m.encrypted = m.encrypted || hidden
			if thought != "" {
				thoughts = append(thoughts, thought)
			}
		case "image", "audio", "video", "document":
			m.parts = append(m.parts, t.part(kind, b))
		case "tool_use":
			t.providerTool(m, b)
		default:
			t.strange[kind]++
			texts = append(texts, spelled(t.s.whole(b)))
		}
	}
	m.message = strings.Join(texts, "\n")
	m.reasoning = strings.Join(thoughts, "\n\n")
}

func (t *tracer) textBlock(b jsontext.Value, rest *also) string {
	x := read[struct {
		Type string         `json:"type"`
		Text jsontext.Value `json:"text"`
		Left jsontext.Value `json:",embed"`
	}](b)
	t.left(rest, x.Left)
	return t.said(x.Text)
}

// thought reads a block of reasoning; hidden says that there was some that nobody can read.
func (t *tracer) thought(b jsontext.Value) (text string, hidden bool) {
	x := read[struct {
		Reasoning jsontext.Value `json:"reasoning"`
		Summary   jsontext.Value `json:"summary"`
		Redacted  jsontext.Value `json:"redacted"`
	}](b)
	reasoning, summary := t.said(x.Reasoning), t.said(x.Summary)
	switch {
	case string(x.Redacted) == "true", reasoning == "" && summary == "":
		return summary, true
	case reasoning == "":
		return summary, false
	case summary != "" && summary != reasoning:
		return summary + "\n\n" + reasoning, false
	}
	return reasoning, false
}

// providerTool reads a call that the provider of the model has answered itself.
func (t *tracer) providerTool(m *turn, b jsontext.Value) {
	x := read[struct {
		Type      string         `json:"type"`
		ID        string         `json:"id"`
		Name      string         `json:"name"`
		Arguments jsontext.Value `json:"arguments"`
		Result    jsontext.Value `json:"result"`
		Error     jsontext.Value `json:"error"`
		Left      jsontext.Value `json:",embed"`
	}](b)
	c, res := results.ToolCall{ID: x.ID, Name: x.Name}, results.Result{CallID: x.ID, Content: t.said(x.Result)}
	if x.Arguments != nil {
		c.Arguments = t.arguments(x.Arguments)
	}
	var inner string
	if json.Unmarshal(c.Arguments, &inner) == nil && json.Valid([]byte(inner)) && inner != "" {
		c.Arguments = json.RawMessage(inner)
	}
	if e := t.toolError(x.Error); e != nil {
		res.Failed, res.Failure, res.ErrorText = true, "is_error", e.message
	}
	var rest also
	t.left(&rest, x.Left)
	c.Also = rest.object()
	m.calls, m.answers = append(m.calls, c), append(m.answers, res)
}

// part is a picture, a sound or a file of a message.
func (t *tracer) part(kind string, b jsontext.Value) results.Part {
	p := results.Part{Type: kind}
	if kind == "video" || kind == "document" {
		p.Type = "file"
	}
	x := read[struct {
		MediaType string `json:"mime_type"`
		Format    string `json:"format"`
		Name      string `json:"filename"`
	}](b)
	if p.MediaType, p.Path = x.MediaType, x.Name; p.MediaType == "" && x.Format != "" {
		p.MediaType = ingest.ShownMedia("." + x.Format)
	}
	where := t.said(memberOf(b, kind))
	data, is := strings.CutPrefix(where, "data:")
	switch {
	case strings.HasPrefix(where, "attachment://"):
		p.Path, p.Note = where, "the log lacks what it refers to"
	case !is:
		p.Path = where
		if !strings.Contains(where, "://") && !strings.HasPrefix(where, "/") && where != "" {
			p.Note = "the log names a file and does not hold it"
		}
		if where == "" {
			p.Note = "the record holds no bytes and no path"
		}
	default:
		t.inline(&p, data)
	}
	return p
}

// Limits of the pictures of one sample that are kept as records of their own.
const (
	mediaEach  = 4 << 20
	mediaTotal = 64 << 20
)

// inline keeps the bytes of a picture that the log holds as a data address.
func (t *tracer) inline(p *results.Part, data string) {
	head, text, _ := strings.Cut(data, ",")
	media, _, _ := strings.Cut(head, ";")
	if media != "" {
		p.MediaType = trace.CanonicalMedia(media)
	}
	b, err := base64.StdEncoding.DecodeString(text)
	switch {
	case err != nil:
		p.Bytes, p.Note = int64(len(text)), "not base64"
		return
	case len(b) > mediaEach || t.mediaBytes+len(b) > mediaTotal:
		p.Bytes, p.Note = int64(len(b)), "bytes are only in the raw record"
		return
	}
	p.Bytes = int64(len(b))
	p.Width, p.Height = ingest.PictureSize(b)
	p.Raw = t.keepMedia(p.MediaType, b)
}
