package export

import (
	"hash/fnv"
	"unicode"
)

const (
	wordMost = 40  // characters of a word that can be searched for
	shardsOf = 256 // files that hold the words of the index
)

// wordsOf calls f for every word of a text, in lower case: runs of letters, digits
// and marks, and of Chinese and Japanese every two characters that stand side by
// side. static/search.js cuts what readers type in the same way.
func wordsOf(text string, f func(word string)) {
	var plain, chars []rune
	flush := func() {
		if len(plain) > 0 && len(plain) <= wordMost {
			f(string(plain))
		}
		if len(chars) == 1 {
			f(string(chars))
		}
		for i := 0; i+1 < len(chars); i++ {
			f(string(chars[i : i+2]))
		}
		plain, chars = plain[:0], chars[:0]
	}
	for _, r := range text {
		switch {
		case !unicode.In(r, unicode.L, unicode.N, unicode.M):
			flush()
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			if len(plain) > 0 {
				flush()
			}
			chars = append(chars, r)
		default:
			if len(chars) > 0 {
				flush()
			}
			plain = append(plain, unicode.ToLower(r))
		}
	}
	flush()
}

// shardOf is the file that holds a word.
func shardOf(word string) int {
	h := fnv.New32a()
	h.Write([]byte(word)) // never fails
	return int(h.Sum32() % shardsOf)
}
