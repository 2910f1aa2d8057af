package transcripts

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// shape is what the beginning of a JSON object shows of it.
type shape struct {
	has   map[string]bool   // its members
	text  map[string]string // those that are strings
	yes   map[string]bool   // those that are true
	inner map[string]shape  // those that tell the dialects apart
	roles []string          // of the messages in it
}

// innerNames are the members that are looked into.
func isInner(name string) bool {
	switch name {
	case "message", "payload", "item", "msg", "part":
		return true
	}
	return false
}

// longText is the longest string that a sign of a dialect can be.
const longText = 200

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// objectShape reads as much of an object as there is.
func objectShape(data []byte) shape {
	s, _ := readShape(decoder(data), 0)
	return s
}

// readShape reads one object; false means that its end is missing.
func readShape(dec *jsontext.Decoder, depth int) (shape, bool) {
	s := shape{has: map[string]bool{}, text: map[string]string{}, yes: map[string]bool{}, inner: map[string]shape{}}
	if dec.PeekKind() != '{' {
		return s, dec.SkipValue() == nil
	}
	dec.ReadToken()
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			return s, false
		}
		name := tok.String()
		s.has[name] = true
		if !s.member(dec, name, depth) {
			return s, false
		}
	}
	_, err := dec.ReadToken()
	return s, err == nil
}

// member reads the value of one member.
func (s *shape) member(dec *jsontext.Decoder, name string, depth int) bool {
	switch kind := dec.PeekKind(); {
	case kind == '"':
		tok, err := dec.ReadToken()
		if err != nil {
			return false
		}
		if v := tok.String(); len(v) <= longText {
			s.text[name] = v
		}
		return true
	case kind == 't':
		s.yes[name] = true
	case kind == '{' && depth == 0 && isInner(name):
		in, ok := readShape(dec, depth+1)
		s.inner[name] = in
		return ok
	case kind == '[' && depth == 0 && name == "messages":
		list, ok := readArray(dec, depth+1)
		for _, m := range list {
			s.roles = append(s.roles, m.text["role"])
		}
		return ok
	}
	return dec.SkipValue() == nil
}

// arrayShapes reads the first elements of an array.
func arrayShapes(data []byte) []shape {
	list, _ := readArray(decoder(data), 0)
	return list
}

func readArray(dec *jsontext.Decoder, depth int) ([]shape, bool) {
	var list []shape
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	for dec.PeekKind() != ']' {
		if len(list) == headEntries || dec.PeekKind() != '{' {
			if dec.SkipValue() != nil {
				return list, false
			}
			continue
		}
		s, ok := readShape(dec, depth)
		if !ok && len(list) > 0 {
			return list, false // cut, so it tells nothing for sure
		}
		list = append(list, s)
		if !ok {
			return list, false
		}
	}
	_, err := dec.ReadToken()
	return list, err == nil
}

// lineShapes reads the first lines. The first has to be a JSON object, so that
// a log with some JSON in it is none; later ones that are cut, damaged or
// something else tell nothing.
func lineShapes(head []byte, whole bool) []shape {
	var list []shape
	for len(head) > 0 && len(list) < headEntries {
		line, rest, complete := bytes.Cut(head, []byte{'\n'})
		head = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		s, ok := readShape(decoder(line), 0)
		switch {
		case line[0] == '{' && (ok || len(list) == 0 && !complete && !whole):
			list = append(list, s)
		case len(list) == 0:
			return nil
		}
	}
	return list
}
