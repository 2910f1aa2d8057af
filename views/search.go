package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TermsInWords says how the search line was understood.
func TermsInWords(terms []search.Term) string {
	var with, without []string
	for _, t := range terms {
		text := "“" + ui.Plain(t.Text) + "”"
		if t.Prefix {
			text = "words from “" + ui.Plain(t.Text) + "…”"
		}
		if t.Regex {
			text = "/" + ui.Plain(t.Text) + "/"
		}
		if t.Not {
			without = append(without, text)
		} else {
			with = append(with, text)
		}
	}
	s := ListInWords(with, "and")
	if len(without) > 0 {
		s += " without " + ListInWords(without, "or")
	}
	return s
}

func ListInWords(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}
