package trace

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// errRole marks a message whose role is not known; it is kept raw.
var errRole = errors.New("role is not known")

// elements calls f with every element of a JSON array and its line. What
// follows a syntax error is kept as one raw step. A single object counts as an
// array of one.
func (r *reader) elements(data []byte, t *thread, f func(line int, v jsontext.Value) error) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), decoding())
	place := lineCounter{data: data, line: r.sink.FirstLine}
	if dec.PeekKind() == '[' {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
	}
	for {
		kind := dec.PeekKind()
		if kind == ']' && dec.StackDepth() == 1 {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
			if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
				r.warn(place.at(dec.InputOffset()), "text after the end of the messages is kept raw")
				return t.after(r.raw(rest))
			}
			return nil
		}
		if dec.StackDepth() == 0 && dec.InputOffset() > 0 && len(bytes.TrimSpace(data[dec.InputOffset():])) == 0 {
			return nil
		}
		from := dec.InputOffset()
		v, err := dec.ReadValue()
		if err != nil {
			rest := bytes.TrimLeft(data[from:], ", \t\r\n")
			if len(rest) == 0 && dec.StackDepth() == 0 {
				return nil
			}
			r.warn(place.at(from), "not valid JSON; the rest is kept raw: %v", plainError(err))
			if len(rest) == 0 {
				return nil
			}
			return t.after(r.raw(rest))
		}
		if err := f(place.at(dec.InputOffset()-int64(len(v))), v); err != nil {
			return err
		}
	}
}

// plainError strips the library's prefix and offset, which the line replaces.
func plainError(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return syntax.Err
	}
	return err
}

// lineCounter finds the lines of growing offsets.
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

// messages reads an array of messages.
func messages(d Dialect, data []byte, s Sink) (Summary, error) {
	r := newReader(d, s)
	t := newThread(r)
	err := r.elements(data, t, func(line int, v jsontext.Value) error { return r.value(t, line, v) })
	if err == nil {
		err = t.flush()
	}
	if err != nil {
		return r.sum, err
	}
	return r.done()
}

// value adds one JSON value that should be a message; one that is not is kept
// raw.
func (r *reader) value(t *thread, line int, v jsontext.Value) error {
	m, err := parseMessage(v)
	if err == nil {
		err = r.put(t, line, m, nil)
		if !errors.Is(err, errRole) {
			return err
		}
		err = fmt.Errorf("role %q is not known", m.Role)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		err = fmt.Errorf("%v at %s is not understood", semantic.JSONKind, semantic.JSONPointer)
	}
	r.repeated(line, fmt.Sprintf("entry is kept raw: %v", err))
	return t.after(r.raw(v))
}

// OpenClawMessages reads a JSON array of OpenClaw messages.
func OpenClawMessages(data []byte, s Sink) (Summary, error) {
	return messages(DialectOpenClawMessages, data, s)
}

// ClaudeCodeMessages reads a JSON array of Anthropic messages, whose tool
// results are blocks of user messages.
func ClaudeCodeMessages(data []byte, s Sink) (Summary, error) {
	return messages(DialectClaudeCodeMessages, data, s)
}

var _ = results.SourceAgent
