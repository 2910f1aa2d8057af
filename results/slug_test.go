package results_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestNameIDKeepsNamesApart(t *testing.T) {
	names := []string{
		"command-r", "command-r+", "command-r++", "command.r", "gpt-5.5", "gpt-5.5!", "gpt-5.5\u200b", "gpt-5.5\u202e", "\u00a0gpt-5.5",
		"ＧＰＴ-5.5", "gpt-5.5\x00", "k", "\u212a", "i", "\u0130", "caf\u00e9", "cafue9", "caf-ue9", "", "unnamed", "!!!", "???", ".gpt-5.5",
		"\u0430lpha", "alpha", strings.Repeat("a", 300), strings.Repeat("a", 301), "gpt-5.5 (high)", "gpt-5.5 high",
	}
	of := map[string]string{}
	for _, n := range names {
		id := results.NameID(n)
		if !results.ValidSlug(id) || len(id) > 80 {
			t.Errorf("NameID(%q) = %q is no short slug", n, id)
		}
		if other, ok := of[id]; ok {
			t.Errorf("%q and %q share the id %s", n, other, id)
		}
		of[id] = n
	}
	for _, n := range names { // nobody can claim the id of another name by calling himself so
		if id := results.NameID(n); results.Fold(n) != id && results.NameID(id) == id {
			t.Errorf("the id %s of %q is also that of a name", id, n)
		}
	}
}

func TestNameIDOfSpellings(t *testing.T) {
	for name, want := range map[string]string{
		"GPT-5.5": "gpt-5.5", "gpt 5.5": "gpt-5.5", " GPT:5.5 ": "gpt-5.5", "my_bench": "my_bench", "org/bench": "org-bench",
	} {
		must.Equal(t, want, results.NameID(name), "NameID(%q)", name)
	}
}

func TestRunSlugIsShort(t *testing.T) {
	long := strings.Repeat("x", 5000)
	a := results.RunSlug("b", results.System{Model: "m", Framework: long + "1", Variant: long}, "0123456789")
	b := results.RunSlug("b", results.System{Model: "m", Framework: long + "2", Variant: long}, "0123456789")
	if len(a) > 220 || !results.ValidSlug(a) || a == b {
		t.Errorf("run slugs of long names: %d bytes, %s, %s", len(a), a, b)
	}
	if got := results.RunSlug("b", results.System{Model: "command-r--0123"}, "abcdefgh1"); got != "b-command-r--0123-abcdefgh" {
		t.Errorf("the id of a model changes in a run's slug: %s", got)
	}
}
