package clawarena

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
)

var (
	boxPattern  = regexp.MustCompile(`\\(?:bbox|boxed)\{([^}]*)\}`)
	foreignBox  = regexp.MustCompile(`\\[^\x00-\x7f]*box\{`) // \box{, also with non-ASCII characters after the backslash
	mathBracket = strings.NewReplacer(`\[`, "", `\]`, "", `\(`, "", `\)`, "")
)

// extract parses the agent's answer like the harness (multi_choice.py). It returns the letters in
// the first box in upper case without duplicates, or nil if there is no box.
func extract(answer string) []string {
	s := foreignBox.ReplaceAllString(mathBracket.Replace(answer), `\bbox{`)
	m := boxPattern.FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	set := map[string]bool{}
	for _, r := range m[1] {
		if r < unicode.MaxASCII && unicode.IsLetter(r) {
			set[strings.ToUpper(string(r))] = true
		}
	}
	if len(set) == 0 {
		return nil
	}
	list := make([]string, 0, len(set))
	for l := range set {
		list = append(list, l)
	}
	sort.Strings(list)
	return list
}

// optionChecks returns one check per option. A check passes if the option was selected and is
// correct, or was not selected and is not correct.
func optionChecks(t *results.Task, selected, gold []string) []results.Check {
	if selected == nil {
		return nil
	}
	labels := map[string]bool{}
	if t != nil {
		for _, o := range t.Options {
			labels[o.Label] = true
		}
	}
	for _, l := range append(append([]string{}, selected...), gold...) {
		labels[l] = true
	}
	var list []results.Check
	for l := range labels {
		picked, right := slices.Contains(selected, l), slices.Contains(gold, l)
		c := results.Check{ID: l, Weight: 1, Passed: new(picked == right)}
		switch {
		case right && !picked:
			c.Detail = "omitted"
		case picked && !right:
			c.Detail = "added"
		}
		list = append(list, c)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}
