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

// maxDepth is the maximum nesting depth of a record. Real records stay below 20.
const maxDepth = 512

// JSONError is an error in a JSON record with its position.
type JSONError struct {
	File string
	Line int // line number, from 1
	Err  error
}

func (e *JSONError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

func (e *JSONError) Unwrap() error { return e.Err }

// WarnOf returns a warning about an error in a record. For a JSON error it includes the line. The
// message begins with said.
func WarnOf(name, said string, err error) results.Warning {
	line := 0
	var at *JSONError
	if errors.As(err, &at) {
		name, line, err = at.File, at.Line, at.Err
	}
	return Warn(name, line, "%s%v", said, err)
}

// Decode parses the record's JSON into v. It rejects repeated keys that v reads, keys in the wrong
// letter case, trailing data and deep nesting, because these could change values unnoticed. It
// ignores unknown keys and replaces invalid UTF-8 and lone surrogates with U+FFFD.
func (r *Record) Decode(v any) error {
	return DecodeJSON(r.Name, r.Data, 1, v)
}

// DecodeJSON parses data like Decode. first is the line number of data in the record.
func DecodeJSON(name string, data []byte, first int, v any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return &JSONError{File: name, Line: first, Err: errors.New("file is empty")}
	}
	if at := tooDeep(data); at >= 0 {
		return &JSONError{File: name, Line: first + lineOf(data, at), Err: fmt.Errorf("nested deeper than %d levels", maxDepth)}
	}
	err := json.Unmarshal(data, v, jsontext.AllowInvalidUTF8(true))
	if errors.Is(err, jsontext.ErrDuplicateName) && !repeats(data, v) {
		reflect.ValueOf(v).Elem().SetZero() // discard values decoded before the error
		err = json.Unmarshal(data, v, lenient())
	}
	if err == nil {
		return nil
	}
	return &JSONError{File: name, Line: first + lineOf(data, offsetOf(err)), Err: plain(err)}
}

// lenient returns decoding options that accept deviations from JSON which do not change values.
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

// plain removes the library's prefix and offset from an error, because the caller adds the line
// number.
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
