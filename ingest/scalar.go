package ingest

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Scalar is a value of any type with its position. A wrong type does not invalidate the record
// around it.
type Scalar struct {
	Raw jsontext.Value // raw value; nil if absent
	End int64          // offset after the value in the decoded data
}

func (s *Scalar) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*s = Scalar{raw.Clone(), dec.InputOffset()}
	return nil
}

// Absent reports whether the record does not state the value.
func (s Scalar) Absent() bool { return s.Raw == nil || s.Raw.Kind() == 'n' }

// Number returns the value as a number. ok is false if it is not a finite number.
func (s Scalar) Number() (x float64, ok bool) {
	if s.Raw.Kind() != '0' {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(s.Raw), 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// Zero reports whether the value is absent or 0, which harnesses write for unknown.
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

// Text returns the value if it is a string, else "".
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

// Bool returns the value if it is a boolean, else nil.
func (s Scalar) Bool() *bool {
	if k := s.Raw.Kind(); k != 't' && k != 'f' {
		return nil
	}
	return new(s.Raw.Kind() == 't')
}

// String returns the raw JSON of the value, shortened for use in a message.
func (s Scalar) String() string {
	const most = 60
	text := strings.ToValidUTF8(string(s.Raw), "\ufffd")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// line returns the line of data on which the value ends, from 1; 0 without data.
func (s Scalar) line(data []byte) int {
	if data == nil {
		return 0
	}
	return 1 + bytes.Count(data[:min(int(s.End), len(data))], []byte{'\n'})
}
