package search

import (
	"slices"
	"strings"
	"unicode"
)

// Which words are kept to be proposed in place of one that no step has.
const (
	suggestLeast = 4  // letters
	suggestMost  = 24 // letters
	// twoSlipsLeast is how many letters a word needs for two of them to be wrong.
	twoSlipsLeast = 7
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

// Slips is how many slips lead from a word to one that may be meant: letters that
// are missing, too many, wrong or that have changed places; -1 if they are more than
// a reader of that word makes.
func Slips(word, meant string) int {
	most := 1
	if n := len([]rune(word)); n >= twoSlipsLeast {
		most = 2
	}
	if n := distance([]rune(word), []rune(meant), most); n <= most {
		return n
	}
	return -1
}

// distance counts the slips between a and b up to most+1.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

// OneSlip lists the spellings that are one slip away from a word of small letters,
// with those of English and of the word itself.
func OneSlip(word string) []string {
	w := []rune(word)
	letters := []rune("abcdefghijklmnopqrstuvwxyz")
	for _, r := range w {
		if !slices.Contains(letters, r) {
			letters = append(letters, r)
		}
	}
	var list []string
	add := func(parts ...[]rune) {
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(string(p))
		}
		list = append(list, b.String())
	}
	for i := range len(w) + 1 {
		for _, r := range letters {
			add(w[:i], []rune{r}, w[i:])
			if i < len(w) {
				add(w[:i], []rune{r}, w[i+1:])
			}
		}
		if i < len(w) {
			add(w[:i], w[i+1:])
		}
		if i+1 < len(w) {
			add(w[:i], []rune{w[i+1], w[i]}, w[i+2:])
		}
	}
	return list
}

// Meant is a word that a reader may have meant.
type Meant struct {
	Word string `json:"word"` // as it was typed, which no step has
	As   string `json:"as"`   // a word that steps have which the rest of the search finds
}
