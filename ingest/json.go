package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// maxDepth bounds the nesting of a record; real ones stay below 20.
const maxDepth = 512

// JSONError is a fault of a JSON record with its place.
type JSONError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *JSONError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

func (e *JSONError) Unwrap() error { return e.Err }

// WarnOf is the warning about an error of a record, at the line of broken JSON. said begins the message.
func WarnOf(name, said string, err error) results.Warning {
	line := 0
	var at *JSONError
	if errors.As(err, &at) {
		name, line, err = at.File, at.Line, at.Err
	}
	return Warn(name, line, "%s%v", said, err)
}

// Decode reads the record's JSON into v. It refuses repeated keys that v reads, wrong letter case, trailing data and deep
// nesting, which can change a number silently. Unknown keys are ignored. Invalid UTF-8 and lone surrogates become U+FFFD.
func (r *Record) Decode(v any) error {
	return DecodeJSON(r.Name, r.Data, 1, v)
}

// DecodeJSON is Decode for a part of a record that begins at line first.
func DecodeJSON(name string, data []byte, first int, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return &JSONError{File: name, Line: first, Err: errors.New("file is empty")}
	}
	if at := tooDeep(data); at >= 0 {
		return &JSONError{File: name, Line: first + lineOf(data, at), Err: fmt.Errorf("nested deeper than %d levels", maxDepth)}
	}
	err := json.Unmarshal(data, v, jsontext.AllowInvalidUTF8(true))
	if errors.Is(err, jsontext.ErrDuplicateName) && !repeats(data, v) {
		reflect.ValueOf(v).Elem().SetZero() // of what was read before the key
		err = json.Unmarshal(data, v, lenient())
	}
	if err == nil {
		return nil
	}
	return &JSONError{File: name, Line: first + lineOf(data, offsetOf(err)), Err: plain(err)}
}

// lenient takes what does not change a value.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// tooDeep returns the offset at which the nesting exceeds maxDepth, or -1.
func tooDeep(data []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return i
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return -1
}

func offsetOf(err error) int {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return int(syntax.ByteOffset)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return int(semantic.ByteOffset)
	}
	return 0
}

// plain strips the library's prefix and offset, which the line replaces.
func plain(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		where := string(syntax.JSONPointer)
		if where == "" {
			return fmt.Errorf("not valid JSON: %w", syntax.Err)
		}
		return fmt.Errorf("not valid JSON at %s: %w", where, syntax.Err)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		if semantic.Err != nil {
			return fmt.Errorf("unexpected value at %s: %w", semantic.JSONPointer, semantic.Err)
		}
		return fmt.Errorf("unexpected JSON %v at %s", semantic.JSONKind, semantic.JSONPointer)
	}
	return err
}

func lineOf(data []byte, offset int) int {
	if offset > len(data) {
		offset = len(data)
	}
	return bytes.Count(data[:offset], []byte{'\n'})
}
