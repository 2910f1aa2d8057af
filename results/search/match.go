package search

import (
	"slices"
	"strings"
)

// Term is a word, or words that follow each other, as the reader typed
// them.
type Term struct {
	Text   string
	Prefix bool // the last word may go on
	Phrase bool // it was typed in quotes
	Sign   bool // it is looked for as it is written, see IsSign
	Not    bool // steps with it are left out
}

// Asks reports whether terms ask for text, and not only for what must not be there.
func Asks(terms []Term) bool {
	return slices.ContainsFunc(terms, func(t Term) bool { return !t.Not })
}

// list is the folded words of a term.
func (t Term) list() []string {
	if t.Sign {
		return []string{wide(t.Text)}
	}
	var words []string
	for _, w := range Tokens(t.Text) {
		words = append(words, w.Fold)
	}
	return words
}

// Words are the folded words of a term, as IndexText writes them.
func (t Term) Words() string { return strings.Join(t.list(), " ") }

// Line writes terms as a search line that Parse reads as the same terms.
func Line(terms []Term) string {
	list := make([]string, len(terms))
	for i, t := range terms {
		s := t.Text
		quoted := t.Phrase || t.Sign && !isSigned(s) || strings.ContainsAny(s, ": \t\n") || strings.HasPrefix(s, "-") ||
			strings.HasPrefix(s, "/") || strings.HasSuffix(s, "*")
		if quoted {
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

// Pattern is a term of a query, cut into words.
type Pattern struct {
	words  []string
	prefix bool
	sign   string // it is looked for as it is written; empty otherwise
}

// Patterns are the terms whose matches are shown: those that must be met.
func Patterns(terms []Term) []Pattern {
	var list []Pattern
	for _, t := range terms {
		p := Pattern{words: t.list(), prefix: t.Prefix}
		if t.Sign {
			p.sign = t.Text
		}
		if !t.Not && len(p.words) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// at reports whether the tokens from i on are the pattern.
func (p *Pattern) at(list []Token, i int) bool {
	n := len(p.words)
	if i+n > len(list) {
		return false
	}
	for k, w := range p.words {
		got := list[i+k].Fold
		if got != w && (k < n-1 || !p.prefix || !strings.HasPrefix(got, w)) {
			return false
		}
	}
	return true
}

// match is a place in a text where a term was found.
type match struct{ start, end, term int }

// matches finds the terms in a text, in the order of their places.
func matches(text string, terms []Pattern) []match {
	var found []match
	list := Tokens(text)
	for i := range list {
		for k, p := range terms {
			if p.sign == "" && p.at(list, i) {
				found = append(found, match{list[i].Start, list[i+len(p.words)-1].End, k})
			}
		}
	}
	for k, p := range terms {
		if p.sign != "" {
			for _, at := range signPlaces(text, p.sign) {
				found = append(found, match{at[0], at[1], k})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.start - b.start })
	return found
}

// StepMatches says how often a step of a trace holds what was searched for.
type StepMatches struct {
	StepID int // place in the trace, counted from 1
	Count  int // matches in its text; 0 where they were not counted
}

// Places are the byte ranges of a text that the terms match, in their order.
// None begins before the one before it ends: of matches that overlap the later
// one has only the rest. There are as many as CutSnippet counts.
func Places(text string, terms []Pattern) [][2]int {
	var list [][2]int
	end := 0
	for _, m := range matches(text, terms) {
		if m.end > end {
			list = append(list, [2]int{max(m.start, end), m.end})
			end = m.end
		}
	}
	return list
}
