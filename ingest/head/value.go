package head

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits on the depth, length and number of values that are parsed. Values beyond the limits never
// help to distinguish formats.
const (
	maxDepth = 8
	maxItems = 40
	maxText  = 1 << 10
)

// Value is the part of a JSON value that is within the head of a file. All methods may be called on
// nil, which represents a missing member.
type Value struct {
	Kind  jsontext.Kind // '{', '[', '"', '0', 't', 'f' or 'n'; 0 if the head ends before the value
	Text  string        // first KB of a string or of a number's text
	Items []*Value      // first 40 elements of an array
	Keys  []string      // keys of an object in file order
	Cut   bool          // set if the head ends inside the value
	by    map[string]*Value
}

// Get returns the member at a path of names, or nil if there is none. If the head ends before the
// member's value, Get returns a Value with Kind 0.
func (v *Value) Get(names ...string) *Value {
	for _, name := range names {
		if v == nil {
			return nil
		}
		v = v.by[name]
	}
	return v
}

// Has reports whether the member at a path of names exists, regardless of its value.
func (v *Value) Has(names ...string) bool { return v.Get(names...) != nil }

// HasAll reports whether the object has all of the members.
func (v *Value) HasAll(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !v.Has(name) })
}

// HasAny reports whether the object has at least one of the members.
func (v *Value) HasAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return v.Has(name) })
}

// String returns the text of a string member, or "".
func (v *Value) String(names ...string) string {
	if v = v.Get(names...); v == nil || v.Kind != '"' {
		return ""
	}
	return v.Text
}

// Is reports whether a member has the given kind: '{', '[', '"', '0' (number), 't', 'f' or 'n'.
func (v *Value) Is(kind jsontext.Kind, names ...string) bool {
	v = v.Get(names...)
	return v != nil && v.Kind == kind
}

// First returns the first element of an array, or nil if it has none.
func (v *Value) First() *Value {
	if v == nil || len(v.Items) == 0 {
		return nil
	}
	return v.Items[0]
}

// Value parses the JSON document at the start of the file as far as the head contains it. It
// returns nil if the file does not begin with a JSON object or array.
func (h Head) Value() *Value {
	if !h.IsObject() && !h.IsArray() {
		return nil
	}
	v, _ := read(decoder(h.Data), 0)
	return v
}

// Lines parses the JSON objects on the first 40 lines of the file. If the first line is not an
// object or the beginning of one, Lines returns nil, because a log that contains some JSON is not a
// record. Later lines that are truncated, damaged or not objects are skipped.
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

// Several reports whether the file contains more than one JSON object, each on a separate line.
func (h Head) Several() bool { return len(h.Lines()) > 1 }

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// read reads one value. It returns false if the value is damaged or extends beyond the head.
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
