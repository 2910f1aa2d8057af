package taskpy

import (
	"regexp"
	"sort"
	"strings"
)

// above is the nearest block of comments above a line, not before the function
// begins. Comments that have lines of their own, one after the other, are one block.
func (m *module) above(line, from int) string {
	last := sort.Search(len(m.comments), func(i int) bool { return m.comments[i].line >= line }) - 1
	if last < 0 || m.comments[last].line < from {
		return ""
	}
	first := last
	for first > 0 && m.comments[last].own {
		prev := m.comments[first-1]
		if !prev.own || prev.line != m.comments[first].line-1 || prev.line < from {
			break
		}
		first--
	}
	var parts []string
	for _, c := range m.comments[first : last+1] {
		if c.text != "" {
			parts = append(parts, c.text)
		}
	}
	return strings.Join(parts, " ")
}

var (
	labelWord  = regexp.MustCompile(`(?i)\b(silent|loud)(ly)?\b`)
	notMention = regexp.MustCompile(`(?i)\bnot mention`)
)

// labelOf is what a comment calls the change below it. The first of the two words
// counts; a loud text that does not mention something says nothing of the change.
func labelOf(comment string) Label {
	word := strings.ToLower(labelWord.FindString(comment))
	switch {
	case strings.HasPrefix(word, "silent"):
		return Silent
	case word != "" && !notMention.MatchString(comment):
		return Loud
	}
	return ""
}
