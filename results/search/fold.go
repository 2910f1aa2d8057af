package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold makes spellings of a word equal that a search takes as equal: case, full
// width, and Latin letters with and without accents. It allocates only where
// there is something to change.
func fold(s string) string {
	if len(s) > maxWord {
		s = cutWord(s)
	}
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
	last := rune(-1)
	for _, r := range s {
		r = foldRune(narrow(r))
		if isAccent(r) || isJoiner(r) || r == last && classOf(r) == symbol {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// foldRune is the small letter without its accent. It goes by way of the capital,
// which is one for the forms of a small letter, such as those of s and sigma.
func foldRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return unicode.ToLower(r)
	case r == 'ı': // its capital is that of i
		return r
	case unicode.Is(unicode.Latin, r):
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// cutWord keeps the beginning of a word that is too long.
func cutWord(s string) string {
	end := maxWord
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}
