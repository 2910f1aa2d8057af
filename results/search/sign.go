package search

import (
	"maps"
	"slices"
	"strings"
)

// Signs are the operators and rules of code, such as != and ---: two to signMost ASCII
// symbols that follow each other, and a word with its sign, such as C++ and C#. To an
// index they are words of characters of full width, which no word of a text has.
const (
	signChars = `!#$%&*+-./:<=>?@\^|~`
	signMost  = 8
)

func isSign(c byte) bool { return strings.IndexByte(signChars, c) >= 0 }

func isASCIIWord(c byte) bool { return c < 0x80 && asciiWord[c] }

// IsSign reports whether a text is a sign, which may have a space behind it.
func IsSign(text string) bool {
	sign := strings.TrimSuffix(text, " ")
	return signEnd(sign, 0) == len(sign) && len(sign) >= 2 && len(sign) <= signMost
}

// isSigned reports whether a text is a word with its sign.
func isSigned(text string) bool {
	word := strings.TrimSuffix(strings.TrimSuffix(text, "++"), "#")
	return word != "" && len(word) < len(text) && signStart(word, len(word)) == 0 && (text == word+"++" || text == word+"#")
}

// signEnd is where the symbols end that follow each other from i on.
func signEnd(s string, i int) int {
	for i < len(s) && isSign(s[i]) {
		i++
	}
	return i
}

// signStart is where the word begins that ends at i; i if it is none of letters and digits.
func signStart(s string, i int) int {
	start := i
	for start > 0 && isASCIIWord(s[start-1]) {
		start--
	}
	if start < i && isDigit(s[start]) {
		return i
	}
	return start
}

// signs lists what signs a text has, as an index holds them, each once: also those that
// are part of others, and with the space behind them.
func signs(s string) []string {
	set := map[string]bool{}
	for i := 0; i < len(s); i++ {
		if !isSign(s[i]) {
			continue
		}
		end := signEnd(s, i)
		for _, sign := range []string{"++", "#"} {
			if start := signStart(s, i); start < i && strings.HasPrefix(s[i:], sign) {
				set[wide(s[start:i+len(sign)])] = true
			}
		}
		for at := i; at < end; at++ {
			if at > i && end-at > signMost && strings.Count(s[at-1:at+signMost], s[at:at+1]) > signMost {
				continue // a long rule, of which the rest says the same
			}
			for n := 2; n <= signMost && at+n <= end; n++ {
				set[wide(s[at:at+n])] = true
			}
		}
		if end < len(s) && s[end] == ' ' {
			for n := 2; n <= min(signMost, end-i); n++ {
				set[wide(s[end-n:end+1])] = true
			}
		}
		i = end
	}
	return slices.Sorted(maps.Keys(set))
}

// wide writes a sign as a word.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_' + 0xfee0
		case r < 0x80 && !asciiWord[r]:
			return r + 0xfee0
		}
		return r
	}, fold(s))
}

// signPlaces are where a text has a sign, in any case.
func signPlaces(text, sign string) [][2]int {
	var list [][2]int
	for i := 0; i+len(sign) <= len(text); i++ {
		word := isASCIIWord(sign[0])
		if text[i]|0x20 != sign[0]|0x20 || !strings.EqualFold(text[i:i+len(sign)], sign) || word && i > 0 && isASCIIWord(text[i-1]) {
			continue
		}
		list = append(list, [2]int{i, i + len(sign)})
		i += len(sign) - 1
	}
	return list
}
