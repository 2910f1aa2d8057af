package cases

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/world"
)

// Failing is a broad category of failures, used for both hand-written and generated cases.
type Failing struct {
	ID    string
	Title string
	modes []string // failure modes of hand-written cases, and ids of rules
}

// Failings returns all categories in display order.
func Failings() []Failing {
	return []Failing{
		{"options", "set of options", []string{"compound-claim", "omission", "addition"}},
		{"form", "names and form", []string{"format-ceiling", "key-name"}},
		{"checker", "checker or gold", []string{"checker", "gold", "shortcut", "late-points"}},
		{"update", "missed update", []string{"belief-kept", "silent-change", world.SignNoLook}},
		{"preference", "preference", []string{"silent-preference"}},
		{"feedback", "feedback", []string{"told-otherwise"}},
		{"claim", "evidence and claims", []string{"evidence", "unsupported-claim"}},
		{"red-line", "red line", []string{"red-line"}},
		{"tools", "tools", []string{"loop", "wrong-channel"}},
		{"no-end", "no answer, time, exceptions", []string{"no-answer", "timeout", "infrastructure-zero"}},
	}
}

// Has reports whether a failure mode or rule id belongs to the category.
func (f Failing) Has(mode string) bool { return slices.Contains(f.modes, mode) }

// FailingsOf returns the ids of the categories to which the given failure modes or rule ids belong,
// in order.
func FailingsOf(modes ...string) []string {
	var ids []string
	for _, f := range Failings() {
		if slices.ContainsFunc(modes, f.Has) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}
