package otel

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// value is a JSON value, or that of an attribute.
type value struct {
	kind   byte    // 0 absent or null, 's' text, 'n' number, 'b' boolean, 'l' list, 'm' object
	text   string  // of a text, a number or a boolean, as the record spells it
	list   []value // of a list
	fields []field // of an object, in the record's order
}

type field struct {
	name string
	v    value
}

func textOf(s string) value { return value{kind: 's', text: s} }

// maxNesting bounds how deep a value goes; real ones stay below 20.
const maxNesting = 200

var errDeep = errors.New("nested deeper than 200 levels")

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// readValue reads the next value.
func readValue(dec *jsontext.Decoder, depth int) (value, error) {
	if depth > maxNesting {
		return value{}, errDeep
	}
	switch dec.PeekKind() {
	case '{':
		return readObject(dec, depth)
	case '[':
		if _, err := dec.ReadToken(); err != nil {
			return value{}, err
		}
		v := value{kind: 'l'}
		for dec.PeekKind() != ']' {
			e, err := readValue(dec, depth+1)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, e)
		}
		_, err := dec.ReadToken()
		return v, err
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return value{}, err
	}
	switch tok.Kind() {
	case '"':
		return textOf(strings.ToValidUTF8(tok.String(), "\ufffd")), nil
	case '0':
		return value{kind: 'n', text: tok.String()}, nil
	case 't', 'f':
		return value{kind: 'b', text: tok.String()}, nil
	}
	return value{}, nil
}

func readObject(dec *jsontext.Decoder, depth int) (value, error) {
	if _, err := dec.ReadToken(); err != nil {
		return value{}, err
	}
	v := value{kind: 'm'}
	for dec.PeekKind() != '}' {
		tok, err := dec.ReadToken()
		if err != nil {
			return v, err
		}
		name := tok.String()
		e, err := readValue(dec, depth+1)
		if err != nil {
			return v, err
		}
		v.fields = append(v.fields, field{name, e})
	}
	_, err := dec.ReadToken()
	return v, err
}

// parsed is the JSON value that a text holds; ok is false if it holds none.
func parsed(s string) (v value, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '{' && s[0] != '[' && s[0] != '"' {
		return value{}, false
	}
	dec := decoder([]byte(s))
	v, err := readValue(dec, 0)
	if err != nil || dec.PeekKind() > 0 {
		return value{}, false
	}
	return v, true
}

// open is v, or what it holds if it is a text with JSON in it: some exporters write
// JSON into texts, and some do it twice.
func (v value) open() value {
	for range 4 {
		if v.kind != 's' {
			break
		}
		inner, ok := parsed(v.text)
		if !ok {
			break
		}
		v = inner
	}
	return v
}

// get is a member of an object; absent if there is none.
func (v value) get(names ...string) value {
	for _, name := range names {
		for i := range v.fields {
			if v.fields[i].name == name && v.fields[i].v.kind != 0 {
				return v.fields[i].v
			}
		}
	}
	return value{}
}

// has reports whether an object has a member, whatever its value.
func (v value) has(name string) bool {
	return slices.ContainsFunc(v.fields, func(f field) bool { return f.name == name })
}

// str is the text of a value: that of a number or boolean too, the JSON of a list or
// an object.
func (v value) str() string {
	if v.kind == 'l' || v.kind == 'm' {
		return string(v.json())
	}
	return v.text
}

// count is the value as a count of tokens; nil if it is none.
func (v value) count() *int64 {
	const most = 1e12
	x := v.number()
	if x == nil || *x < 0 || *x > most || *x != math.Trunc(*x) {
		return nil
	}
	return new(int64(*x))
}

// number is the value as a finite number; nil if it is none.
func (v value) number() *float64 {
	if v.kind != 'n' && v.kind != 's' {
		return nil
	}
	x, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// json writes the value as compact JSON.
func (v value) json() []byte { return v.append(nil) }

func (v value) append(out []byte) []byte {
	switch v.kind {
	case 's':
		out, _ = jsontext.AppendQuote(out, v.text) // valid UTF-8
	case 'n', 'b':
		out = append(out, v.text...)
	case 'l':
		out = append(out, '[')
		for i := range v.list {
			if i > 0 {
				out = append(out, ',')
			}
			out = v.list[i].append(out)
		}
		out = append(out, ']')
	case 'm':
		out = append(out, '{')
		for i := range v.fields {
			if i > 0 {
				out = append(out, ',')
			}
			out, _ = jsontext.AppendQuote(out, strings.ToValidUTF8(v.fields[i].name, "\ufffd"))
			out = v.fields[i].v.append(append(out, ':'))
		}
		out = append(out, '}')
	default:
		out = append(out, "null"...)
	}
	return out
}

// otlp is the value of an OTLP attribute, which says its type by the name of its
// member.
func (v value) otlp() value {
	for i := range v.fields {
		inner := v.fields[i].v
		switch v.fields[i].name {
		case "stringValue", "bytesValue":
			return textOf(inner.text)
		case "intValue", "doubleValue":
			if inner.kind == 's' && inner.number() == nil {
				return textOf(inner.text)
			}
			return value{kind: 'n', text: inner.text}
		case "boolValue":
			return value{kind: 'b', text: inner.text}
		case "arrayValue":
			out := value{kind: 'l'}
			for _, e := range inner.get("values").list {
				out.list = append(out.list, e.otlp())
			}
			return out
		case "kvlistValue":
			out := value{kind: 'm'}
			for _, e := range inner.get("values").list {
				out.fields = append(out.fields, field{e.get("key").text, e.get("value").otlp()})
			}
			return out
		}
	}
	return value{}
}
