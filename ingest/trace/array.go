package trace

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var claudeMessagesDialect = dialect{
	name: DialectClaudeCodeMessages, title: "Anthropic messages",
	list: true, signs: []string{`"type":"tool_use" "role":`, `"tool_use_id":`, `"type":"tool_result"`}, data: messagesOf(DialectClaudeCodeMessages),
}

var openClawMessagesDialect = dialect{
	name: DialectOpenClawMessages, title: "OpenClaw messages",
	list: true, signs: []string{`"toolCallId":`, `"type":"toolCall"`, `"stopReason":`, `"role":"toolResult"`},
	data: messagesOf(DialectOpenClawMessages),
}

// errRole means that a message has an unknown role. Such a message is kept as raw text.
var errRole = errors.New("unknown role")

func between(doc []byte, from, to int64) []byte {
	return bytes.TrimLeft(doc[from:to], ",: \t\r\n")
}

// elements calls f before every element of a JSON array. f must decode one value and returns a
// syntax error or its own error. After a syntax error, the rest of the array is kept as one raw
// step. If data is not an array, its values are processed one by one.
func (r *reader) elements(data []byte, t *thread, f func(line int, dec *jsontext.Decoder) error) error {
	r.doc = data
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), decoding())
	place := lineCounter{data: data, line: r.sink.FirstLine}
	if dec.PeekKind() == '[' {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
	}
	for {
		from := dec.InputOffset()
		rest := between(data, from, int64(len(data)))
		if len(rest) == 0 && dec.StackDepth() == 0 {
			return nil
		}
		if dec.StackDepth() == 1 && dec.PeekKind() == ']' {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
			continue
		}
		line := place.at(int64(len(data) - len(rest)))
		err := f(line, dec)
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) {
			r.warn(line, "not valid JSON: the rest is kept as raw text: %v", syntax.Err)
			return t.after(r.raw(rest))
		}
		if err != nil {
			return err
		}
	}
}

func (r *reader) values(data []byte, t *thread, f func(v []byte, line int) error) error {
	return r.elements(data, t, func(line int, dec *jsontext.Decoder) error {
		v, err := dec.ReadValue()
		if err != nil {
			return err
		}
		return f(v.Clone(), line)
	})
}

type lineCounter struct {
	data []byte
	from int64
	line int
}

func (c *lineCounter) at(offset int64) int {
	c.line += bytes.Count(c.data[c.from:offset], []byte{'\n'})
	c.from = offset
	return c.line
}

func messagesOf(d Dialect) func([]byte, Sink) (Summary, error) {
	return func(data []byte, s Sink) (Summary, error) { return messages(d, data, s) }
}

func messages(d Dialect, data []byte, s Sink) (Summary, error) {
	r := newReader(d, "", s)
	switch d {
	case DialectOpenClawMessages:
		r.agent = r.openClaw
	case DialectClaudeCodeMessages:
		r.agent = r.anthropic
	}
	t := newThread(r)
	return r.finish(t, r.elements(data, t, func(line int, dec *jsontext.Decoder) error {
		return r.putNext(t, line, dec)
	}))
}

// putNext decodes one message and adds it to the thread. It keeps a value that is not a message as
// raw text.
func (r *reader) putNext(t *thread, line int, dec *jsontext.Decoder) error {
	from := dec.InputOffset()
	var m message
	if err := json.UnmarshalDecode(dec, &m); err != nil {
		return err
	}
	err := r.put(t, line, &m, nil)
	if errors.Is(err, errRole) {
		r.repeated(line, roleMessage(m.Role))
		return t.after(r.raw(between(r.doc, from, dec.InputOffset())))
	}
	return err
}

func roleMessage(role text) string {
	if role == "" {
		return "entry without a role is kept raw"
	}
	return fmt.Sprintf("entry with the unknown role %q is kept raw", role)
}
