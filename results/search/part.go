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
func split(s string, list []Token) [][]Token {
	var groups [][]Token
	for i := range list {
		if g := humps(s, list[i]); g != nil {
			groups = append(groups, g)
		}
	}
	for i := 0; i+1 < len(list); {
		g, n := version(s, list[i:])
		if g != nil {
			groups = append(groups, g)
		}
		i += max(n, 1)
	}
	return groups
}

// humps are the parts of a word that is written in camelCase, of ASCII letters
// and digits; nil if it is not.
func humps(s string, t Token) []Token {
	if t.End-t.Start > maxSplit || t.End-t.Start < 2*minPart-1 {
		return nil
	}
	word := s[t.Start:t.End]
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
	return cutAt(s, t, cuts[:n])
}

func cutAt(s string, t Token, cuts []int) []Token {
	group := make([]Token, 0, len(cuts)+1)
	start := 0
	for i := 0; i <= len(cuts); i++ {
		end := t.End - t.Start
		if i < len(cuts) {
			end = cuts[i]
		}
		if end-start >= minPart {
			from, to := t.Start+start, t.Start+end
			group = append(group, Token{from, to, fold(s[from:to])})
		}
		start = end
	}
	return group
}

// version gives the digits of a version that has letters at its ends, such as
// v1.2.3 or 2.0rc1, and of how many of the words it consists.
func version(s string, list []Token) (digits []Token, n int) {
	first, last := list[0], Token{}
	from := trailingDigits(s, first)
	if from == first.End {
		return nil, 1
	}
	n = 1
	for n < len(list) && list[n].Start == list[n-1].End+1 && s[list[n-1].End] == '.' {
		next := list[n]
		to := leadingDigits(s, next)
		if to == next.Start {
			break
		}
		n++
		last = Token{next.Start, to, s[next.Start:to]}
		if to < next.End {
			break
		}
	}
	if n == 1 || from == first.Start && last.End == list[n-1].End {
		return nil, n // a plain number, or all digits: its words are those of the text
	}
	digits = append(make([]Token, 0, n), Token{from, first.End, s[from:first.End]})
	digits = append(digits, list[1:n-1]...)
	return append(digits, last), n
}

func trailingDigits(s string, t Token) int {
	i := t.End
	for i > t.Start && isDigit(s[i-1]) {
		i--
	}
	return i
}

func leadingDigits(s string, t Token) int {
	i := t.Start
	for i < t.End && isDigit(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
