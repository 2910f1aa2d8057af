package head

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what is read of a value: deeper, longer and later parts tell no formats
// apart.
const (
	maxDepth = 8
	maxItems = 40
	maxText  = 1 << 10
)

// Value is a JSON value as far as the head has it. All methods may be called on nil,
// which is the value of a member that is not there.
type Value struct {
	Kind  jsontext.Kind // '{', '[', '"', '0', 't', 'f', 'n', or 0 where the head ends before it
	Text  string        // of a string or number, its first KB
	Items []*Value      // of an array, the first 40
	Keys  []string      // of an object, in the order of the file
	Cut   bool          // the head ends before the value does
	by    map[string]*Value
}

// Get follows the names of members; nil where there is no such member. A member whose
// value the head does not have is a Value without a kind.
func (v *Value) Get(names ...string) *Value {
	for _, name := range names {
		if v == nil {
			return nil
		}
		v = v.by[name]
	}
	return v
}

// Has reports whether there is such a member, whatever its value; of several names,
// each is a member of the one before.
func (v *Value) Has(names ...string) bool { return v.Get(names...) != nil }

// HasAll reports whether the object has all of the members.
func (v *Value) HasAll(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !v.Has(name) })
}

// HasAny reports whether the object has one of the members.
func (v *Value) HasAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return v.Has(name) })
}

// String is the text of a member; empty if it is no string.
func (v *Value) String(names ...string) string {
	if v = v.Get(names...); v == nil || v.Kind != '"' {
		return ""
	}
	return v.Text
}

// Is reports whether a member has this kind: '{', '[', '"', '0' for numbers, 't',
// 'f', 'n'.
func (v *Value) Is(kind jsontext.Kind, names ...string) bool {
	v = v.Get(names...)
	return v != nil && v.Kind == kind
}

// First is the first element of an array; nil if it has none.
func (v *Value) First() *Value {
	if v == nil || len(v.Items) == 0 {
		return nil
	}
	return v.Items[0]
}

// Value reads the JSON document that the file is, or the first one in it, as far as
// the head has it: its first members even where the document goes on. It is nil if
// the file does not begin as a JSON object or array does.
func (h Head) Value() *Value {
	if !h.IsObject() && !h.IsArray() {
		return nil
	}
	v, _ := read(decoder(h.Data), 0)
	return v
}

// Lines reads the JSON objects of the first lines of the file, at most 40. The first
// line has to be one, at least its beginning, or there are none: a log with some JSON
// in it is no record. Later lines that are cut, damaged or something else are left out.
func (h Head) Lines() []*Value {
	var list []*Value
	rest := h.Data
	for len(rest) > 0 && len(list) < maxItems {
		line, after, complete := bytes.Cut(rest, []byte{'\n'})
		rest = after
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		v, ok := read(decoder(line), 0)
		switch {
		case line[0] == '{' && (ok || len(list) == 0 && !complete && !h.Whole):
			list = append(list, v)
		case len(list) == 0:
			return nil
		}
	}
	return list
}

// Several reports whether the file holds more than one JSON object, each in a line of
// its own.
func (h Head) Several() bool { return len(h.Lines()) > 1 }

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// read reads one value; false means that it is damaged or goes on after the head.
func read(dec *jsontext.Decoder, depth int) (*Value, bool) {
	kind := dec.PeekKind()
	if (kind == '{' || kind == '[') && depth == maxDepth {
		return &Value{Kind: kind}, dec.SkipValue() == nil
	}
	tok, err := dec.ReadToken()
	if err != nil {
		return &Value{Cut: true}, false
	}
	v := &Value{Kind: kind}
	ok := true
	switch kind {
	case '"', '0':
		text := tok.String()
		v.Text = text[:min(len(text), maxText)]
		return v, true
	case '{':
		v.by = map[string]*Value{}
		for ok && dec.PeekKind() == '"' {
			ok = v.member(dec, depth)
		}
	case '[':
		for ok && dec.PeekKind() != ']' {
			if len(v.Items) == maxItems {
				ok = dec.SkipValue() == nil
				continue
			}
			var item *Value
			item, ok = read(dec, depth+1)
			if item.Kind != 0 {
				v.Items = append(v.Items, item)
			}
		}
	default:
		return v, true
	}
	if ok {
		_, err = dec.ReadToken()
		ok = err == nil
	}
	v.Cut = !ok
	return v, ok
}

func (v *Value) member(dec *jsontext.Decoder, depth int) bool {
	tok, err := dec.ReadToken()
	if err != nil {
		return false
	}
	name := tok.String()
	inner, ok := read(dec, depth+1)
	if !v.Has(name) {
		v.Keys = append(v.Keys, name)
		v.by[name] = inner
	}
	return ok
}
