package clawarena

import (
	"bytes"
	"math"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// scalar is a value of a record whatever its type, with its place: a value of
// the wrong type must cost itself and not the record around it.
type scalar struct {
	raw string // JSON text; empty if there is none
	end int64  // offset behind it
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (s *scalar) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*s = scalar{string(v), dec.InputOffset()}
	return nil
}

// absent reports whether the record does not state the value.
func (s scalar) absent() bool { return s.raw == "" || s.raw == "null" }

// text is the value for a message, cut to a readable length.
func (s scalar) text() string {
	if len(s.raw) > 60 {
		return s.raw[:60] + "..."
	}
	return s.raw
}

// number is a finite JSON number.
func (s scalar) number() (float64, bool) {
	if s.absent() || jsontext.Value(s.raw).Kind() != '0' {
		return 0, false
	}
	x, err := strconv.ParseFloat(s.raw, 64)
	return x, err == nil && !math.IsInf(x, 0)
}

// boolean is a JSON boolean, nil if the value is none.
func (s scalar) boolean() *bool {
	if s.raw != "true" && s.raw != "false" {
		return nil
	}
	yes := s.raw == "true"
	return &yes
}

// integer is a whole JSON number, nil if the value is none.
func (s scalar) integer() *int {
	x, ok := s.number()
	if !ok || x != math.Trunc(x) || math.Abs(x) > math.MaxInt32 {
		return nil
	}
	n := int(x)
	return &n
}

// span is a value that is decoded later: its place inside the record.
type span struct{ from, to int64 }

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (s *span) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	s.to = dec.InputOffset()
	s.from = s.to - int64(len(v))
	return nil
}

// CarriedJSON implements ingest.Carried.
func (span) CarriedJSON() {}

// of cuts the value out of the record; nil if it is absent or null.
func (s span) of(data []byte) jsontext.Value {
	v := jsontext.Value(data[s.from:s.to])
	if len(v) == 0 || v.Kind() == 'n' {
		return nil
	}
	return v
}

// source is a record that scalars come from, for warnings with their line.
type source struct {
	name   string
	data   []byte
	latest time.Time // what is later has not happened yet; zero: not known
	warn   func(file string, line int, format string, args ...any)
}

// odd says that a value was left out, and why.
func (s *source) odd(field string, v scalar, why string) {
	line := 1 + bytes.Count(s.data[:min(int(v.end), len(s.data))], []byte{'\n'})
	s.warn(s.name, line, "%s is %s, %s: left out", field, v.text(), why)
}

// The bounds of what a run can record.
const (
	maxTokens = 1e12 // tokens; what is larger was never counted
	maxMS     = 1e12 // milliseconds, thirty years

	firstSecond = 1577836800 // 2020-01-01: no such agent ran before
	lastSecond  = 1e11       // beyond it milliseconds were meant
)

// seconds turns epoch seconds into milliseconds.
func (s *source) seconds(field string, v scalar) *int64 {
	if v.absent() {
		return nil
	}
	x, ok := v.number()
	if !ok {
		s.odd(field, v, "not a number of seconds since 1970")
		return nil
	}
	if x < firstSecond || x > lastSecond || !s.latest.IsZero() && x > float64(s.latest.Unix()) {
		s.odd(field, v, "no time at which a run can have been")
		return nil
	}
	ms := int64(math.Round(x * 1000))
	return &ms
}

// duration rounds milliseconds, which some frameworks record with a fraction.
func (s *source) duration(field string, v scalar) *int64 {
	if v.absent() {
		return nil
	}
	x, ok := v.number()
	if !ok || x < 0 || x > maxMS {
		s.odd(field, v, "not a number of milliseconds")
		return nil
	}
	ms := int64(math.Round(x))
	return &ms
}

// tokens is a whole number of tokens.
func (s *source) tokens(field string, v scalar) *int64 {
	if v.absent() {
		return nil
	}
	x, ok := v.number()
	if !ok || x < 0 || x > maxTokens || x != math.Trunc(x) {
		s.odd(field, v, "not a number of tokens")
		return nil
	}
	n := int64(x)
	return &n
}

// dollars is a cost above zero; harnesses write zero for what they do not know.
func (s *source) dollars(field string, v scalar) *float64 {
	if v.absent() {
		return nil
	}
	x, ok := v.number()
	if !ok || x < 0 || x > maxTokens {
		s.odd(field, v, "not an amount of dollars")
		return nil
	}
	if x == 0 {
		return nil
	}
	return &x
}
