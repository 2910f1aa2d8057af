package ingest

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestSkeleton(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"gpt-5.5", "gpt\u20115.5", true}, {"gpt-5.5", "gpt\u2212" + "5.5", true}, {"claude-opus", "сlаudе-opus", true}, {"kimi", "ki\u200bmi", true},
		{"gpt-4o", "gpt-40", true}, {"GLM-5.1", "glm-5.l", true}, {"mimo", "ｍimo", true}, {"opus", "\u043e\u0440us", true}, {"qwen", "qwe\u0301n", true},
		{"gpt-5.5", "gpt-5.6", false}, {"glm-5.1", "glm-5.2", false}, {"qwen3.6-plus", "qwen3.6-flash", false}, {"gpt-5.5", "gpt_5.5", false},
	} {
		must.Equal(t, c.same, skeleton(c.a) == skeleton(c.b), "%q and %q look the same", c.a, c.b)
	}
	if got := plainName("gрt\u20115.5"); got != "gpt-5.5" {
		t.Errorf("plain name %q", got)
	}
}
