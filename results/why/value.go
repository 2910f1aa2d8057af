package why

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Values lists what a text states that can be looked for elsewhere, each once, in
// their order: what has a digit in it (numbers, dates, times, codes) and what stands
// in quotes. Of data, such as JSON and CSV, other words count too.
func Values(text string, data bool) []string {
	var list []string
	add := func(s string) {
		s = strings.Trim(s, " .,;:!?()[]{}<>*_|#\"'`=“”")
		if len(s) <= valueMost && follows(s) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, m := range valueToken.FindAllStringIndex(text, -1) {
		word, rest := text[m[0]:m[1]], strings.TrimLeft(text[m[1]:], " ")
		name := strings.HasPrefix(rest, ":") // of JSON or YAML
		switch {
		case strings.HasPrefix(word, "\"") || strings.HasPrefix(word, "`") || strings.HasPrefix(word, "“"):
			if !name {
				add(word)
			}
		case strings.ContainsAny(word, "0123456789"), data && !name && !strings.HasSuffix(word, ":"):
			add(word)
		}
	}
	return list
}

// Has reports whether a text has a value in one of the ways in which it may be written.
func Has(text, value string) bool {
	at, _ := firstForm(text, formsOf(value))
	return at >= 0
}

// IsData reports whether a file of that name holds data and no prose or code.
func IsData(name string) bool {
	return slices.Contains([]string{".json", ".jsonl", ".csv", ".tsv", ".yaml", ".yml", ".toml", ".ini", ".xml"},
		strings.ToLower(path.Ext(name)))
}

const valueMost = 120 // bytes

var valueToken = regexp.MustCompile(`"[^"\n]{1,120}"|` + "`[^`\n]{1,120}`" + `|“[^”\n]{1,120}”|[\pL\pN_](?:[\pL\pN_.:/%+-]|,\d{3}\b)*`)
