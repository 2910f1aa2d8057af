package clawarena

import "github.com/go-json-experiment/json/jsontext"

// span is the byte range of a value in a record that is decoded later.
type span struct{ from, to int64 }

func (s *span) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	s.to = dec.InputOffset()
	s.from = s.to - int64(len(v))
	return nil
}

func (span) CarriedJSON() {}

// of returns the value, or nil if absent or null.
func (s span) of(data []byte) jsontext.Value {
	v := jsontext.Value(data[s.from:s.to])
	if len(v) == 0 || v.Kind() == 'n' {
		return nil
	}
	return v
}
