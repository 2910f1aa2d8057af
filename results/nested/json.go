package nested

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// object is a JSON object with its keys in their order.
type object struct {
	keys   []string
	values map[string]json.RawMessage
}

// list is a list of objects with the single values that stand beside it.
type list struct {
	name   string // key of the list; empty without one
	items  []object
	beside []Field
}

// wraps is how deep a list is looked for inside objects and strings of JSON: an answer
// of a protocol around that of a tool.
const wraps = 3

func readJSON(text string) Value {
	l, ok := listOf([]byte(text), wraps)
	if !ok {
		return Value{}
	}
	for _, read := range []func(*list) Value{messagesOf, sessionsOf, rowsOf} {
		if v := read(&l); v.Kind != None {
			v.Beside = l.beside
			return v
		}
	}
	return Value{}
}

// listOf finds the only list of objects in a value.
func listOf(raw []byte, depth int) (list, bool) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || depth < 0:
		return list{}, false
	case raw[0] == '[':
		items, ok := objectsOf(raw)
		if text, is := onlyText(items); is {
			return listOf(text, depth-1)
		}
		return list{items: items}, ok
	case raw[0] == '"':
		var text string
		if json.Unmarshal(raw, &text) != nil || !strings.HasPrefix(strings.TrimSpace(text), "{") &&
			!strings.HasPrefix(strings.TrimSpace(text), "[") {
			return list{}, false
		}
		return listOf([]byte(text), depth-1)
	case raw[0] != '{':
		return list{}, false
	}
	o, err := readObject(raw)
	if err != nil {
		return list{}, false
	}
	return o.list(depth)
}

// list finds the list in an object: the only field that is a list of objects, else the
// only one that holds such a field.
func (o *object) list(depth int) (list, bool) {
	var found list
	lists := 0
	var inner []string // fields that hold fields
	var beside []Field
	for _, k := range o.keys {
		raw := o.values[k]
		switch items, ok := objectsOf(raw); {
		case ok:
			lists, found = lists+1, list{name: k, items: items}
		case raw[0] == '{' || raw[0] == '"' && framed(raw):
			inner = append(inner, k)
		case raw[0] == '[' && !singles(raw):
			return list{}, false // lists of lists: no frame around one list
		default:
			beside = append(beside, Field{k, plain(raw)})
		}
	}
	switch {
	case lists == 1 && len(inner) < 2:
		found.beside = beside
		return found, true
	case lists == 0 && len(inner) == 1:
		if l, ok := listOf(o.values[inner[0]], depth-1); ok {
			l.beside = append(beside, l.beside...)
			return l, true
		}
	}
	return list{}, false
}

// framed reports whether a string holds JSON.
func framed(raw []byte) bool {
	t := bytes.TrimLeft(raw[1:], " ")
	return bytes.HasPrefix(t, []byte("{")) || bytes.HasPrefix(t, []byte("["))
}

// objectsOf reads a list that holds only objects, and at least one.
func objectsOf(raw []byte) ([]object, bool) {
	if len(raw) < 4 || raw[0] != '[' {
		return nil, false
	}
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || len(parts) == 0 {
		return nil, false
	}
	items := make([]object, len(parts))
	for i, p := range parts {
		var err error
		if items[i], err = readObject(p); err != nil {
			return nil, false
		}
	}
	return items, true
}

var errNoObject = errors.New("no JSON object")

// readObject reads the first level of an object. A key that appears twice is refused:
// which of its values holds is not said.
func readObject(raw []byte) (object, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return object{}, errNoObject
	}
	o := object{values: map[string]json.RawMessage{}}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return object{}, err
		}
		key, _ := t.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return object{}, err
		}
		if _, twice := o.values[key]; twice {
			return object{}, errNoObject
		}
		o.keys, o.values[key] = append(o.keys, key), value
	}
	if _, err := dec.Token(); err != nil {
		return object{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return object{}, errNoObject
	}
	return o, nil
}

// onlyText is the text of the only part of a content, as the Model Context Protocol
// frames the answer of a tool.
func onlyText(items []object) ([]byte, bool) {
	if len(items) != 1 || len(items[0].keys) != 2 || string(items[0].values["type"]) != `"text"` {
		return nil, false
	}
	return items[0].values["text"], len(items[0].values["text"]) > 0
}

// singles reports whether a list holds only single values.
func singles(raw []byte) bool {
	var all []json.RawMessage
	return json.Unmarshal(raw, &all) == nil && !slices.ContainsFunc(all, func(v json.RawMessage) bool { return !single(v) })
}

// single reports whether a value is neither a list nor an object.
func single(raw []byte) bool { return len(raw) > 0 && raw[0] != '{' && raw[0] != '[' }

// plain is a single value as text.
func plain(raw []byte) string {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// text gives the first of the names that holds a string.
func (o *object) text(names ...string) (string, bool) {
	for _, n := range names {
		var s string
		if raw := o.values[n]; len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
			return s, true
		}
	}
	return "", false
}

// has reports whether one of the names is there and not null.
func (o *object) has(names ...string) bool {
	for _, n := range names {
		if raw, ok := o.values[n]; ok && string(raw) != "null" {
			return true
		}
	}
	return false
}
