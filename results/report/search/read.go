package search

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/search"
)

// SearchMeant is a word that may have been meant.
type SearchMeant struct {
	search.Meant
	// Line is the search line with that word.
	Line string `json:"line"`
}

// meantOf proposes lines for words that no step has.
func meantOf(line string, list []search.Meant) []SearchMeant {
	out := []SearchMeant{}
	for _, m := range list {
		for _, w := range search.Tokens(line) {
			if line[w.Start:w.End] == m.Word {
				out = append(out, SearchMeant{m, line[:w.Start] + m.As + line[w.End:]})
				break
			}
		}
	}
	return out
}

// readNote says that the search for regular expressions was not gone through with.
func readNote(r *SearchRequest, res *search.Result) string {
	if !res.Stopped {
		return ""
	}
	note := fmt.Sprintf("Reading for the regular expression was stopped after %d steps: it takes two seconds and 50,000 steps at most, "+
		"the newest first, and older steps may match as well.", res.Read)
	for _, t := range r.Text.Terms {
		if !t.Regex || t.Not {
			continue
		}
		if re, err := search.NewRegex(t.Text); err != nil || !re.Broad() {
			return note
		}
	}
	return note + " It names no three characters in a row that could be looked up; another word beside it would narrow what is read."
}
