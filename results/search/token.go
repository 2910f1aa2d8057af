package search

import (
	"unicode"
	"unicode/utf8"
)

// Token is a word of a text: its place and its folded form.
type Token struct {
	Start, End int
	Fold       string
}

// maxWord is how many bytes of a word tell it from others. Longer ones are data
// in letters, which no search line holds.
const maxWord = 2047

// Tokens cuts s into words, which is what an index holds of it:
//   - letters and digits that follow each other, with the accents on them;
//   - a character of a script that is written without spaces, with its marks;
//   - a symbol, or the same symbol several times in a row.
//
// Punctuation, ASCII symbols and the lines of drawn boxes separate words.
func Tokens(s string) []Token {
	spans := spansOf(s)
	list := make([]Token, len(spans))
	for i, w := range spans {
		list[i] = w.token(s)
	}
	return list
}

// span is the place of a word.
type span struct{ start, end int }

func (w span) token(s string) Token { return Token{w.start, w.end, fold(s[w.start:w.end])} }

func spansOf(s string) []span {
	list := make([]span, 0, len(s)/6+1)
	for i := 0; i < len(s); {
		start, end := nextWord(s, i)
		if start < end {
			list = append(list, span{start, end})
		}
		i = end
	}
	return list
}

// nextWord finds the first word of s from i on; start is end where there is none.
func nextWord(s string, i int) (start, end int) {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if asciiWord[c] {
				return i, wordEnd(s, i+1)
			}
			i++
			continue
		}
		r, size := decodeRune(s, i)
		switch classOf(r) {
		case inWord:
			return i, wordEnd(s, i+size)
		case alone:
			return i, marksEnd(s, i+size)
		case symbol:
			return i, sameEnd(s, i+size, r)
		}
		i += size
	}
	return len(s), len(s)
}

// wordEnd is where the word ends that goes on at i. An accent belongs to the
// letter before it.
func wordEnd(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if !asciiWord[c] {
				break
			}
			i++
			continue
		}
		r, size := decodeRune(s, i)
		if classOf(r) != inWord && !isAccent(r) {
			break
		}
		i += size
	}
	return i
}

// marksEnd is where the marks end that stand on the character before i.
func marksEnd(s string, i int) int {
	for i < len(s) {
		r, size := decodeRune(s, i)
		if r < 0x300 || !unicode.Is(unicode.M, r) {
			break
		}
		i += size
	}
	return i
}

// sameEnd is where r, which stands before i, is no longer repeated.
func sameEnd(s string, i int, r rune) int {
	for i < len(s) {
		next, size := decodeRune(s, i)
		if next != r && !isJoiner(next) {
			break
		}
		i += size
	}
	return i
}

// decodeRune reads the character at i; one of full width is read as ASCII.
func decodeRune(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return narrow(r), size
}

// narrow is the ASCII form of a character of full width.
func narrow(r rune) rune {
	if r >= 0xff01 && r <= 0xff5e {
		return r - 0xfee0
	}
	return r
}

// class says what a character is to a word.
type class byte

const (
	between class = iota // it belongs to none
	inWord
	alone // it is one by itself
	symbol
)

// asciiWord holds the letters and digits of ASCII.
var asciiWord = func() (in [utf8.RuneSelf]bool) {
	for c := range in {
		in[c] = isDigit(byte(c)) || isUpper(byte(c)) || isLower(byte(c))
	}
	return in
}()

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if asciiWord[r] {
			return inWord
		}
		return between
	case unicode.IsLetter(r):
		if isCJK(r) || isSpaceless(r) {
			return alone
		}
		return inWord
	case unicode.IsNumber(r):
		if isCJK(r) {
			return alone
		}
		return inWord
	case unicode.Is(unicode.Co, r):
		return inWord
	case isSymbol(r):
		return symbol
	}
	return between
}

// isSymbol knows what is looked for by itself: signs, arrows, emoji. Not so are
// the lines and blocks of which tables and bars are drawn, and what stands in the
// place of a broken character.
func isSymbol(r rune) bool {
	if r >= 0x2500 && r <= 0x259f || r == utf8.RuneError {
		return false
	}
	return unicode.In(r, unicode.So, unicode.Sm, unicode.Sc)
}

// isJoiner knows what changes the look of an emoji and not its meaning.
func isJoiner(r rune) bool {
	return r == 0xfe0e || r == 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff
}

// isAccent knows the combining marks that do not end a word.
func isAccent(r rune) bool { return r >= 0x300 && r <= 0x331 }

// isCJK reports whether r belongs to the scripts of China, Japan and Korea. What
// is written without spaces is found as a phrase of its characters.
func isCJK(r rune) bool {
	switch {
	case r < 0x3005:
		return false
	case r <= 0x3007, // iteration mark, closing mark, zero
		r >= 0x3040 && r <= 0x312f, // kana, bopomofo
		r >= 0x31a0 && r <= 0x31ff, // bopomofo and kana extensions
		r >= 0x3400 && r <= 0x4dbf, // extension A
		r >= 0x4e00 && r <= 0x9fff, // unified ideographs
		r >= 0xac00 && r <= 0xd7af, // hangul
		r >= 0xf900 && r <= 0xfaff, // compatibility ideographs
		r >= 0xff66 && r <= 0xff9d, // halfwidth kana
		r >= 0x20000 && r <= 0x323af:
		return true
	}
	return false
}

// isSpaceless reports whether r belongs to another script without spaces between
// words: Thai, Lao, Myanmar, Khmer, Tai.
func isSpaceless(r rune) bool {
	switch {
	case r < 0x0e00:
		return false
	case r <= 0x0eff,
		r >= 0x1000 && r <= 0x109f,
		r >= 0x1780 && r <= 0x17ff,
		r >= 0x1950 && r <= 0x19df,
		r >= 0x1a20 && r <= 0x1aaf,
		r >= 0xa9e0 && r <= 0xa9ff,
		r >= 0xaa60 && r <= 0xaadf:
		return true
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
