package search

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Token is a word of a text, with its position and normalised form.
type Token struct {
	Start, End int
	Fold       string
}

// Tokens splits a text into the words of the index: letters and digits with their accents, single
// characters of scripts without spaces, and repetitions of one symbol. Punctuation, ASCII symbols
// and box-drawing characters separate words.
func Tokens(s string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for i := 0; i < len(s); {
			first, size := runeAt(s, i)
			kind, start := classOf(first), i
			for i += size; i < len(s) && kind >= inWord; i += size {
				if size = 1; kind == inWord && isWord(s[i]) {
					continue // fast path for most text
				}
				var r rune
				if r, size = runeAt(s, i); !goesOn(kind, first, r) {
					break
				}
			}
			if kind >= inWord && !yield(Token{start, i, fold(s[start:i])}) {
				return
			}
		}
	}
}

// Words returns the normalised words of a text, joined by spaces.
func Words(s string) string {
	b := make([]byte, 0, len(s)+8)
	for w := range Tokens(s) {
		b = append(append(b, w.Fold...), ' ')
	}
	return strings.TrimSuffix(string(b), " ")
}

// IndexText converts a text for an index that splits only at spaces. It returns the words, followed
// by the distinct signs (see IsSign).
func IndexText(text string) string {
	text = lowerASCII(text)
	return strings.Trim(Words(text)+" "+strings.Join(signs(text), " "), " ")
}

// lowerASCII converts ASCII letters to lower case, which keeps all byte offsets.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func isWord(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }

// goesOn reports whether the rune next continues a word of the given class that begins with the
// rune first.
func goesOn(kind class, first, next rune) bool {
	switch kind {
	case inWord:
		c := classOf(next)
		return c == inWord || c == accent
	case alone:
		return next >= 0x300 && unicode.Is(unicode.M, next)
	}
	return next == first || classOf(next) == joiner
}

// wideBy is the difference between the code points of a full-width character and its ASCII
// character.
const wideBy = 0xfee0

func narrow(r rune) rune {
	if r >= '!'+wideBy && r <= '~'+wideBy {
		return r - wideBy
	}
	return r
}

func runeAt(s string, i int) (rune, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	return narrow(r), size
}

// class is the role of a character in a word.
type class byte

const (
	between class = iota // separator of words
	accent               // part of a word that is removed by normalisation
	joiner               // modifier of the preceding symbol
	inWord
	alone // word that consists of this single character
	symbol
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if isWord(byte(r)) {
			return inWord
		}
	case r >= 0x300 && r <= 0x331:
		return accent
	case r == 0xfe0e, r == 0xfe0f, r >= 0x1f3fb && r <= 0x1f3ff:
		return joiner
	case unicode.IsLetter(r) && unicode.In(r, cjk, spaceless), unicode.IsNumber(r) && unicode.Is(cjk, r):
		return alone
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.Is(unicode.Co, r):
		return inWord
	case r >= 0x2500 && r <= 0x259f, r == utf8.RuneError: // box-drawing characters, used for tables and bars
	case unicode.In(r, unicode.So, unicode.Sm, unicode.Sc):
		return symbol
	}
	return between
}

// Scripts without spaces between words: Chinese, Japanese and Korean (two columns wide), and Thai,
// Lao, Myanmar and Khmer. A text in them is searched as a phrase of single characters.
var (
	cjk = &unicode.RangeTable{
		R16: []unicode.Range16{{0x3005, 0x3007, 1}, {0x3040, 0x312f, 1}, {0x31a0, 0x31ff, 1}, {0x3400, 0x4dbf, 1}, {0x4e00, 0x9fff, 1},
			{0xac00, 0xd7af, 1}, {0xf900, 0xfaff, 1}, {0xff66, 0xff9d, 1}},
		R32: []unicode.Range32{{0x20000, 0x323af, 1}},
	}
	spaceless = &unicode.RangeTable{R16: []unicode.Range16{{0x0e00, 0x0eff, 1}, {0x1000, 0x109f, 1}, {0x1780, 0x17ff, 1},
		{0x1950, 0x19df, 1}, {0x1a20, 0x1aaf, 1}, {0xa9e0, 0xa9ff, 1}, {0xaa60, 0xaadf, 1}}}
)

// maxWord is the maximum number of indexed bytes of a word. Longer words are encoded data, for
// which nobody searches.
const maxWord = 2047

// fold normalises a word: it unifies case, full-width forms and accents of Latin letters.
func fold(s string) string {
	if len(s) > maxWord {
		s = strings.ToValidUTF8(s[:maxWord], "")
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			last := rune(-1)
			return strings.Map(func(r rune) rune {
				r = foldRune(narrow(r))
				if c := classOf(r); c == accent || c == joiner || c == symbol && r == last {
					return -1
				}
				last = r
				return r
			}, s)
		}
	}
	return strings.ToLower(s)
}

// foldRune returns the letter in lower case and without accent. It first converts to upper case,
// which unifies variants such as the two forms of sigma.
func foldRune(r rune) rune {
	switch {
	case r == 'ı': // the upper case of ı is I, like that of i
		return r
	case r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r):
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// A sign is an operator in code, such as != and ---: two to signMost ASCII symbols, or a word with
// a suffix, such as C++. The index stores signs in full-width characters, which words never
// contain.
const (
	signChars = `!#$%&*+-./:<=>?@\^|~`
	signMost  = 8
)

func isSign(c byte) bool { return strings.IndexByte(signChars, c) >= 0 }

// IsSign reports whether a text is a sign: an operator in code such as !=, or a word with a symbol
// suffix such as C++. A trailing space is allowed.
func IsSign(text string) bool {
	sign := strings.TrimSuffix(text, " ")
	return len(sign) >= 2 && len(sign) <= signMost && strings.Trim(sign, signChars) == ""
}

// signs lists the signs in a text in the form used by the index. It includes parts of longer signs,
// and variants with a trailing space.
func signs(s string) []string {
	set := map[string]bool{}
	for i := 0; i < len(s); i++ {
		if !isSign(s[i]) {
			continue
		}
		word, end := i, i+1
		for word > 0 && isWord(s[word-1]) {
			word--
		}
		for end < len(s) && isSign(s[end]) {
			end++
		}
		for _, sign := range []string{"++", "#"} {
			if word < i && s[word] > '9' && strings.HasPrefix(s[i:], sign) {
				set[wide(s[word:i+len(sign)])] = true
			}
		}
		for at := i; at < end; at++ {
			if at > i && at+signMost < end && s[at-1:at-1+signMost] == s[at:at+signMost] {
				continue // skip repetitions in a long line of symbols
			}
			for n := 2; n <= min(signMost, end-at); n++ {
				set[s[at:at+n]] = true
				if at+n == end && end < len(s) && s[end] == ' ' {
					set[s[at:end+1]] = true
				}
			}
		}
		i = end
	}
	list := slices.Collect(maps.Keys(set))
	for i, s := range list {
		list[i] = wide(s)
	}
	return slices.Sorted(slices.Values(list))
}

func wide(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_' + wideBy
		case r < utf8.RuneSelf && !isWord(byte(r)):
			return r + wideBy
		}
		return r
	}, lowerASCII(s))
}
