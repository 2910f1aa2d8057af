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

// decoding returns lenient JSON options. A repeated key, an invalid character or a field of an
// unexpected type must not make a whole message unreadable.
func decoding() json.Options { return options }

// reads is implemented by types that accept any JSON value. The value passed to from is valid only
// during the call. wraps is implemented by structs whose JSON may be the bare value of one member
// instead of an object.
type (
	reads interface{ from(v jsontext.Value) }
	wraps interface{ bare() any }
)

// lenient skips a value if its type does not fit: a non-object for a named struct or map, or a
// non-list for a named slice. Transcripts come from many versions of many programs, and a field of
// an unexpected type must not make the whole message unreadable. Types with their own decoder and
// unnamed types use the default decoding.
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

// kept is embedded in structs that keep their raw JSON in addition to the fields.
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
