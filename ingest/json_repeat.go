package ingest

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Carried is implemented by types that keep raw JSON and later decode it with a check for repeated
// keys.
type Carried interface{ CarriedJSON() }

// repeats reports whether data repeats a key that v reads, which would make the value ambiguous. It
// ignores keys that v does not read. It returns true for invalid data.
func repeats(data []byte, v any) bool {
	w := repeatWalk{dec: jsontext.NewDecoder(bytes.NewBuffer(data), lenient())}
	return w.value(reflect.TypeOf(v))
}

type repeatWalk struct{ dec *jsontext.Decoder }

var (
	carriedType = reflect.TypeFor[Carried]()
	readerType  = reflect.TypeFor[json.UnmarshalerFrom]()
	valueType   = reflect.TypeFor[jsontext.Value]()
)

// value scans the next value and reports repeated keys. t is the type it will be decoded into, or
// nil if it is ignored.
func (w *repeatWalk) value(t reflect.Type) bool {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t == valueType || reflect.PointerTo(t).Implements(carriedType) {
		return w.dec.SkipValue() != nil
	}
	switch w.dec.PeekKind() {
	case '{':
		return w.object(t)
	case '[':
		return w.array(t)
	}
	return w.dec.SkipValue() != nil
}

func (w *repeatWalk) object(t reflect.Type) bool {
	if _, err := w.dec.ReadToken(); err != nil {
		return true
	}
	seen := map[string]bool{}
	for w.dec.PeekKind() != '}' {
		tok, err := w.dec.ReadToken()
		if err != nil {
			return true
		}
		name := tok.String()
		inner, read := memberOf(t, name)
		if read && seen[name] {
			return true
		}
		seen[name] = true
		if w.value(inner) {
			return true
		}
	}
	_, err := w.dec.ReadToken()
	return err != nil
}

func (w *repeatWalk) array(t reflect.Type) bool {
	if _, err := w.dec.ReadToken(); err != nil {
		return true
	}
	if k := t.Kind(); k == reflect.Slice || k == reflect.Array {
		t = t.Elem()
	} else {
		t = anyType
	}
	for w.dec.PeekKind() != ']' {
		if w.value(t) {
			return true
		}
	}
	_, err := w.dec.ReadToken()
	return err != nil
}

var anyType = reflect.TypeFor[any]()

// memberOf returns the type that a member of t is decoded into. read reports whether t reads the
// member; types with their own decoder read all members.
func memberOf(t reflect.Type, name string) (inner reflect.Type, read bool) {
	switch {
	case reflect.PointerTo(t).Implements(readerType):
		return anyType, true
	case t.Kind() == reflect.Map:
		return t.Elem(), true
	case t.Kind() != reflect.Struct:
		return anyType, true
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		inline := f.Anonymous && tag == "" || strings.Contains(options, "inline")
		switch {
		case inline:
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			if inner, read = memberOf(embedded, name); read {
				return inner, true
			}
		case tag == name && tag != "-", tag == "" && f.IsExported() && f.Name == name:
			return f.Type, true
		}
	}
	return nil, false
}
