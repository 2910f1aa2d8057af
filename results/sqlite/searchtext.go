package sqlite

import (
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// isCJK reports whether r belongs to a script that is written without spaces.
// FTS5's tokenizer would take a whole run of such characters as one word.
func isCJK(r rune) bool {
	switch {
	case r >= 0x3040 && r <= 0x30ff, // kana
		r >= 0x3400 && r <= 0x4dbf, // extension A
		r >= 0x4e00 && r <= 0x9fff, // unified ideographs
		r >= 0xac00 && r <= 0xd7af, // hangul
		r >= 0xf900 && r <= 0xfaff, // compatibility ideographs
		r >= 0x20000 && r <= 0x3134f:
		return true
	}
	return false
}

// separateCJK puts spaces around every CJK character, at index and at query
// time alike, so that a word of two or more of them is found as a phrase.
func separateCJK(s string) string {
	first := strings.IndexFunc(s, isCJK)
	if first < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/3)
	b.WriteString(s[:first])
	for _, r := range s[first:] {
		if isCJK(r) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
			continue
		}
		if r == utf8.RuneError {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// stepText is what the full-text index holds of a step: everything that its
// page shows. Copied context is left out, because its original is indexed.
func stepText(s *results.Step) string {
	if s.Copied {
		return ""
	}
	parts := make([]string, 0, 8)
	add := func(t string) {
		if t != "" {
			parts = append(parts, t)
		}
	}
	add(s.Message)
	add(s.Reasoning)
	add(s.Error)
	add(s.Raw)
	for _, c := range s.ToolCalls {
		add(c.Name)
		add(unescapeJSON(c.Arguments))
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			add(r.Content)
			add(r.ErrorText)
			add(r.Summary)
		}
	}
	return separateCJK(strings.Join(parts, "\n"))
}

// unescapeJSON makes the text of arguments searchable: a line break in a
// string is stored as \n, which would glue the letter n to the next word.
func unescapeJSON(raw []byte) string {
	s := string(raw)
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\"`, `"`).Replace(s)
}
