package trace

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// shortRepeat is how long a text must be to be taken for repeated where it stands
// inside a longer one. A shorter one can stand there by chance.
const shortRepeat = 32

// saidBefore is what a result and its call say.
type saidBefore struct {
	content string
	texts   map[string]bool   // of the call
	members map[string]string // of content that is an object itself, in canonical form; nil before they are read
}

// unsaid drops from what is left of a result's record what its content and its call
// say: tools state their output a second time for programs. Nothing is left out for
// its name alone.
func unsaid(left []byte, content string, call *results.ToolCall) []byte {
	s := &saidBefore{content: strings.TrimSpace(content), texts: map[string]bool{call.Name: true, call.ID: true}}
	for _, value := range members(jsontext.Value(call.Arguments)) {
		if value.Kind() == '"' {
			s.texts[strings.TrimSpace(stringOf(value))] = true
		}
	}
	return s.without(left)
}

// says reports whether the content is an object with this member.
func (s *saidBefore) says(name string, value jsontext.Value) bool {
	if s.members == nil {
		s.members = map[string]string{}
		if inner := jsontext.Value(s.content); inner.Kind() == '{' && inner.IsValid(decoding()) {
			for name, value := range members(inner) {
				s.members[name] = canonical(value)
			}
		}
	}
	known, ok := s.members[name]
	return ok && known == canonical(value)
}

func (s *saidBefore) without(v jsontext.Value) []byte {
	switch v.Kind() {
	case '{':
		var b beside
		for name, value := range members(v) {
			if left := s.without(value); left != nil && !s.says(name, value) {
				b.add(name, left)
			}
		}
		return b.object()
	case '[':
		return s.withoutList(v)
	case '"':
		if s.repeats(stringOf(v)) {
			return nil
		}
	}
	return v.Clone()
}

func (s *saidBefore) withoutList(v jsontext.Value) []byte {
	out := []byte{'['}
	for value := range elementsOf(v) {
		if left := s.without(value); left != nil {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(out, left...)
		}
	}
	if len(out) == 1 {
		return nil
	}
	return append(out, ']')
}

// repeats reports whether a text is the content, an argument, or a long part of the
// content.
func (s *saidBefore) repeats(text string) bool {
	text = strings.TrimSpace(text)
	switch {
	case s.texts[text], text == s.content, strings.TrimPrefix(text, "Error: ") == s.content:
		return true
	}
	return len(text) >= shortRepeat && strings.Contains(s.content, text)
}

// canonical is one spelling for equal values; the value itself where there is none.
func canonical(v jsontext.Value) string {
	c := v.Clone()
	if c.Canonicalize(decoding()) != nil {
		return string(v)
	}
	return string(c)
}
