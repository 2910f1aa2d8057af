package results

import "testing"

func TestScopes(t *testing.T) {
	if got := ScopeScenario.Of("hr"); got != "scenario:hr" {
		t.Errorf("scope %q", got)
	}
	for _, c := range []struct {
		kind        ScopeKind
		scope, name string
		ok          bool
	}{
		{ScopeDay, "day:final", "final", true},
		{ScopeFactor, ScopeFactor.Of("a:b"), "a:b", true},
		{ScopeDay, "days:1", "days:1", false},
		{ScopeScenario, "factor:hr", "factor:hr", false},
		{ScopeScenario, "", "", false},
	} {
		if name, ok := c.kind.Cut(c.scope); name != c.name || ok != c.ok {
			t.Errorf("%s of %q: %q, %v", c.kind, c.scope, name, ok)
		}
	}
}
