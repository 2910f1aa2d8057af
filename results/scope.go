package results

import "strings"

// ScopeKind says what a scope is a part of the benchmark by. A scope is written
// as its kind and a name, "scenario:hr"; an empty one is the whole benchmark.
type ScopeKind string

// The kinds of scopes.
const (
	ScopeScenario   ScopeKind = "scenario"   // by slug
	ScopeFactor     ScopeKind = "factor"     // by id
	ScopeDifficulty ScopeKind = "difficulty" // by label
	ScopeDay        ScopeKind = "day"        // by number from 1, or final
)

// Of is the scope of that name.
func (k ScopeKind) Of(name string) string { return string(k) + ":" + name }

// Cut gives the name of a scope of this kind.
func (k ScopeKind) Cut(scope string) (name string, ok bool) {
	return strings.CutPrefix(scope, string(k)+":")
}
