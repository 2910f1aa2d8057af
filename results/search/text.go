package search

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// isCJK reports whether r belongs to a script that is written without spaces.
// FTS5's tokenizer would take a whole run of such characters as one word.
func isCJK(r rune) bool {
	switch {
	case r < 0x3005:
		return false
	case r <= 0x3007, // iteration mark, closing mark, zero
		r >= 0x3040 && r <= 0x312f, // kana, bopomofo
		r >= 0x31a0 && r <= 0x31ff, // bopomofo and kana extensions
		r >= 0x3400 && r <= 0x4dbf, // extension A
		r >= 0x4e00 && r <= 0x9fff, // unified ideographs
		r >= 0xac00 && r <= 0xd7af, // hangul
		r >= 0xf900 && r <= 0xfaff, // compatibility ideographs
		r >= 0xff66 && r <= 0xff9d, // halfwidth kana
		r >= 0x20000 && r <= 0x323af:
		return true
	}
	return false
}

// SeparateCJK puts spaces around every CJK character, at index and at query
// time alike, so that a word of two or more of them is found as a phrase.
func SeparateCJK(s string) string {
	first := strings.IndexFunc(s, isCJK)
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/3)
	b.WriteString(s[:first])
	for _, r := range s[first:] {
		switch {
		case isCJK(r):
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		case r == utf8.RuneError:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// StepText is what the full-text index holds of a step. Copied context is left
// out, because its original is indexed.
func StepText(s *results.Step) string {
	if s.Copied {
		return ""
	}
	return SeparateCJK(PlainText(s))
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
		add(c.Name, unescapeJSON(c.Arguments))
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
