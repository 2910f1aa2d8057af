package trace

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

var claudeMessagesDialect = dialect{
	name: DialectClaudeCodeMessages, title: "Anthropic messages",
	list: true, signs: []string{`"type":"tool_use" "role":`, `"tool_use_id":`, `"type":"tool_result"`}, values: readMessages,
}

var openClawMessagesDialect = dialect{
	name: DialectOpenClawMessages, title: "OpenClaw messages",
	list: true, signs: []string{`"toolCallId":`, `"type":"toolCall"`, `"stopReason":`, `"role":"toolResult"`},
	values: readMessages,
}

func between(doc []byte, from, to int64) []byte {
	return bytes.TrimLeft(doc[from:to], ",: \t\r\n")
}

// elements calls f for every element of a JSON array. After a syntax error, the rest of the array is
// kept as one raw step. If data is not an array, its values are processed one by one.
func (r *reader) elements(data []byte, t *thread, f func(v []byte, line int) error) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), decoding())
	line, counted := r.sink.FirstLine, 0
	if dec.PeekKind() == '[' {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
	}
	for {
		rest := between(data, dec.InputOffset(), int64(len(data)))
		if len(rest) == 0 && dec.StackDepth() == 0 {
			return nil
		}
		if dec.StackDepth() == 1 && dec.PeekKind() == ']' {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
			continue
		}
		from := len(data) - len(rest)
		line += bytes.Count(data[counted:from], []byte{'\n'})
		counted = from
		v, err := dec.ReadValue()
		if err == nil {
			err = f(v, line)
		}
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

// readMessages reads a list of messages in the form of OpenClaw, Anthropic or OpenAI.
func readMessages(r *reader) (*thread, func([]byte, int) error) {
	switch r.sum.Dialect {
	case DialectOpenClawMessages:
		r.agent = r.openClaw
	case DialectClaudeCodeMessages:
		r.agent = r.anthropic
	}
	t := newThread(r)
	return t, func(v []byte, line int) error { return r.putJSON(t, v, line) }
}

// putJSON adds one message to the thread. It keeps a value that is not a message as raw text.
func (r *reader) putJSON(t *thread, v []byte, line int) error {
	var m message
	if damaged, err := r.decode(t, v, line, &m); damaged {
		return err
	}
	return r.put(t, line, &m, nil)
}
