package ingest

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lookalikes maps letters to the Latin letters that they resemble, from Unicode Technical Standard
// 39. It omits letters that NFKD normalisation converts.
var lookalikes = func() map[rune]rune {
	m := map[rune]rune{}
	for latin, others := range map[rune]string{
		'a': "аɑα", 'b': "ЬЪƄ", 'c': "сϲᴄ", 'd': "ԁժ", 'e': "еєҽ", 'f': "ƒք", 'g': "ɡցᶃ", 'h': "һհᏂ", 'i': "іıɩιӏ", 'j': "јϳ", 'k': "кκ",
		'l': "ӀǀⵏΙІ", 'm': "мᴍ", 'n': "ոռ", 'o': "оοσօᴏ", 'p': "рρ", 'q': "ԛզ", 'r': "гᴦ", 's': "ѕꜱ", 't': "тτᴛ", 'u': "υսᴜ", 'v': "ѵνᴠ",
		'w': "ԝѡᴡա", 'x': "хχ", 'y': "уγүʏ", 'z': "ᴢʐ", 'A': "АΑ", 'B': "ВΒ", 'C': "СϹ", 'E': "ЕΕ", 'G': "Ԍ", 'H': "НΗ", 'J': "Ј", 'K': "КΚ",
		'M': "МΜ", 'N': "Ν", 'O': "ОΟՕ", 'P': "РΡ", 'S': "ЅՏ", 'T': "ТΤ", 'X': "ХΧ", 'Y': "ҮΥ", 'Z': "Ζ", '-': "˗−⁃۔", '.': "․܁܂٠۰ꓸ", '/': "∕⁄⧸",
	} {
		for _, r := range others {
			m[r] = latin
		}
	}
	return m
}()

// plainName converts letters that look like ASCII letters to ASCII and removes invisible
// characters.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch other, known := lookalikes[r]; {
		case known:
			return other
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Pd, r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, norm.NFKD.String(name))
}

// skeleton returns the same string for names that look alike. It ignores case.
func skeleton(name string) string {
	return strings.ToLower(strings.NewReplacer("0", "o", "1", "l", "I", "l", "|", "l").Replace(plainName(name)))
}
