package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Token is a word of a text: its place and its folded form.
type Token struct {
	Start, End int
	Fold       string
}

// Tokens cuts s as the index does: FTS5's unicode61 over text whose CJK
// characters stand alone.
func Tokens(s string) []Token {
	list := make([]Token, 0, len(s)/6+1)
	start := -1
	end := func(i int) {
		if start >= 0 {
			list = append(list, Token{start, i, fold(s[start:i])})
			start = -1
		}
	}
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case isCJK(r):
			end(i)
			if isTokenRune(r) {
				list = append(list, Token{i, i + size, s[i : i+size]})
			}
		case isTokenRune(r):
			if start < 0 {
				start = i
			}
		case start >= 0 && isAccent(r):
			// An accent belongs to the letter before it.
		default:
			end(i)
		}
		i += size
	}
	end(len(s))
	return list
}

func isTokenRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// isAccent knows the combining marks that do not end a word.
func isAccent(r rune) bool { return r >= 0x300 && r <= 0x331 }

// fold makes spellings equal that the index takes as equal: case, and Latin
// letters with and without accents. It allocates only where there is something
// to change.
func fold(s string) string {
	plain, upper := true, false
	for i := 0; i < len(s); i++ {
		plain = plain && s[i] < utf8.RuneSelf
		upper = upper || 'A' <= s[i] && s[i] <= 'Z'
	}
	if plain && !upper {
		return s
	}
	if plain {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case isAccent(r):
		case r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r):
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(unicode.ToLower(base))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Pattern is a term of a query, cut into words.
type Pattern struct {
	words  []string
	prefix bool
}

// Patterns are the terms whose matches are shown: those that must be met.
func Patterns(terms []Term) []Pattern {
	var list []Pattern
	for _, t := range terms {
		if t.Not {
			continue
		}
		p := Pattern{prefix: t.Prefix}
		for _, w := range Tokens(t.Text) {
			p.words = append(p.words, w.Fold)
		}
		if len(p.words) > 0 {
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
	var found []match
	list := Tokens(text)
	for i := range list {
		for k := range terms {
			if terms[k].at(list, i) {
				found = append(found, match{list[i].Start, list[i+len(terms[k].words)-1].End, k})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.start - b.start })
	return found
}
