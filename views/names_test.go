package views

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

func TestSharedFramework(t *testing.T) {
	a, b := results.System{Framework: "openclaw", Variant: "high"}, results.System{Framework: "openclaw"}
	if got := SharedFramework([]results.System{a, b}); got != "openclaw" {
		t.Errorf("%q", got)
	}
	if got := SharedFramework([]results.System{a, {Framework: "nanobot"}}); got != "" {
		t.Errorf("two frameworks share %q", got)
	}
	if got := WithoutFramework(words.System("GPT-5.4", a), "openclaw"); got != "GPT-5.4 · high" {
		t.Errorf("%q", got)
	}
	if got := WithoutFramework(words.System("GPT-5.4", a), ""); got != "GPT-5.4 · openclaw · high" {
		t.Errorf("%q", got)
	}
}
