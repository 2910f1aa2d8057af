package boards

import (
	"bytes"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type node struct {
	raw  jsontext.Value
	key  string // key, if it is a member of an object
	at   int    // index in the parent list or object, from 0
	kids []*node
	done bool
}

func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func (n *node) items() []*node {
	switch {
	case n == nil:
		return nil
	case n.done:
		return n.kids
	}
	n.done = true
	kind := n.raw.Kind()
	if kind != '{' && kind != '[' {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(n.raw), lenient())
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() > 0 && dec.PeekKind() != ']' && dec.PeekKind() != '}' {
		kid := &node{at: len(n.kids)}
		if kind == '{' {
			name, err := dec.ReadToken()
			if err != nil {
				return n.kids
			}
			kid.key = name.String()
		}
		v, err := dec.ReadValue()
		if err != nil {
			return n.kids
		}
		end := dec.InputOffset()
		kid.raw = n.raw[end-int64(len(v)) : end]
		n.kids = append(n.kids, kid)
	}
	return n.kids
}

func (n *node) get(name string) *node {
	var found *node
	for _, kid := range n.items() {
		if kid.key != name {
			continue
		}
		if found != nil {
			return nil
		}
		found = kid
	}
	return found
}

// member returns a member of an object by name or an element of a list by index. It returns nil if
// there is none.
func member(of, name any) any {
	switch of := of.(type) {
	case map[string]string:
		if s, ok := of[show(name)]; ok {
			return s
		}
	case *node:
		if s, ok := name.(string); ok {
			if kid := of.get(s); kid != nil {
				return kid
			}
			return nil
		}
		i, ok := name.(float64)
		list := of.items()
		if ok && i < 0 {
			i += float64(len(list))
		}
		if ok && i >= 0 && i < float64(len(list)) && i == math.Trunc(i) {
			return list[int(i)]
		}
	}
	return nil
}

// scalar converts a JSON value to a bool, a float64 or a string. Lists and objects stay unchanged.
// Null and the empty string become nil.
func scalar(v any) any {
	n, ok := v.(*node)
	switch {
	case !ok && v == "":
		return nil
	case !ok:
		return v
	case n == nil:
		return nil
	}
	switch n.raw.Kind() {
	case 't', 'f':
		return n.raw.Kind() == 't'
	case '0':
		x, err := strconv.ParseFloat(string(n.raw), 64)
		if err != nil || math.IsInf(x, 0) {
			return nil
		}
		return x
	case '"':
		var s string
		if json.Unmarshal(n.raw, &s, lenient()) != nil || s == "" {
			return nil
		}
		return s
	case '{', '[':
		return n
	}
	return nil
}

// named converts a row that is a list to an object whose keys are the column names.
func (n *node) named(columns []*node) *node {
	cells := n.items()
	if len(cells) != len(columns) {
		return nil
	}
	row := &node{raw: n.raw, at: n.at, done: true}
	for i, c := range columns {
		name, _ := scalar(c).(string)
		row.kids = append(row.kids, &node{raw: cells[i].raw, key: name, at: i})
	}
	return row
}
