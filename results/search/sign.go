package search

import "strings"

// Signs are the operators and rules of code, such as != and ---: two to signMost ASCII
// symbols that follow each other, and a word with its sign, such as C++ and C#. To an
// index they are words of characters of full width, which no word of a text has.
const (
	signChars = `!#$%&*+-./:<=>?@\^|~`
	signMost  = 8
)

func isSign(c byte) bool { return strings.IndexByte(signChars, c) >= 0 }

// IsSign reports whether a text is a sign, which may have a space behind it.
func IsSign(text string) bool {
	sign := strings.TrimSuffix(text, " ")
	return signEnd(sign, 0) == len(sign) && len(sign) >= 2 && len(sign) <= signMost
}

// isSigned reports whether a text is a word with its sign.
func isSigned(text string) bool {
	list := signs(text)
	return len(list) > 0 && list[0].Start == 0 && list[0].End == len(text) && !isSign(text[0])
}

// signEnd is where the symbols end that follow each other from i on.
func signEnd(s string, i int) int {
	for i < len(s) && isSign(s[i]) {
		i++
	}
	return i
}

// signs finds the signs of a text; one with a space behind it also with the space.
func signs(s string) []Token {
	var list []Token
	for i := 0; i < len(s); i++ {
		if !isSign(s[i]) {
			continue
		}
		end := signEnd(s, i)
		if n := suffix(s[i:end]); n > 0 {
			start := i
			for start > 0 && asciiWord[s[start-1]&0x7f] && s[start-1] < 0x80 {
				start--
			}
			if start < i && !isDigit(s[start]) {
				list = append(list, Token{start, i + n, wide(s[start : i+n])})
			}
		}
		if n := end - i; n >= 2 && n <= signMost {
			list = append(list, Token{i, end, wide(s[i:end])})
			if end < len(s) && s[end] == ' ' {
				list = append(list, Token{i, end + 1, wide(s[i : end+1])})
			}
		}
		i = end
	}
	return list
}

// suffix is the length of the sign that a word may have behind it.
func suffix(s string) int {
	switch {
	case strings.HasPrefix(s, "++"):
		return 2
	case s[0] == '#':
		return 1
	}
	return 0
}

// wide writes a sign as a word.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_' + 0xfee0
		case r > ' ' && !asciiWord[r]:
			return r + 0xfee0
		}
		return r
	}, fold(s))
}
