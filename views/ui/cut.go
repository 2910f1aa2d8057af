package ui

import "strings"

// separator stands between a model and its harness in the name of a system.
const separator = " · "

// CutMiddle shortens a text until it fits, by an ellipsis in its middle. Of the name
// of a system the model and the harness are shortened each, the longer one first, so
// that both can be read.
func CutMiddle(text string, fits func(string) bool) string {
	var parts [][]rune
	for part := range strings.SplitSeq(text, separator) {
		parts = append(parts, []rune(part))
	}
	kept := make([]int, len(parts)) // characters of each
	for i, p := range parts {
		kept[i] = len(p)
	}
	for {
		shown := make([]string, len(parts))
		longest := 0
		for i, p := range parts {
			shown[i] = middleOf(p, kept[i])
			if kept[i] > kept[longest] {
				longest = i
			}
		}
		short := strings.Join(shown, separator)
		if fits(short) || kept[longest] <= 2 {
			return short
		}
		kept[longest]--
	}
}

// middleOf keeps n characters of a text, those of its beginning and its end.
func middleOf(text []rune, n int) string {
	if n >= len(text) {
		return string(text)
	}
	head := (n + 1) / 2
	return strings.TrimRight(string(text[:head]), " ") + "…" + strings.TrimLeft(string(text[len(text)-(n-head):]), " ")
}
