package search

import (
	"slices"
	"strings"
)

// Pattern is a term of a query, cut into words, or a regular expression.
type Pattern struct {
	words  []string
	prefix bool
	expr   *Regex
}

// Patterns are the terms whose matches are shown: those that must be met.
func Patterns(terms []Term) []Pattern {
	var list []Pattern
	for _, t := range terms {
		if t.Not {
			continue
		}
		if p := patternOf(t); len(p.words) > 0 || p.expr != nil {
			list = append(list, p)
		}
	}
	return list
}

func patternOf(t Term) Pattern {
	if t.Regex {
		expr, err := NewRegex(t.Text)
		if err != nil {
			return Pattern{} // a search for it says so
		}
		return Pattern{expr: expr}
	}
	p := Pattern{prefix: t.Prefix}
	for _, w := range Tokens(t.Text) {
		p.words = append(p.words, w.Fold)
	}
	return p
}

// Holds reports whether a text holds the words of a term, whatever an index says.
func Holds(text string, t Term) bool {
	p := patternOf(t)
	if p.expr != nil {
		return !p.expr.Heavy(text) && p.expr.MatchString(text)
	}
	return len(p.words) > 0 && len(matches(text, []Pattern{p})) > 0
}

// at reports whether the tokens from i on are the pattern.
func (p *Pattern) at(list []Token, i int) bool {
	n := len(p.words)
	if n == 0 || i+n > len(list) {
		return false
	}
	for k, w := range p.words {
		got := list[i+k].Fold
		if k == n-1 && p.prefix {
			return strings.HasPrefix(got, w)
		}
		if got != w {
			return false
		}
	}
	return true
}

// match is a place in a text where a term was found.
type match struct{ start, end, term int }

// matches finds the terms in a text, in the order of their places.
func matches(text string, terms []Pattern) []match {
	found := matchesIn(nil, Tokens(text), terms)
	for _, group := range split(text, spansOf(text)) {
		found = matchesIn(found, group, terms)
	}
	for k, p := range terms {
		if p.expr != nil {
			found = append(found, p.expr.places(text, k)...)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.start - b.start })
	return found
}

func matchesIn(found []match, list []Token, terms []Pattern) []match {
	for i := range list {
		for k := range terms {
			if terms[k].at(list, i) {
				found = append(found, match{list[i].Start, list[i+len(terms[k].words)-1].End, k})
			}
		}
	}
	return found
}

// matchesMost is how many matches of a regular expression are marked in one text.
const matchesMost = 10_000

// places are where an expression, which is term k, matches more than nothing.
func (r *Regex) places(text string, k int) []match {
	var list []match
	if r.Heavy(text) {
		return nil
	}
	for _, at := range r.FindAllStringIndex(text, matchesMost) {
		if at[0] < at[1] {
			list = append(list, match{at[0], at[1], k})
		}
	}
	return list
}
