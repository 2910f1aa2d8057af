package world

import "regexp"

// ruleHead is how the checker of a scenario says a rule in words: in the list at its
// head, or in the first line of the function that checks it.
var ruleHead = regexp.MustCompile(`(?m)^[ \t]*(?:[-*][ \t]+)?(?:"""|''')?(P[0-9]+)[ \t]*[:：][ \t]*(.+?)[ \t]*(?:"""|''')?[ \t]*$`)

// RuleWords are the rules that a script which checks preferences says in words, by
// their ids. The first words on a rule count. The script is text and is never run.
func RuleWords(script []byte) map[string]string {
	said := map[string]string{}
	for _, m := range ruleHead.FindAllSubmatch(script, -1) {
		if rule := string(m[1]); said[rule] == "" {
			said[rule] = string(m[2])
		}
	}
	return said
}
