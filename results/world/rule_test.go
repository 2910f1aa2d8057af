package world

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

func TestRuleWords(t *testing.T) {
	script := `"""check_preferences.py -- rules of this scenario
- P1: ISO dates
  P2: names with a prefix (P1 too)
"""
def check_p2(f):
    """P2: something else"""
    return True, "P2: skipped"

def check_p3(f):
    """P3：结论先行。"""
    print(f"P4: {f} has none")
`
	want := map[string]string{"P1": "ISO dates", "P2": "names with a prefix (P1 too)", "P3": "结论先行。"}
	if got := RuleWords([]byte(script)); !maps.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"RuleWords": testRealRuleWords}, "world", "clawarena")
}

// Each of the public scenarios numbers its rules anew, and what is kept of its
// checker says at least two of them in words.
func testRealRuleWords(t *testing.T) {
	data := must.Get(os.ReadFile(resultstest.Shared(t, "world", "clawarena", "checkers.json")))(t)
	var checkers map[string]struct{ Rules []string }
	must.Do(t, json.Unmarshal(data, &checkers))
	third := map[string]bool{}
	scenarios := 0
	for name, c := range checkers {
		if path.Base(name) != "check_preferences.py" {
			continue
		}
		said := RuleWords([]byte(strings.Join(c.Rules, "\n")))
		if scenarios++; len(said) == 0 {
			t.Errorf("%s says no rule", name)
		}
		if said["P3"] != "" {
			third[said["P3"]] = true
		}
		t.Log(name, said)
	}
	if scenarios != 12 || len(third) < 6 {
		t.Errorf("%d scenarios, %d different rules P3", scenarios, len(third))
	}
}
