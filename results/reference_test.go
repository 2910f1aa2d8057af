package results_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

func TestReferenceName(t *testing.T) {
	for _, tt := range []struct {
		model, framework, want string
	}{
		{"oracle", "oracle", "solution"},
		{"claude-opus-4.7", "oracle", "solution"},
		{"nop", "nop", "does nothing"},
		{"gold", "", "solution"},
		{"instant_empty_submit", "swe-agent", "does nothing"},
		{"mockllm/model", "generate", "script"},
		{"gpt-5.5", "openclaw", ""},
		{"unrecorded", "multi-turn-oracle", ""},
		{"oracle-7b", "openclaw", ""},
	} {
		if got := results.ReferenceName(results.System{Model: tt.model, Framework: tt.framework}); got != tt.want {
			t.Errorf("%s with %s shows %q, want %q", tt.framework, tt.model, got, tt.want)
		}
	}
}

func TestNamesModel(t *testing.T) {
	for name, want := range map[string]bool{"": false, "unrecorded": false, " Unknown ": false, "<none>": false, "N/A": false,
		"gpt-5.5": true, "unknown-soldier-7b": true, "test": true} {
		if got := results.NamesModel(name); got != want {
			t.Errorf("%q names a model: %v", name, got)
		}
	}
}
