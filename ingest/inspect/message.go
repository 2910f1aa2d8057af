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

// turn is a message of a conversation as it can be shown.
type turn struct {
	id, role, model  string
	message          string
	reasoning        string
	encrypted        bool
	parts            []results.Part
	calls            []results.ToolCall
	answers          []results.Result // of tools that the provider itself has run
	callID, function string           // of the call that it answers
	err              *toolError
	also             json.RawMessage
	source           string
}

type toolError struct{ kind, message string }

// also gathers what is recorded and has no place of its own, as a JSON object.
type also struct{ buf []byte }

func (a *also) add(name string, v jsontext.Value) {
	if !says(v) {
		return
	}
	v = bytes.Clone(v)
	if barewords(v) {
		v = quoted(v)
	}
	if v.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
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
	name2, _ := jsontext.AppendQuote(nil, name)
	a.buf = append(append(append(append(a.buf, sep), name2...), ':'), trace.WholePairs(bytes.ToValidUTF8(v, []byte("\ufffd")))...)
}

func (a *also) object() json.RawMessage {
	if a.buf == nil {
		return nil
	}
	return append(a.buf, '}')
}

// turn reads a message. Pictures and sounds are kept with the trial.
func (t *tracer) turn(v jsontext.Value) turn {
	var m turn
	var rest also
	var content jsontext.Value
	for name, v := range members(v) {
		switch name {
		case "id":
			m.id = plain(v)
		case "role":
			m.role = plain(v)
		case "model":
			m.model = plain(v)
		case "source":
			m.source = plain(v)
		case "content":
			content = v
		case "reasoning":
			m.reasoning = t.said(v)
		case "tool_calls":
			for call := range elements(v) {
				m.calls = append(m.calls, t.call(call))
			}
		case "tool_call_id":
			m.callID = plain(v)
		case "function":
			m.function = plain(v)
		case "tool_error": // of the oldest logs
			if says(v) {
				m.err = &toolError{message: t.said(v)}
			}
		case "error":
			if says(v) {
				m.err = t.toolError(v)
			}
		default:
			rest.add(name, t.s.whole(v))
		}
	}
	t.content(&m, content, &rest)
	m.also = rest.object()
	return m
}

func (t *tracer) toolError(v jsontext.Value) *toolError {
	e := &toolError{}
	if v[0] != '{' {
		e.message = t.said(v)
	}
	for name, v := range members(v) {
		switch name {
		case "type":
			e.kind = plain(v)
		case "message":
			e.message = t.said(v)
		}
	}
	return e
}

// said is a text, with what it refers to in its place.
func (t *tracer) said(v jsontext.Value) string {
	text, missing := t.s.resolve(plain(v))
	if missing {
		t.missing++
	}
	return text
}

// call reads a call of a tool. Its arguments are parsed already; where that failed, the
// record says so beside them.
func (t *tracer) call(v jsontext.Value) results.ToolCall {
	var c results.ToolCall
	var rest also
	for name, v := range members(v) {
		switch name {
		case "id":
			c.ID = plain(v)
		case "function":
			c.Name = plain(v)
		case "arguments":
			c.Arguments = t.arguments(v)
		case "type":
			if s := plain(v); s != "function" {
				rest.add(name, v)
			}
		case "view": // presentation of the arguments
		default:
			rest.add(name, t.s.whole(v))
		}
	}
	c.Also = rest.object()
	return c
}

func (t *tracer) arguments(v jsontext.Value) json.RawMessage {
	v = bytes.Clone(t.s.whole(v))
	if barewords(v) {
		v = quoted(v)
	}
	if v.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		text, err := json.Marshal(spelled(v))
		if err != nil {
			return json.RawMessage("null")
		}
		return text
	}
	return json.RawMessage(trace.WholePairs(bytes.ToValidUTF8(v, []byte("\ufffd"))))
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
		kind := ""
		for name, v := range members(b) {
			if name == "type" {
				kind = plain(v)
			}
		}
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

func (t *tracer) textBlock(b jsontext.Value, rest *also) (text string) {
	for name, v := range members(b) {
		switch name {
		case "type":
		case "text":
			text = t.said(v)
		default:
			rest.add(name, t.s.whole(v))
		}
	}
	return text
}

// thought reads a block of reasoning; hidden says that there was some that nobody can read.
func (t *tracer) thought(b jsontext.Value) (text string, hidden bool) {
	var reasoning, summary string
	redacted, signed := false, false
	for name, v := range members(b) {
		switch name {
		case "reasoning":
			reasoning = t.said(v)
		case "summary":
			summary = t.said(v)
		case "signature":
			signed = says(v)
		case "redacted":
			redacted = string(v) == "true"
		}
	}
	switch {
	case redacted:
		return summary, true
	case reasoning == "" && summary == "":
		return "", signed || len(b) > 0
	case reasoning == "":
		return summary, false
	case summary != "" && summary != reasoning:
		return summary + "\n\n" + reasoning, false
	}
	return reasoning, false
}

// providerTool reads a call that the provider of the model has answered itself.
func (t *tracer) providerTool(m *turn, b jsontext.Value) {
	var c results.ToolCall
	var res results.Result
	var rest also
	for name, v := range members(b) {
		switch name {
		case "type":
		case "id":
			c.ID = plain(v)
		case "name":
			c.Name = plain(v)
		case "arguments":
			c.Arguments = t.arguments(v)
			var inner string
			if json.Unmarshal(c.Arguments, &inner) == nil && json.Valid([]byte(inner)) && inner != "" {
				c.Arguments = json.RawMessage(inner)
			}
		case "result":
			res.Content = t.said(v)
		case "error":
			if says(v) {
				e := t.toolError(v)
				res.Failed, res.Failure, res.ErrorText = true, "is_error", e.message
			}
		default:
			rest.add(name, t.s.whole(v))
		}
	}
	res.CallID, c.Also = c.ID, rest.object()
	m.calls = append(m.calls, c)
	m.answers = append(m.answers, res)
}

// part is a picture, a sound or a file of a message.
func (t *tracer) part(kind string, b jsontext.Value) results.Part {
	p := results.Part{Type: kind}
	if kind == "video" || kind == "document" {
		p.Type = "file"
	}
	where := ""
	for name, v := range members(b) {
		switch name {
		case kind:
			where = t.said(v)
		case "mime_type":
			p.MediaType = plain(v)
		case "format":
			if p.MediaType == "" {
				p.MediaType = ingest.ShownMedia("." + plain(v))
			}
		case "filename":
			p.Path = plain(v)
		}
	}
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
