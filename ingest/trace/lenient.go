package trace

import (
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var options = json.JoinOptions(
	jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), json.WithUnmarshalers(json.UnmarshalFromFunc(lenient)),
)

// decoding returns lenient JSON options. Strict parsing would only lose text because of a repeated
// key or invalid character in a tool's arguments, or a field of an unexpected type.
func decoding() json.Options { return options }

// reads is a type that accepts any value. The value is valid during the call. wraps is an object
// that may be replaced by the bare value of one member.
type (
	reads interface{ from(v jsontext.Value) }
	wraps interface{ bare() any }
)

// lenient skips a value that is not an object for a named struct or map, or not a list for a named
// slice. Transcripts come from many versions of many programs, and a field of an unexpected type
// must not invalidate the entire message. Types with their own decoder and unnamed types use the
// default decoding.
func lenient(dec *jsontext.Decoder, v any) error {
	switch x := v.(type) {
	case reads:
		value, err := dec.ReadValue()
		if err == nil {
			x.from(value)
		}
		return err
	case wraps:
		if dec.PeekKind() != '{' {
			return json.UnmarshalDecode(dec, x.bare())
		}
	case json.UnmarshalerFrom, json.Unmarshaler:
		return errors.ErrUnsupported
	}
	t := reflect.TypeOf(v).Elem()
	want := jsontext.Kind('{')
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
	case reflect.Slice:
		want = '['
	default:
		return errors.ErrUnsupported
	}
	if t.Name() == "" {
		return errors.ErrUnsupported
	}
	if dec.PeekKind() != want {
		return dec.SkipValue()
	}
	if k, is := v.(keeper); is && *k.text() == nil {
		return readKept(dec, k)
	}
	return errors.ErrUnsupported
}

// kept is embedded in objects whose raw text is kept in addition to their fields.
type kept struct{ whole jsontext.Value }

func (k *kept) text() *jsontext.Value { return &k.whole }

type keeper interface{ text() *jsontext.Value }

func readKept(dec *jsontext.Decoder, k keeper) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*k.text() = v.Clone()
	return json.Unmarshal(*k.text(), k, dec.Options())
}
