package search

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// StepText is what is found of a step, see IndexText. Copied context is left
// out, because its original is indexed.
func StepText(s *results.Step) string {
	if s.Copied {
		return ""
	}
	return PlainText(s)
}

// PlainText is everything that the page of a step shows, one part a line. The
// index and the snippets are made of the same text.
func PlainText(s *results.Step) string {
	parts := make([]string, 0, 8)
	add := func(list ...string) {
		for _, t := range list {
			if t != "" {
				parts = append(parts, t)
			}
		}
	}
	attached := func(list []results.Part) {
		for _, p := range list {
			add(p.Path, p.Note)
		}
	}
	add(s.Message)
	attached(s.Parts)
	add(s.Reasoning, s.Error, s.Raw)
	for _, c := range s.ToolCalls {
		add(c.Name)
		if string(c.Arguments) != "null" { // a stored step has this for none
			add(unescapeJSON(compact(c.Arguments)))
		}
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			add(r.Content, r.ErrorText, r.Summary, r.Diff)
			attached(r.Parts)
		}
	}
	return strings.Join(parts, "\n")
}

// compact leaves out the white space between values, as a stored step has them, so
// that a text is the same before and after.
func compact(raw []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// unescapeJSON makes the text of arguments searchable: a line break in a
// string is stored as \n, which would glue the letter n to the next word, and
// some harnesses write every character beyond ASCII as \u4e2d.
func unescapeJSON(raw []byte) string {
	s := string(raw)
	next := strings.IndexByte(s, '\\')
	if next < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for next >= 0 {
		b.WriteString(s[:next])
		text, size := unescape(s[next:])
		b.WriteString(text)
		s = s[next+size:]
		next = strings.IndexByte(s, '\\')
	}
	b.WriteString(s)
	return b.String()
}

// unescape reads the escape that s begins with, and says how long it is.
func unescape(s string) (string, int) {
	if len(s) < 2 {
		return s, len(s)
	}
	switch s[1] {
	case 'n', 'r':
		return "\n", 2
	case 't', 'b', 'f':
		return "\t", 2
	case 'u':
		r, ok := hexRune(s)
		if !ok {
			return s[:1], 1
		}
		if low, ok := hexRune(s[6:]); ok && utf16.IsSurrogate(r) {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return string(pair), 12
			}
		}
		return string(r), 6
	}
	return s[1:2], 2
}

// hexRune reads \uXXXX at the beginning of s.
func hexRune(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 32)
	return rune(n), err == nil
}
