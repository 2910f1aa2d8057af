package search

import (
	"strings"
	"unicode"
)

// Line writes terms as a search line that Parse reads as the same terms.
func Line(terms []Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		s := t.Text
		if t.Regex {
			s = "/" + strings.ReplaceAll(s, "/", `\/`) + "/"
		} else if t.Phrase || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ':' }) || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "/") || strings.HasSuffix(s, "*") {
			s = `"` + s + `"`
		}
		if t.Prefix {
			s += "*"
		}
		if t.Not {
			s = "-" + s
		}
		list[i] = s
	}
	return strings.Join(list, " ")
}
