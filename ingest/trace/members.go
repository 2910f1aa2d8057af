package trace

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Members iterates over the members of an object. For any other value there are none. Each value is
// valid until the next iteration.
func Members(v jsontext.Value) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		if len(v) == 0 || v.Kind() != '{' {
			return
		}
		dec := jsontext.NewDecoder(bytes.NewBuffer(v), decoding())
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() == '"' {
			name, err := dec.ReadToken()
			if err != nil {
				return
			}
			key := name.String()
			value, err := dec.ReadValue()
			if err != nil || !yield(key, value) {
				return
			}
		}
	}
}

func elementsOf(v jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		if len(v) == 0 || v.Kind() != '[' {
			return
		}
		dec := jsontext.NewDecoder(bytes.NewBuffer(v), decoding())
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() != ']' {
			value, err := dec.ReadValue()
			if err != nil || !yield(value) {
				return
			}
		}
	}
}

func says(v jsontext.Value) bool {
	switch string(v) {
	case "", "null", `""`, "{}", "[]":
		return false
	}
	return true
}
