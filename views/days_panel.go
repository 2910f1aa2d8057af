package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

func JoinNotes(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "; ")
}

// RangeWords is an interval of shares as a note.
func RangeWords(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Pct(&ci[0]) + "–" + words.Pct(&ci[1])
}
