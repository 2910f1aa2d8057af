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

// decoding is lenient where the strict reading of a record would only lose text: a
// repeated key or a broken character inside a tool's arguments, or a member of another
// type than the one that is expected.
func decoding() json.Options { return options }

// reads is what takes any value, which is valid during the call. wraps is an object whose
// member bare can stand alone in its place.
type (
	reads interface{ from(v jsontext.Value) }
	wraps interface{ bare() any }
)

// lenient skips a value that is no object where a named struct or map stands for one, and
// one that is no list where a named slice does: transcripts come from many versions of
// many programs, and a member of an unexpected type must not cost the whole message. Types
// that read themselves and types without a name are left to the usual decoding.
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

// kept is embedded in objects whose text is kept beside their members.
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
