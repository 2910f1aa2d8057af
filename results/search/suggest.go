package search

import "unicode"

// Which words are kept to be proposed in place of one that no step has.
const (
	suggestLeast = 4  // letters
	suggestMost  = 24 // letters
)

// Suggestible reports whether a folded word may be what a reader meant to type:
// letters alone, and not too few or too many of them.
func Suggestible(word string) bool {
	n := 0
	for _, r := range word {
		if n++; n > suggestMost || r < 0x80 && !isLower(byte(r)) || r >= 0x80 && (!unicode.IsLetter(r) || classOf(r) != inWord) {
			return false
		}
	}
	return n >= suggestLeast
}
