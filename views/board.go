package views

import (
	"github.com/clawatlas/clawatlas/results/words"
)

// NounOr is a benchmark's own word, or the site's.
func NounOr(word, preset string) string {
	if word == "" {
		return preset
	}
	return word
}

// NounCount is a count with the benchmark's own word.
func NounCount(n int, word, preset string) string {
	if word == "" {
		word = preset
	}
	return words.Counted(n, word)
}
