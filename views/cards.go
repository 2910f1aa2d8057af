package views

import (
	"strings"
	"unicode/utf8"
)

// ScriptedCard is said on every card of runs that programs made.
const ScriptedCard = "Scripted agents, not models. "

// InFull keeps a short name on one line.
func InFull(name string) string {
	if utf8.RuneCountInString(name) > 28 {
		return name
	}
	return strings.ReplaceAll(name, " ", "\u00a0")
}
