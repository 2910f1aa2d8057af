package ingest

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Scalar is a JSON value of any type with its position. It is used for fields whose type varies, so
// that a value of the wrong type does not make the whole record unreadable.
type Scalar struct {
	Raw jsontext.Value // raw JSON; nil if absent
	End int64          // offset of the end of the value in the decoded data
}

func (s *Scalar) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*s = Scalar{raw.Clone(), dec.InputOffset()}
	return nil
}

// Absent reports whether the value is missing or null.
func (s Scalar) Absent() bool { return s.Raw == nil || s.Raw.Kind() == 'n' }

// Number returns the value as a number. ok is false if it is not a finite number.
func (s Scalar) Number() (x float64, ok bool) {
	if s.Raw.Kind() != '0' {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(s.Raw), 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// Zero reports whether the value is absent or 0. Harnesses write 0 for unknown values.
func (s Scalar) Zero() bool {
	x, ok := s.Number()
	return s.Absent() || ok && x == 0
}

func (s Scalar) Whole(most float64) *int {
	x, ok := s.Number()
	if !ok || x != math.Trunc(x) || math.Abs(x) > most {
		return nil
	}
	return new(int(x))
}

// Text returns the value if it is a string, and "" otherwise.
func (s Scalar) Text() string {
	if s.Raw.Kind() != '"' {
		return ""
	}
	var text string
	if err := json.Unmarshal(s.Raw, &text, jsontext.AllowInvalidUTF8(true)); err != nil {
		return ""
	}
	return text
}

// Bool returns the value if it is a boolean, and nil otherwise.
func (s Scalar) Bool() *bool {
	if k := s.Raw.Kind(); k != 't' && k != 'f' {
		return nil
	}
	return new(s.Raw.Kind() == 't')
}

// String returns the raw JSON of the value, truncated for use in a message.
func (s Scalar) String() string {
	const most = 60
	text := strings.ToValidUTF8(string(s.Raw), "\ufffd")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// line returns the number of the line in data on which the value ends, from 1. It returns 0 if data
// is nil.
func (s Scalar) line(data []byte) int {
	if data == nil {
		return 0
	}
	return 1 + bytes.Count(data[:min(int(s.End), len(data))], []byte{'\n'})
}
