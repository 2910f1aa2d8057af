package trace

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
)

// beside gathers the members of a record that have no place in the step model,
// so that they can be shown beside it. The zero value is empty.
type beside struct{ buf []byte }

// add takes a member; what says nothing (null, an empty text, list or object) is
// left out.
func (b *beside) add(name string, v jsontext.Value) {
	if says(v) {
		b.put(name, compact(v))
	}
}

// put takes a member whose value is compact JSON.
func (b *beside) put(name string, v []byte) {
	sep := byte(',')
	if b.buf == nil {
		sep = '{'
	}
	b.buf = append(b.buf, sep)
	quoted, _ := jsontext.AppendQuote(nil, name)
	b.buf = append(append(append(b.buf, quoted...), ':'), bytes.ToValidUTF8(v, []byte("\ufffd"))...)
}

// text takes a member that is a text.
func (b *beside) text(name string, s text) {
	if s != "" {
		quoted, _ := jsontext.AppendQuote(nil, string(s))
		b.put(name, quoted)
	}
}

// all takes the members of an object.
func (b *beside) all(v jsontext.Value) {
	for name, value := range members(v) {
		b.add(name, value)
	}
}

// object closes the gathering: a JSON object, nil if it is empty.
func (b *beside) object() json.RawMessage {
	if b.buf == nil {
		return nil
	}
	return append(b.buf, '}')
}

// says reports whether a value says anything.
func says(v jsontext.Value) bool {
	switch string(v) {
	case "", "null", `""`, "{}", "[]":
		return false
	}
	return true
}
