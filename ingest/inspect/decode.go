package inspect

import (
	"bytes"
	"encoding/hex"
	"errors"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

// The types that members of a log are decoded into take any JSON, so that a member of the
// wrong type costs itself alone: a string is the text of any value (see plain), a moment a
// time, and an object or a list is empty where the log has something else.
type (
	values []jsontext.Value
	moment *int64 // in Unix milliseconds
)

var tolerant = json.WithUnmarshalers(json.JoinUnmarshalers( //nolint:gochecknoglobals // constant
	json.UnmarshalFromFunc(func(dec *jsontext.Decoder, x *string) error {
		v, err := dec.ReadValue()
		*x = plain(v)
		return err
	}),
	json.UnmarshalFromFunc(func(dec *jsontext.Decoder, x *moment) error {
		v, err := dec.ReadValue()
		*x = timeOf(v)
		return err
	}),
	only[values]('['), only[[]declared]('['), only[declared]('{'), only[spec]('{'), only[dataset]('{'), only[revision]('{'),
	only[map[string]string]('{'), only[map[string]jsontext.Value]('{'),
))

// only skips what is not of a kind.
func only[T any](kind jsontext.Kind) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, _ *T) error {
		if dec.PeekKind() == kind {
			return errors.ErrUnsupported // it is decoded as any other
		}
		return dec.SkipValue()
	})
}

// lenient is for what is shown, strict for what counts: there a name that is repeated is
// a fault.
var (
	strict  = json.JoinOptions(tolerant, jsontext.AllowInvalidUTF8(true))  //nolint:gochecknoglobals // constant
	lenient = json.JoinOptions(strict, jsontext.AllowDuplicateNames(true)) //nolint:gochecknoglobals // constant
)

// decode reads a value of a log into x. Python writes NaN and infinities, which are no
// JSON: they become texts, so that they are no numbers.
func decode(v jsontext.Value, x any, how json.Options) error {
	if barewords(v) {
		v = quoted(v)
	}
	return json.Unmarshal(v, x, how)
}

// read reads an object as far as it can be read; anything else has no members.
func read[T any](v jsontext.Value) (x T) {
	if len(v) > 0 && v[0] == '{' {
		_ = decode(v, &x, lenient) // what is broken ends it
	}
	return x
}

// words are the numbers that are no JSON. The longest comes first.
var words = []string{"-Infinity", "Infinity", "NaN"} //nolint:gochecknoglobals // constant

// barewords reports whether one of them may stand in v.
func barewords(v []byte) bool {
	return bytes.Contains(v, []byte("NaN")) || bytes.Contains(v, []byte("Infinity"))
}

// quoted puts these words between quotes where they stand outside of a text: the ids of
// messages may hold them too.
func quoted(v []byte) []byte {
	out := make([]byte, 0, len(v)+16)
scan:
	for i := 0; i < len(v); {
		switch c := v[i]; c {
		case '"':
			end := textEnd(v, i)
			out = append(out, v[i:end]...)
			i = end
			continue
		case '-', 'I', 'N':
			for _, w := range words {
				if bytes.HasPrefix(v[i:], []byte(w)) {
					out = append(append(append(out, '"'), w...), '"')
					i += len(w)
					continue scan
				}
			}
		}
		out = append(out, v[i])
		i++
	}
	return out
}

// members goes over the members of an object without looking into their values; anything
// else has none. What is broken ends it.
func members(v []byte) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		i := blanks(v, 0)
		if i >= len(v) || v[i] != '{' {
			return
		}
		for i = blanks(v, i+1); i < len(v) && v[i] == '"'; i = blanks(v, i+1) {
			end := textEnd(v, i)
			name, err := jsontext.AppendUnquote(nil, v[i:end])
			if err != nil {
				return
			}
			if i = blanks(v, end); i >= len(v) || v[i] != ':' {
				return
			}
			from := blanks(v, i+1)
			to := valueEnd(v, from)
			if !yield(string(name), v[from:to]) {
				return
			}
			if i = blanks(v, to); i >= len(v) || v[i] != ',' {
				return
			}
		}
	}
}

// elements goes over those of a list.
func elements(v []byte) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		i := blanks(v, 0)
		if i >= len(v) || v[i] != '[' {
			return
		}
		for i = blanks(v, i+1); i < len(v) && v[i] != ']'; i = blanks(v, i+1) {
			to := valueEnd(v, i)
			if to == i || !yield(v[i:to]) {
				return
			}
			if i = blanks(v, to); i >= len(v) || v[i] != ',' {
				return
			}
		}
	}
}

// valueEnd is where the value that begins at i ends.
func valueEnd(v []byte, i int) int {
	if i >= len(v) {
		return len(v)
	}
	switch v[i] {
	case '"':
		return textEnd(v, i)
	case '{', '[':
		depth := 0
		for i < len(v) {
			switch v[i] {
			case '"':
				i = textEnd(v, i)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
		return len(v)
	}
	for i < len(v) && v[i] != ',' && v[i] != '}' && v[i] != ']' && !space(v[i]) {
		i++
	}
	return i
}

// says reports whether a value says anything.
func says(v jsontext.Value) bool {
	switch string(bytes.TrimSpace(v)) {
	case "", "null", `""`, "{}", "[]":
		return false
	}
	return true
}

// plain is the text of a JSON string, nothing for null, and the JSON of anything else.
func plain(v jsontext.Value) string {
	v = bytes.TrimSpace(v)
	switch {
	case len(v) == 0 || string(v) == "null":
		return ""
	case v[0] != '"':
		return spelled(v)
	}
	if bytes.IndexByte(v, '\\') < 0 && utf8.Valid(v) {
		return string(v[1 : len(v)-1])
	}
	out, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return strings.ToValidUTF8(string(out), "\ufffd")
	}
	return string(out)
}

// spelled is JSON as a text, without blanks. Half a surrogate pair in it is no character.
func spelled(v []byte) string {
	c := jsontext.Value(bytes.Clone(v))
	_ = c.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) // what is no JSON stays
	return string(trace.WholePairs(bytes.ToValidUTF8(c, []byte("\ufffd"))))
}

// number is the value as a finite number. Texts that hold one are none.
func number(v jsontext.Value) (float64, bool) {
	v = bytes.TrimSpace(v)
	if len(v) == 0 || v[0] != '-' && (v[0] < '0' || v[0] > '9') {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(v), 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

// references begin the texts that stand for attachments, in logs of today and the oldest.
var references = []string{"attachment://", "tc://"} //nolint:gochecknoglobals // constant

// resolve gives the text that a text stands for.
func (s *sample) resolve(text string) (resolved string, missing bool) {
	for _, lead := range references {
		key, is := strings.CutPrefix(text, lead)
		if !is || !isKey(key) {
			continue
		}
		v, ok := s.attachment(key)
		if !ok {
			return text, true
		}
		return plain(v), false
	}
	return text, false
}

// isKey reports whether a text can name an attachment: a digest, or a place.
func isKey(key string) bool {
	if _, err := strconv.ParseUint(key, 10, 31); err == nil {
		return true
	}
	b, err := hex.DecodeString(key)
	return err == nil && len(b) >= 8
}

// whole replaces the references inside a value by what they stand for.
func (s *sample) whole(v jsontext.Value) jsontext.Value {
	if !bytes.Contains(v, []byte("attachment://")) && !bytes.Contains(v, []byte("tc://")) {
		return v
	}
	var out []byte
	for i := 0; i < len(v); {
		if v[i] != '"' {
			out = append(out, v[i])
			i++
			continue
		}
		end := textEnd(v, i)
		text := v[i:end]
		for _, lead := range references {
			key, is := bytes.CutPrefix(text[1:], []byte(lead))
			key = bytes.TrimSuffix(key, []byte(`"`))
			if !is || !isKey(string(key)) {
				continue
			}
			if found, ok := s.attachment(string(key)); ok {
				text = found
			}
		}
		out = append(out, text...)
		i = end
	}
	return out
}
