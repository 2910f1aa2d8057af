package item

import (
	"regexp"
	"slices"
	"strings"
)

var (
	quotedName = regexp.MustCompile(`'([A-Za-z_][A-Za-z0-9_]{2,})'`)
	firstName  = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]{2,}) (?:expected|is missing|must be)`)
)

// Unnamed lists the keys that a checker missed although no text that the agent
// had been given names them. given is that text: the prompts up to this task
// and the feedback on earlier ones. A key that a file of the workspace defines
// cannot be told from one that nobody defined, so the list is a reason to look,
// not a proof.
func Unnamed(findings []Finding, given string) []string {
	var list []string
	for _, f := range findings {
		if f.Cause != MissingKey {
			continue
		}
		names := namesOf(f.Text)
		known := slices.ContainsFunc(names, func(n string) bool { return strings.Contains(given, n) })
		if known && strings.Contains(f.Text, "(or ") {
			continue // one of two spellings is known, and either is accepted
		}
		for _, n := range names {
			if !strings.Contains(given, n) && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

func namesOf(text string) []string {
	if m := firstName.FindStringSubmatch(text); m != nil {
		return m[1:]
	}
	var list []string
	for _, m := range quotedName.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}
