package cases

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/world"
)

// Failing is what went wrong in a case, coarsely enough to be the same word for
// cases that people wrote and for those that rules found.
type Failing struct {
	ID    string
	Title string
	modes []string // failure modes of written cases, and ids of rules
}

// Failings lists them in the order in which pages offer them.
func Failings() []Failing {
	return []Failing{
		{"options", "set of options", []string{"compound-claim", "omission", "addition"}},
		{"form", "names and form", []string{"format-ceiling", "format-gap", "key-name"}},
		{"checker", "checker or gold", []string{"checker", "gold", "shortcut", "late-points"}},
		{"update", "missed update", []string{"asymmetric-revision", "silent-change", world.SignNoLook}},
		{"preference", "preference", []string{"silent-preference"}},
		{"feedback", "feedback", []string{"told-otherwise"}},
		{"claim", "evidence and claims", []string{"evidence", "unsupported-claim"}},
		{"red-line", "red line", []string{"red-line"}},
		{"tools", "tools", []string{"loop", "wrong-channel"}},
		{"no-end", "no answer, time, exceptions", []string{"no-answer", "timeout", "infrastructure-zero"}},
	}
}

// Has reports whether a failure mode or a rule is one of it.
func (f Failing) Has(mode string) bool { return slices.Contains(f.modes, mode) }

// FailingsOf are the ids of what modes, or rules, amount to, in order.
func FailingsOf(modes ...string) []string {
	var ids []string
	for _, f := range Failings() {
		if slices.ContainsFunc(modes, f.Has) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}
