package search

// A word is also found by the words it is made of: configServer by config and
// server, and v1.2.3 by 1.2. They stand apart from the words of a text, so that
// these follow each other as they are read.
const (
	maxSplit   = 48 // bytes of a word that is split
	minPart    = 2  // bytes of a part
	digitsMost = 1  // stretches of digits in a word that is split; data in letters has more
)

// split gives the words that a text has inside of words: lists, of which each
// follows from one word or, as the digits of a version, from several.
func split(s string, list []span) [][]Token {
	var groups [][]Token
	for i, w := range list {
		if g := humps(s, w); g != nil {
			groups = append(groups, g)
		}
		if i == 0 || !follows(s, list, i) { // a version begins at its first word
			if g := version(s, list[i:]); g != nil {
				groups = append(groups, g)
			}
		}
	}
	return groups
}

// humps are the parts of a word that is written in camelCase, of ASCII letters
// and digits; nil if it is not.
func humps(s string, w span) []Token {
	if w.end-w.start > maxSplit || w.end-w.start < 2*minPart-1 {
		return nil
	}
	word := s[w.start:w.end]
	cuts, digits := [maxSplit]int{}, 0
	n := 0
	for i := 1; i < len(word); i++ {
		c, before := word[i], word[i-1]
		if c >= 0x80 {
			return nil
		}
		if isDigit(c) && !isDigit(before) {
			digits++
		}
		switch {
		case isUpper(c) && !isUpper(before), // configServer
			isUpper(before) && isLower(c) && i > 1 && isUpper(word[i-2]): // HTTPServer
			if !isUpper(c) {
				cuts[n] = i - 1
			} else {
				cuts[n] = i
			}
			n++
		}
	}
	if n == 0 || digits > digitsMost || 2*(n+1) > len(word) {
		return nil
	}
	return cutAt(s, w, cuts[:n])
}

func cutAt(s string, w span, cuts []int) []Token {
	group := make([]Token, 0, len(cuts)+1)
	start := 0
	for i := 0; i <= len(cuts); i++ {
		end := w.end - w.start
		if i < len(cuts) {
			end = cuts[i]
		}
		if end-start >= minPart {
			group = append(group, span{w.start + start, w.start + end}.token(s))
		}
		start = end
	}
	return group
}

// follows reports whether the word i of a list goes on with the digits of the one
// before it, behind a dot.
func follows(s string, list []span, i int) bool {
	w, before := list[i], list[i-1]
	return w.start == before.end+1 && s[before.end] == '.' && isDigit(s[w.start]) && isDigit(s[before.end-1])
}

// version gives the digits of a version that has letters at its ends, such as
// v1.2.3 or 2.0rc1; nil if the list does not begin with one.
func version(s string, list []span) []Token {
	n, bare := 1, true
	for n < len(list) && follows(s, list, n) {
		n++
		if end := list[n-1]; digitsAt(s, end) < end.end {
			bare = false // letters end it
			break
		}
	}
	if n == 1 {
		return nil
	}
	first, last := list[0], list[n-1]
	from := first.end
	for from > first.start && isDigit(s[from-1]) {
		from--
	}
	if bare && from == first.start {
		return nil // its words are those of the text
	}
	digits := append(make([]Token, 0, n), span{from, first.end}.token(s))
	for _, w := range list[1 : n-1] {
		digits = append(digits, w.token(s))
	}
	return append(digits, span{last.start, digitsAt(s, last)}.token(s))
}

// digitsAt is where the digits end that a word begins with.
func digitsAt(s string, w span) int {
	i := w.start
	for i < w.end && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
