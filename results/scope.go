package results

import "strings"

// ScopeKind is the kind of a scope. A scope selects a part of the benchmark and is written as kind
// and name, such as "scenario:hr". An empty scope selects the whole benchmark.
type ScopeKind string

// Kinds of scopes.
const (
	ScopeScenario   ScopeKind = "scenario"   // slug of a scenario
	ScopeFactor     ScopeKind = "factor"     // id of a complexity factor
	ScopeDifficulty ScopeKind = "difficulty" // difficulty label of the tasks
	ScopeDay        ScopeKind = "day"        // number of the day, from 1, or "final"
)

// Of returns the scope with the given name.
func (k ScopeKind) Of(name string) string { return string(k) + ":" + name }

// Cut returns the name in a scope of this kind; ok is false for scopes of other kinds.
func (k ScopeKind) Cut(scope string) (name string, ok bool) {
	return strings.CutPrefix(scope, string(k)+":")
}
